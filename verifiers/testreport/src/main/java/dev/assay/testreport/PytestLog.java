package dev.assay.testreport;

import java.util.regex.Pattern;

/**
 * pytest's console log; the line that counts the outcomes is the end mark, unless pytest says that
 * the session was broken off.
 */
final class PytestLog implements LogDialect {

  /** Python's own last word, after the marks of the tests that ran on its line. */
  private static final Pattern CRASH = Pattern.compile("[.FEsxX]*Fatal Python error: .+");

  private final LogFailures failures = new LogFailures();
  private boolean started;
  private boolean counted;
  private boolean open;
  private boolean brokenOff;
  private boolean interrupted;
  private boolean inFailures;
  private boolean nothing;
  private boolean gated;
  private long passed;
  private long failed;
  private long skipped;
  private long reruns;

  @Override
  public void line(String text, Span span) {
    String bare = stripped(text, '=');
    boolean rule = bare.length() < text.length();
    if (rule && bare.equals("test session starts")) {
      started = true;
      open = true;
    } else if (rule && (bare.equals("FAILURES") || bare.equals("ERRORS"))) {
      inFailures = true;
    } else if (summary(bare)) {
      failures.close();
      counted = true;
      open = false;
      count(bare);
    } else if (rule) {
      failures.close();
      inFailures = false;
    } else if (coverageGate(text)) {
      gated = true;
    } else if (text.startsWith("INTERNALERROR>") || CRASH.matcher(text).matches()) {
      brokenOff = true;
    } else if (text.startsWith("!!!")) {
      stop(stripped(text, '!'));
    } else if (inFailures) {
      String heading = stripped(text, '_');
      if (heading.length() + 4 < text.length() && text.startsWith("__")) {
        failures.open(heading, span);
      } else {
        failures.add(text, span);
      }
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
        // "stopping after 1 failures" and the like are told by the counts
      }
    }
  }

  /** {@code 1 failed, 2 passed in 0.12s}: counts, then the time. */
  private static boolean summary(String text) {
    int in = text.lastIndexOf(" in ");
    if (in < 0 || in + 4 >= text.length() || !Words.digit(text.charAt(in + 4))) {
      return false;
    }
    boolean timed = text.endsWith("s") || text.endsWith(")");
    boolean counts = Words.digit(text.charAt(0)) || text.startsWith("no tests ran");
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

  private void count(String text) {
    nothing = text.startsWith("no tests ran");
    passed += Words.before(text, "passed") + Words.before(text, "xpassed");
    failed +=
        Words.before(text, "failed") + Words.before(text, "error") + Words.before(text, "errors");
    skipped += Words.before(text, "skipped") + Words.before(text, "xfailed");
    reruns += Words.before(text, "rerun") + Words.before(text, "reruns");
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
    return started || counted;
  }

  @Override
  public void tell(Tally tally) throws StopReading {
    long flaky = Math.min(passed, reruns);
    LogCounts.tell(tally, passed - flaky, failed, skipped, flaky);
    failures.cite(tally);
    if (gated) {
      tally.declaredFailure("pytest-cov says that the coverage is too low");
    }
    if (!counted || open || brokenOff || interrupted && failed == 0) {
      tally.trouble(Trouble.TRUNCATED);
    } else if (nothing) {
      tally.trouble(Trouble.NOTHING_EXECUTED);
    }
  }
}
