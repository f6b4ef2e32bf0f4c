package dev.assay.reexecution;

import dev.assay.process.IsolationRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The worker's settings of re-execution. Nothing that an agent sends adds to them.
 *
 * @param commands what may be run; of those that fit a workspace the first one is
 * @param isolation {@code auto} (the strongest that the host has, at least Landlock), {@code
 *     bwrap}, {@code landlock} or {@code none}
 * @param runningMax commands that run at the same time in this worker
 */
public record ReexecutionSettings(
    List<CommandRule> commands, String isolation, Integer runningMax) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  private static final Pattern REVISION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,199}");

  /**
   * Fills in the defaults.
   *
   * @throws IllegalArgumentException for what is out of bounds
   */
  public ReexecutionSettings {
    commands = List.copyOf(Objects.requireNonNullElse(commands, List.of()));
    isolation = Objects.requireNonNullElse(isolation, IsolationRequest.AUTO.label());
    runningMax = Objects.requireNonNullElse(runningMax, ReexecutionLimits.RUNNING_MAX);
    if (commands.size() > ReexecutionLimits.COMMANDS_MAX) {
      throw new IllegalArgumentException(
          "expected at most %d commands, found %d"
              .formatted(ReexecutionLimits.COMMANDS_MAX, commands.size()));
    }
    Set<String> names = new HashSet<>();
    for (CommandRule command : commands) {
      if (!names.add(command.name())) {
        throw new IllegalArgumentException(
            "expected each name of a command once, found " + command.name() + " twice");
      }
    }
    if (IsolationRequest.parse(isolation).isEmpty()) {
      throw new IllegalArgumentException(
          "expected isolation auto, bwrap, landlock or none, found " + isolation);
    }
    if (runningMax < 1) {
      throw new IllegalArgumentException("expected runningMax of at least 1, found " + runningMax);
    }
  }

  IsolationRequest isolationRequest() {
    return IsolationRequest.parse(isolation).orElseThrow();
  }

  /**
   * One command.
   *
   * @param name what the policy may ask for
   * @param command the program and its arguments, run in the workspace as they are
   * @param reports patterns of the report files that the run writes; without any its exit code
   *     decides
   * @param timeoutSeconds of one run; the policy's budget bounds it, too
   * @param when patterns that must each match a file of the workspace; the command is for such
   *     workspaces only
   * @param overlays trusted files that replace those of the workspace before the run
   * @param dependencies directories that the run sees read-only, at their own paths
   * @param protectedPaths patterns of files whose change, deletion or addition is told, beside
   *     those of the overlays
   * @param environment variables beside the fixed ones; the worker's own are never passed on
   * @param runner how single tests are asked for, so that tests that failed can be run alone:
   *     {@code pytest}, {@code surefire}, {@code go}, {@code cargo}, {@code node} or {@code jest};
   *     without it the whole command is run again
   * @param repeats how often tests that may be flaky are run again
   * @param testsMin tests that a run executes at least; one that executes fewer passes nothing
   */
  public record CommandRule(
      String name,
      List<String> command,
      List<String> reports,
      Integer timeoutSeconds,
      List<String> when,
      List<Overlay> overlays,
      List<String> dependencies,
      List<String> protectedPaths,
      Map<String, String> environment,
      @Nullable String runner,
      Integer repeats,
      Integer testsMin) {

    /** A command without a known runner. */
    CommandRule(
        String name,
        List<String> command,
        List<String> reports,
        Integer timeoutSeconds,
        List<String> when,
        List<Overlay> overlays,
        List<String> dependencies,
        List<String> protectedPaths,
        Map<String, String> environment) {
      this(
          name,
          command,
          reports,
          timeoutSeconds,
          when,
          overlays,
          dependencies,
          protectedPaths,
          environment,
          null,
          ReexecutionLimits.REPEATS,
          ReexecutionLimits.TESTS_MIN);
    }

    /**
     * Fills in the defaults.
     *
     * @throws IllegalArgumentException for what is missing or out of bounds
     */
    public CommandRule {
      if (name == null || !NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "expected a name of lower-case letters, digits, dots, _ and - for each command, found "
                + name);
      }
      command = entries("command", command);
      if (command.isEmpty() || command.getFirst().isBlank()) {
        throw new IllegalArgumentException(
            "expected the program of the command " + name + " and its arguments, found none");
      }
      reports = patterns("reports", reports);
      when = patterns("when", when);
      overlays = entries("overlays", overlays);
      dependencies = entries("dependencies", dependencies);
      protectedPaths = patterns("protectedPaths", protectedPaths);
      if (!protectedPaths.isEmpty() && overlays.isEmpty()) {
        throw new IllegalArgumentException(
            "expected overlays beside the protectedPaths of the command "
                + name
                + ", whose sources they are compared with, found none");
      }
      environment = Map.copyOf(Objects.requireNonNullElse(environment, Map.of()));
      if (runner != null && TestSelection.parse(runner).isEmpty()) {
        throw new IllegalArgumentException(
            "expected runner pytest, surefire, go, cargo, node or jest, found " + runner);
      }
      repeats = Objects.requireNonNullElse(repeats, ReexecutionLimits.REPEATS);
      if (repeats < 1 || repeats > ReexecutionLimits.REPEATS_MAX) {
        throw new IllegalArgumentException(
            "expected repeats between 1 and %d, found %d"
                .formatted(ReexecutionLimits.REPEATS_MAX, repeats));
      }
      testsMin = Objects.requireNonNullElse(testsMin, ReexecutionLimits.TESTS_MIN);
      if (testsMin < 1) {
        throw new IllegalArgumentException("expected testsMin of at least 1, found " + testsMin);
      }
      if (testsMin > 1 && reports.isEmpty()) {
        throw new IllegalArgumentException(
            "expected reports beside the testsMin of the command "
                + name
                + ", in which tests are counted, found none");
      }
      timeoutSeconds =
          Objects.requireNonNullElse(timeoutSeconds, ReexecutionLimits.TIMEOUT_SECONDS);
      if (timeoutSeconds < 1 || timeoutSeconds > ReexecutionLimits.TIMEOUT_SECONDS_MAX) {
        throw new IllegalArgumentException(
            "expected timeoutSeconds between 1 and %d, found %d"
                .formatted(ReexecutionLimits.TIMEOUT_SECONDS_MAX, timeoutSeconds));
      }
    }
  }

  /**
   * Files that are taken from a trusted source, whatever the workspace has at their paths; what it
   * has beside them under the same patterns is removed.
   *
   * @param paths their patterns, such as {@code src/test/**}
   * @param from where they are
   */
  public record Overlay(List<String> paths, Source from) {

    /**
     * Checks that both are there.
     *
     * @throws IllegalArgumentException when one is not
     */
    public Overlay {
      paths = patterns("paths", paths);
      if (paths.isEmpty() || from == null) {
        throw new IllegalArgumentException(
            "expected paths and from of each overlay, found one without; name the files and where"
                + " they are");
      }
    }
  }

  /**
   * A trusted source: a directory, or a commit of a git repository, both on the worker's disk.
   *
   * @param directory the directory, relative to the configuration
   * @param git the repository, relative to the configuration
   * @param commit a commit, branch or tag of it; {@code target} for where the commit that the
   *     execution names left {@code branch}
   * @param branch the trusted branch; needed with {@code target}
   */
  public record Source(
      @Nullable String directory,
      @Nullable String git,
      @Nullable String commit,
      @Nullable String branch) {

    /** The commit that the execution names decides. */
    static final String TARGET = "target";

    /**
     * Checks that it is one of both.
     *
     * @throws IllegalArgumentException for anything else
     */
    public Source {
      boolean plain = directory != null && git == null && commit == null && branch == null;
      boolean versioned = directory == null && git != null && commit != null;
      if (!plain && !versioned) {
        throw new IllegalArgumentException(
            "expected either a directory, or git and commit, in from of an overlay");
      }
      Stream.of(commit, branch)
          .filter(Objects::nonNull)
          .filter(given -> !REVISION.matcher(given).matches() || given.contains(".."))
          .findFirst()
          .ifPresent(given -> {
            throw new IllegalArgumentException("expected the name of a commit, found " + given);
          });
      if (versioned && TARGET.equals(commit) != (branch != null)) {
        throw new IllegalArgumentException(
            "expected branch beside commit: target, and only there; it says which commits are"
                + " trusted");
      }
    }
  }

  private static <T> List<T> entries(String member, @Nullable List<T> given) {
    List<T> list = List.copyOf(Objects.requireNonNullElse(given, List.of()));
    if (list.size() > ReexecutionLimits.ENTRIES_MAX) {
      throw new IllegalArgumentException(
          "expected at most %d entries in %s, found %d"
              .formatted(ReexecutionLimits.ENTRIES_MAX, member, list.size()));
    }
    return list;
  }

  private static List<String> patterns(String member, @Nullable List<String> given) {
    List<String> list = entries(member, given);
    for (String pattern : list) {
      boolean climbs =
          List.of(pattern.split("/", -1)).stream().anyMatch(Set.of("", ".", "..")::contains);
      if (climbs || pattern.length() > ReexecutionLimits.PATTERN_CHARS_MAX) {
        throw new IllegalArgumentException(
            "expected patterns of paths inside the workspace in "
                + member
                + ", such as src/test/**, found "
                + pattern);
      }
    }
    return list;
  }
}
