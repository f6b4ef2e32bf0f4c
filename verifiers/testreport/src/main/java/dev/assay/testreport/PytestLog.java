package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.LogReader.LogDialect;
import dev.assay.testreport.LogStream.TextBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * pytest's console log; the line that counts the outcomes is the end mark, unless pytest says that
 * the session was broken off.
 */
final class PytestLog implements LogDialect {

  /** Python's own last word, after the marks of the tests that ran on its line. */
  private static final Pattern CRASH = Pattern.compile("[.FEsxX]*Fatal Python error: .+");

  /** What heads the lines that a test printed or logged. */
  private static final Pattern CAPTURED =
      Pattern.compile("-+ Captured (?:stdout|stderr|log) (?:setup|call|teardown) -+");

  /** How the short summary begins the line of a failure. */
  private static final Pattern LISTED = Pattern.compile("(?:FAILED|ERROR|SUBFAIL(?:ED)?\\S*) \\S");

  private static final int HELD_MAX = 100;

  private final LogFailures failures;

  /** Lines of counts among those that tests printed. */
  private final List<String> held = new ArrayList<>();

  private final PytestMarks marks = new PytestMarks();

  /** How wide the heading of the printed lines is; 0 outside of them. */
  private int captured;

  private boolean started;
  private boolean counted;

  /** Whether the session is one with a heading, whose long files fill lines of marks only. */
  private boolean headed;

  /** Whether a session was reported by its marks only. */
  private boolean marked;

  private boolean open;
  private boolean brokenOff;
  private boolean interrupted;
  private boolean inFailures;
  private boolean inSummary;

  /** Whether a line tells a test that failed, or the short summary lists one. */
  private boolean listed;

  /** Whether such a line is one that only pytest writes. */
  private boolean named;

  private boolean nothing;
  private boolean gated;
  private long passed;
  private long failed;
  private long skipped;
  private long reruns;

  PytestLog(TextBudget room) {
    failures = new LogFailures(room);
  }

  @Override
  public void line(String text, Span span) {
    if (captured > 0 && isCaptured(text)) {
      return;
    }
    if (text.startsWith("-") && CAPTURED.matcher(text).matches()) {
      failures.close();
      captured = text.length();
      return;
    }
    if (PytestOutcomes.tellFailure(text)) {
      listed = true;
      named |= PytestOutcomes.nameFailure(text);
    }
    String bare = stripped(text, '=');
    boolean rule = bare.length() < text.length();
    if (rule && bare.equals("test session starts")) {
      brokenOff |= marks.begun() && !marks.whole();
      addMarks();
      started = true;
      open = true;
      headed = true;
      addHeld();
    } else if (rule && bare.equals("short test summary info")) {
      failures.close();
      inFailures = false;
      inSummary = true;
      held.clear();
    } else if (rule && (bare.equals("FAILURES") || bare.equals("ERRORS"))) {
      inFailures = true;
      addHeld();
    } else if (summary(bare)) {
      failures.close();
      inSummary = false;
      counted = true;
      open = false;
      headed = false;
      marks.clear();
      count(bare);
      held.clear();
    } else if (rule) {
      failures.close();
      inFailures = false;
      inSummary = false;
      held.clear();
    } else if (coverageGate(text)) {
      gated = true;
    } else if (text.startsWith("INTERNALERROR>") || CRASH.matcher(text).matches()) {
      brokenOff = true;
    } else if (text.startsWith("!!!")) {
      stop(stripped(text, '!'));
    } else if (!headed && marks.matches(text)) {
      addMarks();
      marks.add();
      started = true; // all that a quiet run says until its counts
      open = true;
    } else if (inSummary) {
      listed |= LISTED.matcher(text).lookingAt();
    } else if (inFailures) {
      if (heading(text)) {
        failures.open(stripped(text, '_'), span);
      } else {
        failures.add(text, span);
      }
    }
  }

  /** A long name leaves room for one mark on each side. */
  private static boolean heading(String text) {
    return text.startsWith("__") && stripped(text, '_').length() + 4 < text.length()
        || text.startsWith("_ ") && text.endsWith(" _") && !text.startsWith("_ _ ");
  }

