package dev.assay.testreport;

import dev.assay.core.failure.FailureText;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.XmlReports.XmlHandler;
import java.util.ArrayDeque;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JUnit XML as Surefire, Failsafe, Gradle, pytest, Jest and others write it. {@code
 * flakyFailure}/{@code flakyError} mark a test that failed and then passed; {@code rerunFailure}/
 * {@code rerunError} one that failed each time. Node writes a test with subtests as a suite; that
 * such a test itself failed stands only in Node's totals. What only Node means, a count of children
 * or a failure that is excused as {@code todo}, is believed where its totals stand.
 *
 * @see <a href="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/">Surefire's schema</a>
 */
final class JUnitHandler implements XmlHandler {

  /**
   * Messages of gotestsum, go-junit-report, pytest and cargo-nextest that do not tell what failed;
   * the text does.
   */
  private static final Pattern EMPTY_MESSAGE =
      Pattern.compile(
          "Failed|Build error|Runtime error|collection failure|test setup failure"
              + "|thread '.*' (?:\\(\\d+\\) )?panicked at \\S+:\\d+:\\d+:?");

  /** Playwright's message is the place and the name of the test. */
  private static final Pattern PLAYWRIGHT_MESSAGE = Pattern.compile("\\S+:\\d+:\\d+ .*");

  private static final String PLAYWRIGHT_TYPE = "FAILURE";

  private final Tally tally;
  private final NodeTotals node;
  private final ArrayDeque<JUnitSuite> suites = new ArrayDeque<>();
  private final StringBuilder captured = new StringBuilder();
  private @Nullable OpenCase open;
  private boolean childrenCounted;
  private boolean unknownStatus;
  private long excused;
  private long files;
  private int depth;
  private int captureDepth = -1;
  private int outputDepth = -1;

  /** A test case, or a failure that stands beside test cases in a suite. */
  private static final class OpenCase {
    final String name;
    final String title;
    final long start;
    final int depth;
    Outcome outcome = Outcome.PASSED;
    boolean todo;
    boolean described;
    @Nullable String type;
    @Nullable String message;
    @Nullable String trace;

    OpenCase(String className, String title, long start, int depth) {
      this.name = className.isEmpty() ? title : className + " " + title;
      this.title = title;
      this.start = start;
      this.depth = depth;
    }

    /** Worse outcomes stay: an error beside a failure, a failure beside a rerun that passed. */
    void become(Outcome next) {
      boolean worse =
          switch (outcome) {
            case PASSED -> true;
            case SKIPPED -> next != Outcome.PASSED;
            case FLAKY -> next.failing();
            case FAILED, ERRORED -> false;
          };
      outcome = worse ? next : outcome;
    }

    FailureText failure() {
      boolean onlyText = trace != null && !trace.isBlank() && !tells(message);
      return onlyText
          ? new FailureText(name, null, null, trace)
          : new FailureText(name, type, message, trace);
    }

    /** Whether a message says more than that, or where, the test failed. */
    private boolean tells(@Nullable String words) {
      return words == null
          || !EMPTY_MESSAGE.matcher(words).matches()
              && !(PLAYWRIGHT_TYPE.equals(type) && PLAYWRIGHT_MESSAGE.matcher(words).matches());
    }
  }

  /**
   * Reads into {@code tally}.
   *
   * @param node complete when the document ends
   */
  JUnitHandler(Tally tally, NodeTotals node) {
    this.tally = tally;
    this.node = node;
    tally.format(Format.JUNIT_XML);
  }

  @Override
  public void start(XmlElement element) throws UnreadableReportException {
    depth++;
    OpenCase current = open;
    switch (element.name()) {
      case "testsuites", "testsuite" -> {
        if (current != null) {
          throw new UnreadableReportException(InconclusiveReason.MALFORMED);
        }
        suites.push(new JUnitSuite(element, excused));
        unknownStatus |= JUnitWords.tellFailure(element);
      }
      case "testcase" -> {
        if (current != null) {
          throw new UnreadableReportException(InconclusiveReason.MALFORMED);
        }
        open = openCase(element);
      }
      case "failure" -> describe(element, Outcome.FAILED);
      case "error" -> describe(element, Outcome.ERRORED);
      case "rerunFailure", "rerunError" -> repeated(element, Outcome.FAILED);
      case "flakyFailure", "flakyError", "rerun", "retry" -> repeated(element, Outcome.FLAKY);
      // PHPUnit up to 9 writes a warning for what it could not run as a test.
      case "skipped", "disabled", "warning" -> {
        if (current != null && isDirect()) {
          current.become(Outcome.SKIPPED);
          current.todo |= element.text("type").equals("todo");
        }
      }
      // What a flaky test printed stands inside its failure, beside the stack trace.
      case "system-out", "system-err" -> outputDepth = outputDepth < 0 ? depth : outputDepth;
      // Properties and what else dialects add; a word for a failure is not passed over.
      default -> unknownStatus |= unread(element);
    }
  }

  /** Whether an element that no dialect has may hide a failure. */
  private boolean unread(XmlElement element) {
    return open == null
        ? outputDepth < 0 && (JUnitWords.tellFailure(element) || JUnitWords.isTest(element.name()))
        : isDirect() && (JUnitWords.tellFailure(element.name()) || JUnitWords.tellFailure(element));
  }

