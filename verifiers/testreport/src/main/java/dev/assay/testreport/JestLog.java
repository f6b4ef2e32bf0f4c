package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.LogReader.LogDialect;
import dev.assay.testreport.LogStream.TextBudget;
import java.util.regex.Pattern;

/** Jest's console log; {@code Time:} after the totals is the end mark of each run. */
final class JestLog implements LogDialect {

  /** Up to Jest 25 no blank stands before the unit. */
  private static final Pattern TIME = Pattern.compile("Time: +[\\d.]+ ?s\\b");

  private static final Pattern COVERAGE_GATE =
      Pattern.compile(
          "Jest: (?:\"[^\"]+\" coverage threshold for .+ not met: .+"
              + "|\"[^\"]+\" uncovered count for .+ exceeds .+ threshold .+"
              + "|Coverage data for .+ was not found\\.)");

  private static final String HOOK = "Error: Jest: Got error running global";

  /** {@code 1 passed, 1 of 3 total} while it runs. */
  private static final Pattern LIVE = Pattern.compile("\\b\\d+ of \\d+ total");

  private static final Pattern FAILING_FILE =
      Pattern.compile("FAIL \\S+\\.[cm]?[jt]sx?(?: \\(.+\\))?");

  /** A test that failed, as the list of its file has it. */
  private static final Pattern CROSSED = Pattern.compile(" {2,}[✕×] \\S");

  /** Heads, in a frame of blanks, why a test failed that was run again. */
  private static final Pattern RETRIED = Pattern.compile(" ?LOGGING RETRY ERRORS +\\S");

  private final LogFailures failures;
  private boolean totals;
  private boolean timed;
  private boolean inPassingFile;
  private boolean inFailingFile;

  /** Whether the lines are the list of a file's tests, which an empty line ends. */
  private boolean inTests;

  private boolean failedTest;
  private boolean none;
  private boolean allowed = true;
  private boolean live;
  private boolean hookFailed;
  private boolean gated;
  private boolean obsolete;
  private boolean fileFailed;
  private boolean interrupted;
  private long snapshotsFailed;
  private long retried;
  private long suitesFailed;
  private long passed;
  private long failed;
  private long skipped;
  private long total;

  JestLog(TextBudget room) {
    failures = new LogFailures(room);
  }

  @Override
  public void line(String raw, Span span) {
    String text = withoutFrame(raw);
    if (text.startsWith("Test Suites:")) {
      startFile(true);
      live = LIVE.matcher(text).find();
      suitesFailed += live ? 0 : LineCounts.before(text, "failed");
    } else if (live && (text.startsWith("Tests:") || text.startsWith("Time:"))) {
      // how far the run is, written again and again
    } else if (text.startsWith("Tests:") && text.endsWith(" total")) {
      failures.close();
      totals = true;
      passed += LineCounts.before(text, "passed");
      failed += LineCounts.before(text, "failed");
      skipped += LineCounts.before(text, "skipped") + LineCounts.before(text, "todo");
      total += LineCounts.before(text, "total");
    } else if (text.startsWith("Snapshots:")) {
      obsolete |= !live && text.contains(" obsolete");
      snapshotsFailed += live ? 0 : LineCounts.before(text, "failed");
    } else if (RETRIED.matcher(text).lookingAt()) {
      retried++;
    } else if (text.equals("Test run was interrupted.")) {
      interrupted = true;
    } else if (totals && text.startsWith("Time:") && TIME.matcher(text).lookingAt()) {
      timed = true;
    } else if (text.startsWith("Jest: ") && COVERAGE_GATE.matcher(text).matches()) {
      gated = true;
    } else if (text.startsWith(HOOK)) {
      failures.open("global hook", span);
      failures.add(text.substring("Error: ".length()), span);
      hookFailed = true;
    } else if (text.startsWith("No tests found")) {
      none = true;
      allowed &= text.equals("No tests found, exiting with code 0");
    } else if (text.equals("  ● Console")) {
      failures.close();
    } else if (text.startsWith("  ● ") && !inPassingFile) {
      failedTest |= inFailingFile;
      failures.open(text.substring(4), span);
    } else if (text.startsWith("PASS ") || text.startsWith("FAIL ")) {
      startFile(text.startsWith("PASS"));
      inFailingFile = FAILING_FILE.matcher(text).matches();
      fileFailed |= inFailingFile;
      inTests = true;
    } else if (text.isBlank()) {
      inTests = false;
    } else if (inTests && CROSSED.matcher(text).lookingAt()) {
      fileFailed = true;
    } else {
      String bare = text.strip();
      boolean source = bare.startsWith(">") || bare.indexOf(" | ") >= 0 || bare.startsWith("|");
      if (!source) {
        failures.add(text, span);
      }
    }
  }

  /** On a terminal {@code PASS} and {@code FAIL} have a frame of blanks. */
  private static String withoutFrame(String raw) {
    return raw.startsWith(" PASS ") || raw.startsWith(" FAIL ") ? raw.substring(1) : raw;
  }

  /** In a file that passes, and behind the totals, a bullet heads what the tests printed. */
  private void startFile(boolean passing) {
    failures.close();
    inPassingFile = passing;
    timed = false;
  }

  @Override
  public boolean recognised() {
    return totals || none || hookFailed || live || suitesFailed > 0 || failedTest;
  }

  @Override
  public void tell(Tally tally) throws UnreadableReportException {
    long flaky = failed > 0 ? 0 : Math.min(passed, retried);
    LogCounts.tell(tally, passed - flaky, failed, skipped, flaky);
    failures.cite(tally);
    boolean untold = failed == 0 && suitesFailed == 0 && (fileFailed || snapshotsFailed > 0);
    if (totals && (untold || total != passed + failed + skipped)) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (suitesFailed > 0 && failed == 0) {
      tally.declaredFailure("Jest says that a test suite failed");
    }
    if (gated) {
      tally.declaredFailure("Jest says that the coverage is too low");
    }
    if (obsolete) {
      tally.undecided();
    }
    if (hookFailed && failed == 0) {
      tally.declaredFailure("Jest says that a global hook failed");
    }
    if (none && !(allowed && totals)) {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    } else if (!timed && !(hookFailed && !totals) || interrupted && failed == 0) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    }
  }
}