  /**
   * Whether the line is what a test printed. What pytest shows of that ends with a rule as wide as
   * the one before it, or with a quiet run's counts at the end of the log.
   */
  private boolean isCaptured(String text) {
    char mark = text.isEmpty() ? ' ' : text.charAt(0);
    boolean rule = mark == '=' || mark == '_' || mark == '!' || mark == '-';
    boolean wide = Math.abs(text.length() - captured) <= 1 && text.endsWith(text.substring(0, 1));
    boolean full =
        text.length() > captured && text.startsWith(mark + " ") && text.endsWith(" " + mark);
    if (rule && (wide || full)) {
      captured = 0;
      return false;
    }
    if (coverageGate(text) || text.startsWith("INTERNALERROR>") || CRASH.matcher(text).matches()) {
      return false;
    }
    if (held.size() < HELD_MAX && summary(text)) {
      held.add(text);
    }
    return true;
  }

  /** The counts among printed lines were a run's own, for another run begins after them. */
  private void addHeld() {
    for (String counts : held) {
      counted = true;
      count(counts);
    }
    held.clear();
  }

  /** The marks are a session's own when it came to its last test and no counts followed. */
  private void addMarks() {
    if (marks.whole()) {
      passed += marks.passed();
      failed += marks.failed();
      skipped += marks.skipped();
      reruns += marks.reruns();
      counted = true;
      marked = true;
      open = false;
      marks.clear();
    }
  }

  /** pytest-cov's own word that the run fails. */
  private static boolean coverageGate(String text) {
    return text.startsWith("FAIL Required test coverage of ")
            && text.contains("% not reached. Total coverage: ")
        || text.startsWith("ERROR: Coverage failure: total of ")
            && text.contains(" is less than fail-under=");
  }

  /** The reason between exclamation marks: an error's name, with or without its module. */
  private void stop(String reason) {
    int colon = reason.indexOf(':');
    String error = colon < 0 ? reason : reason.substring(0, colon);
    switch (error.substring(error.lastIndexOf('.') + 1)) {
      case "KeyboardInterrupt", "Exit" -> brokenOff = true;
      case "Interrupted" -> interrupted = true;
      default -> {
        // "stopping after 1 failures" and the like are reported by the counts
      }
    }
  }

  /** {@code 1 failed, 2 passed in 0.12s}: counts, then the time. */
  private static boolean summary(String text) {
    int in = text.lastIndexOf(" in ");
    if (in < 0 || in + 4 >= text.length() || !LineCounts.digit(text.charAt(in + 4))) {
      return false;
    }
    boolean timed = text.endsWith("s") || text.endsWith(")");
    boolean counts = counts(text) || text.startsWith("no tests ran");
    return timed
        && counts
        && (text.contains(" passed")
            || text.contains(" failed")
            || text.contains(" error")
            || text.contains(" skipped")
            || text.contains(" deselected")
            || text.contains(" xfailed")
            || text.startsWith("no tests ran"));
  }

  /** Whether the line begins with a number and a word. */
  private static boolean counts(String text) {
    int blank = text.indexOf(' ');
    return blank > 0
        && LineCounts.digit(text.charAt(0))
        && LineCounts.digit(text.charAt(blank - 1));
  }

  private void count(String text) {
    nothing = text.startsWith("no tests ran");
    passed += LineCounts.before(text, "passed") + LineCounts.before(text, "xpassed");
    failed +=
        LineCounts.before(text, "failed")
            + LineCounts.before(text, "error")
            + LineCounts.before(text, "errors");
    skipped += LineCounts.before(text, "skipped") + LineCounts.before(text, "xfailed");
    reruns += LineCounts.before(text, "rerun") + LineCounts.before(text, "reruns");
  }

  private static String stripped(String text, char mark) {
    int start = 0;
    int end = text.length();
    while (start < end && text.charAt(start) == mark) {
      start++;
    }
    while (end > start && text.charAt(end - 1) == mark) {
      end--;
    }
    return start == 0 && end == text.length() ? text : text.substring(start, end).strip();
  }

  @Override
  public boolean recognised() {
    return started || counted || named || !held.isEmpty();
  }

  @Override
  public void tell(Tally tally) throws UnreadableReportException {
    open &= held.isEmpty();
    addHeld();
    addMarks();
    long flaky = Math.min(passed, reruns);
    LogCounts.tell(tally, passed - flaky, failed, skipped, flaky);
    failures.cite(tally);
    if (marked) {
      tally.openEnded();
    }
    if (gated) {
      tally.declaredFailure("pytest-cov says that the coverage is too low");
    }
    if (listed && failed == 0) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (!counted || open || brokenOff || interrupted && failed == 0) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    } else if (nothing) {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    }
  }
}