  /** Whether an element stands directly in the open test case. */
  private boolean isDirect() {
    OpenCase current = open;
    return current != null && depth == current.depth + 1;
  }

  private OpenCase openCase(XmlElement element) {
    OpenCase opened =
        new OpenCase(
            element.text("classname"), element.text("name"), element.tag().offset(), depth);
    status(opened, element.text("status"));
    status(opened, element.text("result"));
    status(opened, element.text("outcome"));
    unknownStatus |= JUnitWords.deny(element);
    return opened;
  }

  /** What an attribute says of a test; the children of one that passed tell more. */
  private void status(OpenCase opened, String reported) {
    Outcome told = JUnitWords.outcome(reported);
    if (told == null) {
      unknownStatus = true;
    } else {
      opened.become(told);
    }
  }

  /** One of several runs of a test. */
  private void repeated(XmlElement element, Outcome outcome) {
    JUnitSuite suite = suites.peek();
    if (suite != null && open != null) {
      suite.attempts++;
    }
    describe(element, outcome);
  }

  private void describe(XmlElement element, Outcome outcome) {
    OpenCase current = open;
    if (current == null) {
      JUnitSuite suite = suites.peek();
      current = new OpenCase("", suite == null ? "" : suite.name, element.tag().offset(), depth);
      open = current;
    } else if (!isDirect()) {
      // Printed output and stack traces may hold anything.
      unknownStatus |= outputDepth < 0 && captureDepth < 0;
      return;
    }
    boolean first = !current.described || outcome.failing() && !current.outcome.failing();
    current.become(outcome);
    if (first) {
      current.described = true;
      current.type = element.attribute("type");
      current.message = element.attribute("message");
      current.trace = null;
      captured.setLength(0);
      captureDepth = depth;
    }
  }

  @Override
  public void text(char[] characters, int start, int length) {
    if (captureDepth >= 0 && outputDepth < 0) {
      int room = TestReportLimits.FAILURE_CHARS_MAX - captured.length();
      captured.append(characters, start, Math.min(length, room));
    }
  }

  @Override
  public void end(String name, long end) throws UnreadableReportException {
    OpenCase current = open;
    outputDepth = outputDepth == depth ? -1 : outputDepth;
    if (captureDepth == depth) {
      captureDepth = -1;
      if (current != null) {
        current.trace = XmlText.decode(captured);
      }
    }
    if (current != null && depth == current.depth) {
      close(current, end);
      open = null;
    } else if (name.equals("testsuite") || name.equals("testsuites")) {
      close(suites.pop(), end);
    }
    depth--;
  }

  private void close(OpenCase ended, long end) throws UnreadableReportException {
    JUnitSuite suite = suites.peek();
    if (ended.todo && ended.outcome == Outcome.FAILED) {
      ended.outcome = Outcome.SKIPPED;
      excused++;
    }
    if (suite != null) {
      suite.own.add(ended.outcome);
      suite.all.add(ended.outcome);
    }
    if (ended.outcome == Outcome.PASSED && suites.size() == 1 && NodeTotals.isFile(ended.title)) {
      files++;
    }
    switch (ended.outcome) {
      case PASSED, SKIPPED -> tally.test(ended.name, ended.outcome);
      case FAILED, ERRORED, FLAKY ->
          tally.failure(ended.outcome, ended.failure(), Span.between(ended.start, end));
    }
    if (suite != null) {
      tally.in(suite.name, ended.name, ended.outcome);
    }
  }

  private void close(JUnitSuite ended, long end) {
    if (ended.skipsUnlisted()) {
      tally.counts().add(Outcome.SKIPPED, ended.skipped);
      ended.own.add(Outcome.SKIPPED, ended.skipped);
      ended.all.add(Outcome.SKIPPED, ended.skipped);
    }
    JUnitSuite parent = suites.peek();
    if (parent != null) {
      parent.all.addAll(ended.all);
      parent.attempts += ended.attempts;
      parent.suites++;
    }
    if (ended.own.total() > 0 || parent != null) {
      tally.suite(ended.name, ended.own, Span.between(ended.start, end));
    }
    if (ended.totalsDiffer() && ended.countsSubtests()) {
      tally.unlisted(ended.tests - ended.all.total());
    } else if (ended.totalsDiffer() && ended.countsAssertions()) {
      tally.assertionsCounted();
    } else if (ended.totalsDiffer() && ended.countsChildren()) {
      childrenCounted = true;
    } else if (ended.totalsDiffer()) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (ended.skipsDiffer() || ended.flakes > ended.all.of(Outcome.FLAKY)) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    long bad = ended.bad - (ended.all.failing() + excused - ended.excusedBefore);
    if (bad > 0) {
      tally.unlistedFailures("the suite declares failures that it does not list", bad);
    }
  }

  @Override
  public void finish() {
    if (childrenCounted && !node.reported() || excused > node.todo()) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (node.failing() > tally.counts().failing()) {
      tally.declaredFailure("Node's totals declare failures that the report does not list");
    }
    node.tellFailures(tally);
    if (unknownStatus && tally.counts().failing() == 0) {
      tally.inconclusive(InconclusiveReason.MALFORMED);
    }
    if (node.reported() && files > 0 && files == tally.counts().executed()) {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    }
  }
}
