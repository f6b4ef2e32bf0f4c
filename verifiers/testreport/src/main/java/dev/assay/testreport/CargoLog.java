package dev.assay.testreport;

import dev.assay.testreport.ExitReader.Signals;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.LogReader.LogDialect;
import dev.assay.testreport.LogStream.TextBudget;
import java.util.regex.Pattern;

/**
 * The console log of {@code cargo test}; it has no end mark for the whole run. Cargo's own error
 * ends a test binary that crashed.
 */
final class CargoLog implements LogDialect {

  private static final Pattern RESULT = Pattern.compile("test result: (?:ok|FAILED)\\. \\d.*");
  private static final Pattern BUILD_ERROR =
      Pattern.compile("error(?:\\[E\\d+])?: (?!\\d+ targets? failed:).+");

  private static final String HEAD = "---- ";
  private static final String HEAD_END = " stdout ----";

  private final LogFailures failures;

  /** Crashes and build errors; how a run failed in which no test did. */
  private final LogFailures crashes;

  private long started;
  private long ended;
  private long passed;
  private long failed;
  private long ignored;
  private boolean errored;
  private boolean succeeding;
  private boolean killed;
  private boolean saysFailed;
  private long announced;
  private long measured;

  CargoLog(TextBudget room) {
    failures = new LogFailures(room);
    crashes = new LogFailures(room);
  }

  @Override
  public void line(String text, Span span) {
    crash(text, span);
    if (text.startsWith("running ") && (text.endsWith(" test") || text.endsWith(" tests"))) {
      started++;
      announced += Math.max(0, LineCounts.after(text, "running "));
      succeeding = false;
    } else if (text.startsWith("test result: ") && RESULT.matcher(text).matches()) {
      failures.close();
      ended++;
      passed += LineCounts.before(text, "passed");
      failed += LineCounts.before(text, "failed");
      ignored += LineCounts.before(text, "ignored");
      measured += LineCounts.before(text, "measured");
      saysFailed |= text.startsWith("test result: FAILED");
    } else if (text.startsWith("test ") && text.endsWith(" ... FAILED")) {
      saysFailed = true;
    } else if (text.startsWith("error: test failed")) {
      errored = true;
      ended = Math.max(started, ended);
    } else if (text.startsWith("error: could not compile")) {
      errored = true;
    } else if (text.startsWith("  process didn't exit successfully: ")) {
      killed |= Signals.stops(Signals.name(LineCounts.after(text, "(signal: ")));
    } else if (text.equals("failures:") || text.equals("successes:")) {
      failures.close();
      succeeding = text.startsWith("s");
    } else if (headsOutput(text) && !succeeding) {
      failures.open(text.substring(HEAD.length(), text.length() - HEAD_END.length()), span);
    } else {
      failures.add(text, span);
    }
  }

  /** Whether {@code text} names the test whose output follows. */
  private static boolean headsOutput(String text) {
    return text.length() > HEAD.length() + HEAD_END.length()
        && text.startsWith(HEAD)
        && text.endsWith(HEAD_END);
  }

  /** Of a build error the first line and the place; the source after them holds line numbers. */
  private void crash(String text, Span span) {
    if (text.startsWith("error: test failed") || text.startsWith("error: could not compile")) {
      crashes.close();
    } else if (text.startsWith("error") && BUILD_ERROR.matcher(text).matches()) {
      crashes.open("build", span);
      crashes.add(text, span);
    } else if (text.startsWith("  process didn't exit successfully: ")) {
      crashes.open("crash", span);
      crashes.add(text, span);
    } else if (text.isBlank()) {
      crashes.close();
    } else if (text.stripLeading().startsWith("--> ")) {
      crashes.add(text, span);
    }
  }

  @Override
  public boolean recognised() {
    return started > 0 || ended > 0 || errored;
  }

  @Override
  public void tell(Tally tally) throws UnreadableReportException {
    LogCounts.tell(tally, passed, failed, ignored, 0);
    failures.cite(tally);
    if (errored && failed == 0) {
      crashes.cite(tally);
      tally.declaredFailure("cargo says that the tests failed");
    }
    boolean untold = announced != passed + failed + ignored + measured;
    if (saysFailed && failed == 0 || started == ended && !errored && untold) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (started != ended || killed) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    }
    tally.openEnded();
  }
}
