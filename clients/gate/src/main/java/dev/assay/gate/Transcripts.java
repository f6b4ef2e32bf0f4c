package dev.assay.gate;

import dev.assay.schemas.hook.Harness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where harnesses keep their files of sessions. The event names the file, and who writes the event
 * may name any: only one that really lies in a directory of the harness is read.
 */
final class Transcripts {

  /** A directory of sessions more, for harnesses that keep theirs elsewhere. */
  private static final String ANOTHER = "ASSAY_TRANSCRIPTS";

  private Transcripts() {}

  /** The file that the event calls {@code named}; empty when it is no file of a session. */
  static Optional<Path> find(Harness harness, String named, Map<String, String> environment)
      throws IOException {
    Path file;
    try {
      file = Path.of(named);
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
    if (!String.valueOf(file.getFileName()).matches(".{1,200}\\.jsonl?")
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Path real = file.toRealPath();
    for (Path directory : directories(harness, environment)) {
      if (Files.isDirectory(directory) && real.startsWith(directory.toRealPath())) {
        return Optional.of(real);
      }
    }
    return Optional.empty();
  }

  private static List<Path> directories(Harness harness, Map<String, String> environment) {
    List<Path> directories = new ArrayList<>();
    if (harness == Harness.CLAUDE_CODE) {
      directories.add(home(environment, "CLAUDE_CONFIG_DIR", ".claude").resolve("projects"));
    } else if (harness == Harness.CODEX) {
      directories.add(home(environment, "CODEX_HOME", ".codex").resolve("sessions"));
    } else if (harness == Harness.GEMINI) {
      directories.add(home(environment, "", ".gemini").resolve("tmp"));
    } else if (harness == Harness.COPILOT) {
      directories.add(home(environment, "COPILOT_HOME", ".copilot").resolve("session-state"));
    } else if (harness == Harness.CURSOR) {
      directories.add(home(environment, "", ".cursor").resolve("projects"));
    }
    String another = environment.getOrDefault(ANOTHER, "");
    if (!another.isEmpty()) {
      directories.add(Path.of(another));
    }
    return directories;
  }

  private static Path home(Map<String, String> environment, String variable, String usual) {
    String named = environment.getOrDefault(variable, "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    String home = environment.getOrDefault("HOME", "");
    return Path.of(home.isEmpty() ? System.getProperty("user.home") : home, usual);
  }
}
