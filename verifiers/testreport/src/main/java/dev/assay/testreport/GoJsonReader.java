package dev.assay.testreport;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import dev.assay.core.signature.FailureText;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The event stream of {@code go test -json}: one JSON object per line. A package whose own end is
 * missing makes the report truncated; lines that are not JSON are the go command's own words.
 *
 * @see <a href="https://pkg.go.dev/cmd/test2json">test2json</a>
 */
final class GoJsonReader extends LineReport {

  private static final Set<String> EVENT =
      Set.of("Action", "Package", "Test", "Output", "ImportPath");
  private static final long KEPT_CHARS_MAX = 16L << 20;

  private final Tally tally = tally();
  private final Map<String, OpenPackage> packages = new HashMap<>();
  private boolean seen;
  private int openTests;
  private long keptChars;

  /** A test or package that is running, with the end of what it printed. */
  private static final class Running {
    final long start;
    final StringBuilder output = new StringBuilder();

    Running(long start) {
      this.start = start;
    }
  }

  private static final class OpenPackage {
    final Map<String, Running> tests = new LinkedHashMap<>();
    final Set<String> failedParents = new HashSet<>();
    final Counts counts = new Counts();
    final Running own;
    boolean ended;

    OpenPackage(long start) {
      own = new Running(start);
    }
  }

  private static final class Event {
    String action = "";
    String packageName = "";
    String test = "";
    String output = "";
  }

  GoJsonReader() {
    super(Format.GO_TEST_JSON);
    tally.openEnded();
  }

  @Override
  boolean line(String text, Lines.Line line) throws IOException {
    if (!text.startsWith("{")) {
      plain(text, line);
      return false;
    }
    seen = seen || text.contains("\"Action\":");
    if (!seen) {
      return false;
    }
    if (!line.whole()) {
      throw new StopReading(Trouble.TOKEN_TOO_LARGE);
    }
    event(parse(line), line);
    return true;
  }

  @Override
  void end() {
    for (OpenPackage open : packages.values()) {
      if (!open.ended || !open.tests.keySet().stream().allMatch(GoJsonReader::benchmark)) {
        tally.trouble(Trouble.TRUNCATED);
      }
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

  private static Event parse(Lines.Line line) throws IOException {
    Event event = new Event();
    try (JsonCursor cursor = JsonCursor.over(new StringReader(line.text()), 0)) {
      if (cursor.next() != JsonToken.START_OBJECT) {
        throw new StopReading(Trouble.MALFORMED);
      }
      cursor.object(
          EVENT,
          member -> {
            switch (member) {
              case "Action" -> event.action = cursor.text();
              case "Test" -> event.test = cursor.text();
              case "Output" -> event.output = cursor.text();
              case "Package" -> event.packageName = cursor.text();
              default -> cursor.skip();
            }
          });
      if (cursor.next() != null) {
        throw new StopReading(Trouble.MALFORMED);
      }
    } catch (JacksonException e) {
      throw new StopReading(line.ended() ? JsonReports.troubleOf(e) : Trouble.TRUNCATED);
    }
    if (event.action.isEmpty()) {
      throw new StopReading(Trouble.MALFORMED);
    }
    return event;
  }

  /** {@code FAIL example.com/shop [build failed]} stands outside the events. */
  private void plain(String text, Lines.Line line) throws StopReading {
    if (text.startsWith("FAIL\t") || text.startsWith("FAIL ")) {
      tally.failure(
          Outcome.ERRORED,
          new FailureText(text, null, null, text),
          Span.between(line.start(), line.end()));
    }
  }

  private void event(Event event, Lines.Line line) throws StopReading {
    if (event.action.equals("build-fail")) {
      tally.failure(
          Outcome.ERRORED,
          new FailureText("build", null, "the build failed", null),
          Span.between(line.start(), line.end()));
      return;
    }
    if (event.packageName.isEmpty()) {
      return;
    }
    OpenPackage open =
        packages.computeIfAbsent(event.packageName, _ -> new OpenPackage(line.start()));
    if (packages.size() > TestReportLimits.OPEN_TESTS_MAX) {
      throw new StopReading(Trouble.TOO_MANY);
    }
    switch (event.action) {
      case "start" -> open.ended = false;
      case "bench" -> stop(open, event.test);
      case "run" -> running(open, event.test, line.start());
      case "output" -> output(open, event, line);
      case "pass" -> end(open, event, Outcome.PASSED, line);
      case "fail" -> end(open, event, Outcome.FAILED, line);
      case "skip" -> end(open, event, Outcome.SKIPPED, line);
      default -> {
        // pause, cont, attr and later actions change nothing.
      }
    }
  }

  private Running running(OpenPackage open, String test, long start) throws StopReading {
    if (test.isEmpty()) {
      return open.own;
    }
    Running known = open.tests.get(test);
    if (known != null) {
      return known;
    }
    if (++openTests > TestReportLimits.OPEN_TESTS_MAX) {
      throw new StopReading(Trouble.TOO_MANY);
    }
    Running fresh = new Running(start);
    open.tests.put(test, fresh);
    open.ended = false;
    return fresh;
  }

  private void output(OpenPackage open, Event event, Lines.Line line) throws StopReading {
    String text = event.output.stripLeading();
    if (text.startsWith("=== ") || text.startsWith("--- ") || text.startsWith("FAIL")) {
      return;
    }
    Running running = running(open, event.test, line.start());
    boolean room =
        running.output.length() + event.output.length() <= TestReportLimits.FAILURE_CHARS_MAX
            && keptChars + event.output.length() <= KEPT_CHARS_MAX;
    if (room) {
      running.output.append(event.output);
      keptChars += event.output.length();
    }
  }

  private void end(OpenPackage open, Event event, Outcome outcome, Lines.Line line)
      throws StopReading {
    if (event.test.isEmpty()) {
      endPackage(open, event, outcome, line);
      return;
    }
    Running test = running(open, event.test, line.start());
    stop(open, event.test);
    open.counts.add(outcome);
    if (outcome != Outcome.FAILED) {
      tally.test(outcome);
      return;
    }
    boolean childTold = open.failedParents.contains(event.test);
    rememberParents(open, event.test);
    if (childTold) {
      tally.test(outcome);
    } else {
      FailureText text =
          new FailureText(event.packageName + " " + event.test, null, null, test.output.toString());
      tally.failure(outcome, text, Span.between(test.start, line.end()));
    }
  }

  private void stop(OpenPackage open, String test) {
    Running stopped = open.tests.remove(test);
    if (stopped != null) {
      openTests--;
      keptChars -= stopped.output.length();
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

  private void endPackage(OpenPackage open, Event event, Outcome outcome, Lines.Line line)
      throws StopReading {
    open.ended = true;
    Span span = Span.between(open.own.start, line.end());
    if (outcome == Outcome.FAILED) {
      openTests -= open.tests.size();
      if (open.counts.failing() == 0) {
        FailureText text = new FailureText(event.packageName, null, null, lastWords(open));
        tally.failure(Outcome.ERRORED, text, span);
      }
      open.tests.clear();
    }
    tally.suite(event.packageName, open.counts, span);
  }
}
