package dev.assay.testreport;

import dev.assay.core.failure.FailureText;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.LogStream.TextBudget;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The event stream of {@code go test -json}: one JSON object per line. A package whose own end is
 * missing makes the report truncated; lines that are not JSON are the go command's own words.
 *
 * @see <a href="https://pkg.go.dev/cmd/test2json">test2json</a>
 */
final class GoJsonReader extends LineReport {

  /** How lines begin that tell how far a test, or its fuzzing, has come. */
  private static final List<String> FRAMING = List.of("=== ", "--- ", "FAIL", "fuzz: elapsed: ");

  /** What {@code go tool test2json} reports that was not told a package. */
  private static final String UNNAMED = "(no package)";

  private final Tally tally = tally();
  private final Map<String, OpenPackage> packages = new HashMap<>();

  /** What the compiler said, by import path. */
  private final Map<String, Running> builds = new HashMap<>();

  private final Set<String> failedBuilds = new HashSet<>();
  private boolean seen;
  private final TextBudget room;
  private int openTests;
  private long hollow;

  /** A test or package that is running, with the end of what it printed. */
  private static final class Running {
    final long start;
    final StringBuilder output = new StringBuilder();

    /** Whether what it printed is that it failed. */
    boolean saysFailed;

    Running(long start) {
      this.start = start;
    }
  }

  private static final class OpenPackage {
    final Map<String, Running> tests = new LinkedHashMap<>();
    final Set<String> failedParents = new HashSet<>();

    /** The tests with subtests, and whether one of these was executed. */
    final Map<String, Boolean> parents = new HashMap<>();

    final Counts counts = new Counts();
    final Running own;
    boolean ended;

    OpenPackage(long start) {
      own = new Running(start);
    }
  }

  GoJsonReader(TextBudget room, Tally like) {
    super(Format.GO_TEST_JSON, like);
    this.room = room;
    tally.openEnded();
  }

  @Override
  boolean line(String text, Lines.Line line) throws IOException {
    boolean acts = GoEvent.tells(text);
    seen |= acts;
    if (!acts && !text.startsWith("{")) {
      plain(text, line);
      return false;
    }
    if (!seen) {
      return false;
    }
    try {
      event(GoEvent.of(line), line);
    } catch (UnreadableReportException stop) {
      scrap(stop);
    }
    return true;
  }

  /** Before the first package it may be what a test printed, and the run is still to come. */
  private void scrap(UnreadableReportException stop) throws UnreadableReportException {
    if (isRun()) {
      throw stop;
    }
    tally.inconclusive(stop.reason());
  }

  @Override
  void end() {
    for (OpenPackage open : packages.values()) {
      if (!open.ended || !open.tests.keySet().stream().allMatch(GoJsonReader::benchmark)) {
        tally.inconclusive(InconclusiveReason.TRUNCATED);
      }
    }
    if (hollow > 0 && hollow == tally.counts().executed()) {
      tally.inconclusive(InconclusiveReason.ALL_SKIPPED);
    }
  }

  /** A benchmark may end without an event of its own. */
  private static boolean benchmark(String test) {
    return test.startsWith("Benchmark");
  }

  @Override
  boolean recognised() {
    return seen;
  }

  @Override
  boolean isRun() {
    return !packages.isEmpty();
  }

  /** {@code FAIL example.com/shop [build failed]} stands outside the events. */
  private void plain(String text, Lines.Line line) throws UnreadableReportException {
    if (text.startsWith("FAIL\t") || text.startsWith("FAIL ")) {
      tally.failure(
          Outcome.ERRORED,
          FailureText.ofRun("go test", text),
          Span.between(line.start(), line.end()));
    } else if (text.equals("FAIL")) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
  }

