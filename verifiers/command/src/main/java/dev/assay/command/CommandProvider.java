package dev.assay.command;

import dev.assay.command.CommandSettings.Program;
import dev.assay.process.ProcessRunner;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import dev.assay.verifier.VerifierProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Registers a {@link CommandVerifier} for each command of the settings. */
public final class CommandProvider implements VerifierProvider<CommandSettings> {

  /** The type before the colon and the command's name. */
  public static final String TYPE = "command";

  @Override
  public VerifierInfo info() {
    return new VerifierInfo(TYPE, "1", VerifierInfo.Pace.LONG, Set.of(), Set.of());
  }

  @Override
  public Class<CommandSettings> settings() {
    return CommandSettings.class;
  }

  @Override
  public List<Verifier> verifiers(CommandSettings settings, Host host) {
    ProcessRunner runner = new ProcessRunner(settings.runningMax());
    return new TreeMap<>(settings.commands())
        .entrySet().stream()
            .<Verifier>map(named -> verifier(named.getKey(), named.getValue(), host, runner))
            .toList();
  }

  private static CommandVerifier verifier(
      String name, Program program, Host host, ProcessRunner runner) {
    Path directory =
        program.directory() == null
            ? null
            : directory(name, host.home().resolve(program.directory()), host.home());
    String version = program.version();
    VerifierInfo info =
        new VerifierInfo(
            TYPE + ":" + name,
            version == null ? version(name, program, directory) : version,
            VerifierInfo.Pace.LONG,
            Set.copyOf(program.roles()),
            Set.copyOf(program.companions()),
            program.basis(),
            false,
            Set.of());
    return new CommandVerifier(info, program, directory, runner);
  }

  /** The directory, which must not show what only the worker may read. */
  private static Path directory(String name, Path given, Path home) {
    try {
      Path real = given.toRealPath();
      if (!Files.isDirectory(real) || home.toRealPath().startsWith(real)) {
        throw new IllegalArgumentException(
            "expected a directory of its own for the command "
                + name
                + ", found "
                + given
                + "; the one of the configuration holds keys and tokens");
      }
      return real;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "expected the directory " + given + " of the command " + name + ", found none", e);
    }
  }

  /** A version that is another one when the settings or the files of the command are others. */
  private static String version(String name, Program program, @Nullable Path directory) {
    Map<String, String> files = new TreeMap<>();
    if (directory != null) {
      try (Stream<Path> tree = Files.walk(directory)) {
        List<Path> all =
            tree.filter(Files::isRegularFile).limit(CommandLimits.PROGRAM_FILES_MAX + 1L).toList();
        long bytes = 0;
        for (Path file : all) {
          bytes += Files.size(file);
          if (bytes > CommandLimits.PROGRAM_BYTES_MAX
              || all.size() > CommandLimits.PROGRAM_FILES_MAX) {
            throw new IllegalArgumentException(
                "expected at most "
                    + CommandLimits.PROGRAM_FILES_MAX
                    + " files and "
                    + CommandLimits.PROGRAM_BYTES_MAX
                    + " bytes in "
                    + directory
                    + "; name a version of the command "
                    + name
                    + " when there are more");
          }
          files.put(
              directory.relativize(file).toString(), Digests.sha256Hex(Files.readAllBytes(file)));
        }
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "expected to read the files of the command " + name + " in " + directory, e);
      }
    }
    return Digests.sha256Hex(Json.canonical(Map.of("settings", program, "files", files)))
        .substring(0, CommandLimits.VERSION_CHARS);
  }
}
