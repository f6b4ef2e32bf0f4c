package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.LogReader.LogDialect;
import dev.assay.testreport.LogStream.TextBudget;
import java.util.regex.Pattern;

/** The console log of {@code go test}; it has no end mark for the whole run. */
final class GoLog implements LogDialect {

  private static final Pattern BUILD_ERROR = Pattern.compile("\\S+\\.go:\\d+:\\d+: .+");

  private final LogFailures failures;

  /** What the running tests of a verbose run said; it stands before their results. */
  private final GoOutputs outputs;

  /** Panics and build errors; how a run failed in which no test did. */
  private final LogFailures crashes;

  private boolean packages;
  private boolean tests;
  private boolean open;
  private boolean verbose;
  private boolean failedRun;
  private boolean failWord;
  private long packagesPassed;
  private long passed;
  private long failed;
  private long skipped;

  GoLog(TextBudget room) {
    failures = new LogFailures(room);
    outputs = new GoOutputs(room);
    crashes = new LogFailures(room);
  }

  @Override
  public void line(String text, Span span) {
    crash(text, span);
    String bare = text.strip();
    if (bare.startsWith("--- PASS: ") || bare.startsWith("--- SKIP: ")) {
      failures.close();
      seen();
      outputs.take(test(bare));
      passed += bare.startsWith("--- PASS") ? 1 : 0;
      skipped += bare.startsWith("--- SKIP") ? 1 : 0;
    } else if (bare.startsWith("--- FAIL: ")) {
      seen();
      failed++;
      fail(test(bare), span);
    } else if (text.startsWith("ok  \t")) {
      endPackage();
      failWord = false;
      packagesPassed += text.contains("[no tests to run]") ? 0 : 1;
    } else if (text.startsWith("?   \t")) {
      endPackage();
    } else if (text.startsWith("FAIL\t")) {
      endPackage();
      failedRun = true;
    } else if (bare.equals("FAIL")) {
      failures.close();
      open = false;
      failWord = true;
    } else if (text.startsWith("=== RUN   ")) {
      failures.close();
      seen();
      verbose = true;
      outputs.run(text.substring(10).strip());
    } else if (text.startsWith("=== CONT  ") || text.startsWith("=== NAME  ")) {
      failures.close();
      outputs.run(text.substring(10).strip());
    } else if (bare.equals("PASS") || bare.startsWith("=== ")) {
      failures.close();
      outputs.pause();
    } else {
      failures.add(text, span);
      outputs.add(text, span);
    }
  }

  /** The name between a result's mark and its time. */
  private static String test(String result) {
    int cut = result.indexOf(" (", 10);
    return result.substring(10, cut < 0 ? result.length() : cut);
  }

  private void fail(String test, Span span) {
    GoOutputs.Output said = outputs.take(test);
    failures.open(test, said == null ? span : said.upTo(span));
    if (said != null) {
      failures.add(said.text(), span);
    }
  }

  private void crash(String text, Span span) {
    if (text.startsWith("panic: ") || text.startsWith("fatal error: ")) {
      crashes.open("crash", span);
      crashes.add(text, span);
    } else if (text.contains(".go:") && BUILD_ERROR.matcher(text).matches()) {
      crashes.open("build", span);
      crashes.add(text, span);
    } else if (text.startsWith("FAIL") || text.startsWith("ok  \t")) {
      crashes.close();
    } else {
      crashes.add(text, span);
    }
  }

  private void seen() {
    tests = true;
    open = true;
  }

  private void endPackage() {
    failures.close();
    crashes.close();
    outputs.clear();
    packages = true;
    open = false;
  }

  @Override
  public boolean recognised() {
    return packages || tests;
  }

  @Override
  public void tell(Tally tally) throws UnreadableReportException {
    boolean listed = verbose || passed > 0 || skipped > 0;
    LogCounts.tell(tally, listed ? passed : packagesPassed, failed, skipped, 0);
    failures.citeInnermost(tally);
    if ((failedRun || failWord) && failed == 0) {
      crashes.cite(tally);
      tally.declaredFailure("go says FAIL");
    }
    if (open) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    }
    tally.openEnded();
  }
}