  private void event(GoEvent event, Lines.Line line) throws UnreadableReportException {
    if (event.action.startsWith("build-")) {
      build(event, line);
      return;
    }
    if (event.packageName.isEmpty()) {
      if (event.test.isEmpty() && !packages.containsKey(UNNAMED)) {
        return;
      }
      event.packageName = UNNAMED;
    }
    OpenPackage open =
        packages.computeIfAbsent(event.packageName, _ -> new OpenPackage(line.start()));
    if (packages.size() > TestReportLimits.OPEN_TESTS_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
    switch (event.action) {
      case "start" -> open.ended = false;
      case "bench" -> stop(open, event.test);
      case "run" -> running(open, event.test, line.start());
      case "output" -> output(open, event, line);
      case "pass" -> end(open, event, Outcome.PASSED, line);
      case "fail" -> end(open, event, Outcome.FAILED, line);
      case "skip" -> end(open, event, Outcome.SKIPPED, line);
      // pause, cont, attr and later actions change nothing, but for other words for a failure.
      default -> {
        if (JUnitWords.tellFailure(event.action)) {
          throw new UnreadableReportException(InconclusiveReason.MALFORMED);
        }
      }
    }
  }

  /** What the compiler said of a package, and that its build failed. */
  private void build(GoEvent event, Lines.Line line) throws UnreadableReportException {
    Running build = builds.computeIfAbsent(event.importPath, _ -> new Running(line.start()));
    if (builds.size() > TestReportLimits.OPEN_TESTS_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
    if (event.action.equals("build-output") && !event.output.startsWith("# ")) {
      keep(build, event.output);
    }
    if (event.action.equals("build-fail")) {
      failedBuilds.add(event.importPath);
      String said = build.output.toString();
      String message = said.isBlank() ? "the build failed" : null;
      tally.failure(
          Outcome.ERRORED,
          new FailureText(event.importPath, null, message, said),
          Span.between(build.start, line.end()));
    }
  }

  private Running running(OpenPackage open, String test, long start)
      throws UnreadableReportException {
    if (test.isEmpty()) {
      return open.own;
    }
    Running known = open.tests.get(test);
    if (known != null) {
      return known;
    }
    if (++openTests > TestReportLimits.OPEN_TESTS_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
    Running fresh = new Running(start);
    open.tests.put(test, fresh);
    open.ended = false;
    return fresh;
  }

  private void output(OpenPackage open, GoEvent event, Lines.Line line)
      throws UnreadableReportException {
    String text = event.output.stripLeading();
    if (event.test.isEmpty()
        ? text.equals("FAIL\n") || text.startsWith("FAIL\t" + event.packageName)
        : text.startsWith("--- FAIL: " + event.test + " (")) {
      running(open, event.test, line.start()).saysFailed = true;
    }
    if (FRAMING.stream().anyMatch(text::startsWith)) {
      return;
    }
    keep(running(open, event.test, line.start()), event.output);
  }

  private void keep(Running running, String output) {
    boolean fits = running.output.length() + output.length() <= TestReportLimits.FAILURE_CHARS_MAX;
    if (fits && room.take(output.length())) {
      running.output.append(output);
    }
  }

  private void end(OpenPackage open, GoEvent event, Outcome outcome, Lines.Line line)
      throws UnreadableReportException {
    if (event.test.isEmpty()) {
      endPackage(open, event, outcome, line);
      return;
    }
    Running test = running(open, event.test, line.start());
    contradicted(test, outcome);
    stop(open, event.test);
    open.counts.add(outcome);
    tellParent(open, event.test, outcome);
    String name = event.packageName + " " + event.test;
    if (outcome != Outcome.FAILED) {
      tally.test(name, outcome);
      return;
    }
    boolean childTold = open.failedParents.contains(event.test);
    rememberParents(open, event.test);
    if (childTold) {
      tally.test(name, outcome);
    } else {
      FailureText text = new FailureText(name, null, null, test.output.toString());
      tally.failure(outcome, text, Span.between(test.start, line.end()));
    }
  }

  private void contradicted(Running ended, Outcome outcome) {
    if (ended.saysFailed && outcome != Outcome.FAILED) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
  }

  /** A test that passed although all of its subtests were skipped executed nothing for sure. */
  private void tellParent(OpenPackage open, String test, Outcome outcome) {
    boolean overSkipped = Boolean.FALSE.equals(open.parents.remove(test));
    boolean nothing = outcome == Outcome.PASSED && overSkipped;
    hollow += nothing ? 1 : 0;
    int slash = test.lastIndexOf('/');
    if (slash > 0 && open.parents.size() < TestReportLimits.OPEN_TESTS_MAX) {
      boolean executed = outcome != Outcome.SKIPPED && !nothing;
      open.parents.merge(test.substring(0, slash), executed, Boolean::logicalOr);
    }
  }

  private void stop(OpenPackage open, String test) {
    Running stopped = open.tests.remove(test);
    if (stopped != null) {
      openTests--;
      room.giveBack(stopped.output.length());
    }
  }

  private static void rememberParents(OpenPackage open, String test) {
    for (int slash = test.lastIndexOf('/'); slash > 0; slash = test.lastIndexOf('/', slash - 1)) {
      if (open.failedParents.size() < TestReportLimits.OPEN_TESTS_MAX) {
        open.failedParents.add(test.substring(0, slash));
      }
    }
  }

  /** What the tests that never ended wrote, such as a panic, and then the package itself. */
  private static String lastWords(OpenPackage open) {
    StringBuilder words = new StringBuilder();
    for (Running running : open.tests.values()) {
      words.append(running.output);
    }
    words.append(open.own.output);
    words.setLength(Math.min(words.length(), TestReportLimits.FAILURE_CHARS_MAX));
    return words.toString();
  }

  private void endPackage(OpenPackage open, GoEvent event, Outcome outcome, Lines.Line line)
      throws UnreadableReportException {
    open.ended = true;
    Span span = Span.between(open.own.start, line.end());
    if (outcome == Outcome.FAILED) {
      openTests -= open.tests.size();
      if (open.counts.failing() == 0 && !failedBuilds.contains(event.failedBuild)) {
        FailureText text = new FailureText(event.packageName, null, null, lastWords(open));
        tally.failure(Outcome.ERRORED, text, span);
      }
      open.tests.values().forEach(test -> room.giveBack(test.output.length()));
      open.tests.clear();
    }
    contradicted(open.own, outcome);
    if (outcome != Outcome.FAILED && !event.failedBuild.isEmpty()) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    tally.suite(event.packageName, open.counts, span);
  }
}
