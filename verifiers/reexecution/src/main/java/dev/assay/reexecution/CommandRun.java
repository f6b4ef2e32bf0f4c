package dev.assay.reexecution;

import dev.assay.process.Cancellation;
import dev.assay.process.Command;
import dev.assay.process.HeadTailLog;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessOutcome;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessRunner;
import dev.assay.process.ProcessRunner.RunRules;
import dev.assay.testreport.RunReports;
import dev.assay.verifier.VerificationScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;

/**
 * One run of a command in one tree, and what it left.
 *
 * @param log its output, bounded
 * @param files the report files that it wrote, as they are kept
 * @param tooManyReports whether it wrote more of them than are read; then none was
 * @param unreadableReport whether it left one that the worker cannot open
 * @param reports what they tell, together
 * @param filesAsTests how many files of the workspace the reports tell as tests that passed, as
 *     Node's runner does with one whose process ended well before it told of any test
 */
record CommandRun(
    ProcessOutcome outcome,
    Kept log,
    List<Kept> files,
    boolean tooManyReports,
    boolean unreadableReport,
    RunReports reports,
    long filesAsTests) {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C.UTF-8", "CI", "1");

  /** Starts a program in a directory below the writable one. */
  private static final List<String> IN_DIRECTORY =
      List.of("/bin/sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh");

  /** Exit codes of a shell that could not start the program. */
  private static final int NOT_EXECUTABLE = 126;

  private static final int NOT_FOUND = 127;

  /**
   * A document in the object store.
   *
   * @param sha256 its name there
   */
  record Kept(String sha256, long bytes) {}

  /** How runs are made in this worker. */
  record Runner(ProcessRunner processes, Isolation isolation) {}

  /**
   * Runs {@code command} in {@code tree} to its end.
   *
   * @param timeout after which it is stopped
   * @param asked ids of tests that the request asks for
   */
  static CommandRun of(
      NamedCommand command,
      WorkspaceTree tree,
      Runner runner,
      Duration timeout,
      List<String> asked,
      VerificationScope scope)
      throws IOException, InterruptedException {
    var _ = tree.remove(command.reports(), Set.of());
    Path place = Objects.requireNonNull(tree.root().getParent());
    Path output = Files.createTempFile(scope.scratch(), "output-", null);
    ProcessOutcome outcome;
    try (FileChannel channel = FileChannel.open(output, StandardOpenOption.WRITE)) {
      HeadTailLog log =
          new HeadTailLog(
              channel, ReexecutionLimits.LOG_HEAD_BYTES_MAX, ReexecutionLimits.LOG_TAIL_BYTES_MAX);
      outcome =
          runner
              .processes()
              .run(
                  argv(command, tree.root(), place),
                  new RunRules(runner.isolation(), timeout, ReexecutionLimits.GRACE),
                  log,
                  new Cancellation());
      if (outcome.outputError() != null) {
        throw new IOException(outcome.outputError());
      }
      log.finish();
    } catch (IOException e) {
      throw WorkspaceTree.unwritable(e);
    }
    Kept log =
        new Kept(
            scope.store("text/plain; charset=utf-8", Files.newInputStream(output)),
            Files.size(output));
    RunReports reports = new RunReports(scope.deadline(), asked);
    NavigableMap<String, Long> written = tree.files(command.reports()::matches);
    boolean tooMany =
        written.size() > ReexecutionLimits.REPORT_FILES_MAX
            || written.values().stream().mapToLong(Long::longValue).sum()
                > ReexecutionLimits.REPORT_BYTES_MAX;
    boolean unreadable = !tooMany && !written.keySet().stream().allMatch(path -> opens(tree, path));
    List<Kept> files = new ArrayList<>();
    if (!tooMany && !unreadable) {
      for (String path : written.keySet()) {
        scope.deadline().check();
        files.add(read(tree.root().resolve(path), reports, scope));
      }
    }
    return new CommandRun(
        outcome, log, files, tooMany, unreadable, reports, filesAsTests(tree, reports));
  }

  private static long filesAsTests(WorkspaceTree tree, RunReports reports) throws IOException {
    String root = tree.root() + "/";
    Set<String> paths = new HashSet<>();
    for (String name : reports.tests().passed()) {
      int begin = name.indexOf(root);
      if (begin >= 0) {
        paths.add(name.substring(begin + root.length()));
      }
    }
    return paths.isEmpty() ? 0 : tree.files(paths::contains).size();
  }

  private static Command argv(NamedCommand command, Path tree, Path place) throws IOException {
    Path home = place.resolve("home");
    Files.createDirectories(home);
    List<String> argv = new ArrayList<>(IN_DIRECTORY);
    argv.add(tree.toString());
    argv.addAll(command.rule().command());
    Map<String, String> environment = new HashMap<>(ENVIRONMENT);
    environment.put("HOME", home.toString());
    environment.put("TMPDIR", home.toString());
    environment.putAll(command.rule().environment());
    return new Command(argv, environment, place, command.readable());
  }

  /** Whether there is such a file to read: its name may be no text, and its mode nobody's. */
  private static boolean opens(WorkspaceTree tree, String path) {
    try (InputStream in = opened(tree.root().resolve(path))) {
      return in != null;
    } catch (IOException | InvalidPathException _) {
      return false;
    }
  }

  private static Kept read(Path file, RunReports reports, VerificationScope scope)
      throws IOException, InterruptedException {
    long bytes = Files.size(file);
    String sha256 = scope.store("application/octet-stream", opened(file));
    reports.read(sha256, bytes, () -> opened(file));
    return new Kept(sha256, bytes);
  }

  private static InputStream opened(Path file) throws IOException {
    return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether the program itself could not be started. */
  boolean notStarted() {
    return switch (outcome.end()) {
      case ProcessEnd.NotStarted _ -> true;
      case ProcessEnd.Exited(int code) ->
          files.isEmpty() && (code == NOT_EXECUTABLE || code == NOT_FOUND);
      case ProcessEnd.Signalled _ -> false;
    };
  }

  /** How it ended, in few words. */
  String end() {
    return switch (outcome.end()) {
      case ProcessEnd.Exited(int code) -> "exit code " + code;
      case ProcessEnd.Signalled(String signal) -> "signal " + signal;
      case ProcessEnd.NotStarted _ -> "not started";
    };
  }

  boolean endedWell() {
    return outcome.end().equals(new ProcessEnd.Exited(0));
  }
}
