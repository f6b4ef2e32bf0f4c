package dev.assay.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A directory with the repository's file, and what git says of it.
 *
 * @param branch the branch, {@code HEAD} when none is checked out, {@code none} without git
 * @param commit the commit, or null
 */
record Repository(Path root, String branch, @Nullable String commit) {

  /**
   * The repository of {@code directory}: it or the nearest directory above with the file, but not
   * above the one with {@code .git}.
   */
  static Optional<Path> find(Path directory) {
    Path at = directory.toAbsolutePath().normalize();
    for (int i = 0; i < GateLimits.PARENTS_MAX && at != null; i++) {
      if (Files.isRegularFile(at.resolve(RepositoryFile.NAME))) {
        return Optional.of(at);
      }
      if (Files.exists(at.resolve(".git"))) {
        return Optional.empty();
      }
      at = at.getParent();
    }
    return Optional.empty();
  }

  static Repository open(Path root) throws IOException, InterruptedException {
    Optional<byte[]> told = git(root, List.of("rev-parse", "HEAD", "--abbrev-ref", "HEAD"));
    List<String> lines =
        told.map(bytes -> new String(bytes, StandardCharsets.UTF_8).lines().toList())
            .orElse(List.of());
    return lines.size() == 2
        ? new Repository(root, lines.get(1), lines.get(0))
        : new Repository(root, "none", null);
  }

  /**
   * Whether the repository's file is the one of the commit that is checked out. Who works in the
   * repository can change it; whoever looks at the commit then does not see what was asked.
   *
   * @param bytes the file as it is
   * @return true when there is no commit to compare with
   */
  boolean committed(byte[] bytes) throws IOException, InterruptedException {
    return commit == null
        || git(root, List.of("show", "HEAD:./" + RepositoryFile.NAME))
            .filter(kept -> Arrays.equals(kept, bytes))
            .isPresent();
  }

  /**
   * The tracked and untracked files that git does not ignore, sorted.
   *
   * @throws GateException with NO_WORKSPACE when git does not list them
   */
  List<String> files() throws IOException, InterruptedException {
    byte[] listed =
        git(root, List.of("ls-files", "-co", "--exclude-standard", "-z"))
            .orElseThrow(() ->
                new GateException(
                    "NO_WORKSPACE",
                    "expected that git lists the files of "
                        + root
                        + ", found that it does not; run git init there, or set workspace: false in "
                        + RepositoryFile.NAME));
    List<String> files = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < listed.length; i++) {
      if (listed[i] == 0) {
        files.add(new String(listed, from, i - from, StandardCharsets.UTF_8));
        from = i + 1;
      }
    }
    return files.stream().sorted().distinct().toList();
  }

  /** What git prints, or nothing when it fails or is not there. */
  private static Optional<byte[]> git(Path root, List<String> words)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            Arrays.asList("git", "-c", "core.fsmonitor=false", "-c", "core.quotepath=false"));
    command.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    Process process;
    try {
      process = builder.start();
    } catch (IOException _) {
      return Optional.empty();
    }
    return printed(process, GateLimits.GIT_TIME);
  }

  /** What {@code process} prints; nothing when it fails, takes longer or prints too much. */
  static Optional<byte[]> printed(Process process, Duration limit)
      throws IOException, InterruptedException {
    try {
      return Timed.within(
          limit,
          "git",
          () -> {
            byte[] out = process.getInputStream().readNBytes(GateLimits.GIT_BYTES_MAX + 1);
            return out.length <= GateLimits.GIT_BYTES_MAX && process.waitFor() == 0
                ? Optional.of(out)
                : Optional.<byte[]>empty();
          });
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      process.destroyForcibly();
    }
  }
}
