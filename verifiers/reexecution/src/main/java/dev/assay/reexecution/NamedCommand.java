package dev.assay.reexecution;

import dev.assay.reexecution.ReexecutionSettings.CommandRule;
import dev.assay.reexecution.ReexecutionSettings.Overlay;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A command of the settings, ready to be run.
 *
 * @param overlays which files come from which source
 * @param dependencies real paths that the run sees read-only
 * @param digest SHA-256 of the command's settings
 */
record NamedCommand(
    CommandRule rule,
    PathPatterns reports,
    List<PathPatterns> when,
    Map<TrustedSource, PathPatterns> overlays,
    PathPatterns protectedPaths,
    List<Path> dependencies,
    String digest) {

  /**
   * The command of {@code rule}.
   *
   * @param home what relative paths are relative to
   * @throws IllegalArgumentException when a directory is not there or must not be shown
   */
  static NamedCommand of(CommandRule rule, Path home) {
    Map<TrustedSource, List<String>> patterns = new LinkedHashMap<>();
    for (Overlay overlay : rule.overlays()) {
      patterns
          .computeIfAbsent(TrustedSource.of(overlay.from(), home), _ -> new ArrayList<>())
          .addAll(overlay.paths());
    }
    Map<TrustedSource, PathPatterns> overlays = new LinkedHashMap<>();
    patterns.forEach((source, paths) -> overlays.put(source, PathPatterns.of(paths)));
    return new NamedCommand(
        rule,
        PathPatterns.of(rule.reports()),
        rule.when().stream().map(List::of).map(PathPatterns::of).toList(),
        overlays,
        PathPatterns.of(rule.protectedPaths()),
        rule.dependencies().stream().map(given -> shown(given, home)).toList(),
        Digests.sha256Hex(Json.canonical(rule)));
  }

  /** A directory that an agent's code may read: not the one with the worker's keys and tokens. */
  private static Path shown(String given, Path home) {
    Path directory = home.resolve(given);
    try {
      Path real = directory.toRealPath();
      if (Files.isDirectory(real) && !home.toRealPath().startsWith(real)) {
        return real;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "expected the directory " + directory + " in dependencies, found none", e);
    }
    throw new IllegalArgumentException(
        "expected directories in dependencies without the one of the configuration, which holds"
            + " keys and tokens, found "
            + directory);
  }

  String name() {
    return rule.name();
  }

  Duration timeout() {
    return Duration.ofSeconds(rule.timeoutSeconds());
  }

  /**
   * The same command for these tests alone, as a report names them; empty when they cannot be asked
   * for.
   */
  Optional<NamedCommand> alone(Collection<String> tests, Predicate<String> isFile) {
    String runner = rule.runner();
    return runner == null
        ? Optional.empty()
        : TestSelection.parse(runner)
            .flatMap(selection -> selection.alone(rule.command(), tests, isFile))
            .map(this::with);
  }

  private NamedCommand with(List<String> argv) {
    CommandRule other =
        new CommandRule(
            rule.name(),
            argv,
            rule.reports(),
            rule.timeoutSeconds(),
            rule.when(),
            rule.overlays(),
            rule.dependencies(),
            rule.protectedPaths(),
            rule.environment(),
            rule.runner(),
            rule.repeats(),
            ReexecutionLimits.TESTS_MIN);
    return new NamedCommand(other, reports, when, overlays, protectedPaths, dependencies, digest);
  }

  boolean decidesByExitCode() {
    return rule.reports().isEmpty();
  }

  /** Whether it is for a tree with these paths. */
  boolean fits(Iterable<String> paths) {
    return when.stream()
        .allMatch(pattern -> {
          for (String path : paths) {
            if (pattern.matches(path)) {
              return true;
            }
          }
          return false;
        });
  }

  /** The directories to show, and the program when it lies outside of the system's. */
  List<Path> readable() {
    String program = rule.command().getFirst();
    return program.startsWith("/")
        ? Stream.concat(dependencies.stream(), Stream.of(Path.of(program))).toList()
        : dependencies;
  }
}
