package dev.assay.testreport;

/** The console log of {@code go test}; it has no end mark for the whole run. */
final class GoLog implements LogDialect {

  private final LogFailures failures = new LogFailures();
  private boolean packages;
  private boolean tests;
  private boolean open;
  private boolean failedRun;
  private long packagesPassed;
  private long passed;
  private long failed;
  private long skipped;

  @Override
  public void line(String text, Span span) {
    String bare = text.strip();
    if (bare.startsWith("--- PASS: ") || bare.startsWith("--- SKIP: ")) {
      failures.close();
      seen();
      passed += bare.startsWith("--- PASS") ? 1 : 0;
      skipped += bare.startsWith("--- SKIP") ? 1 : 0;
    } else if (bare.startsWith("--- FAIL: ")) {
      seen();
      failed++;
      int cut = bare.indexOf(" (", 10);
      failures.open(bare.substring(10, cut < 0 ? bare.length() : cut), span);
    } else if (text.startsWith("ok  \t")) {
      endPackage();
      packagesPassed += text.contains("[no tests to run]") ? 0 : 1;
    } else if (text.startsWith("?   \t")) {
      endPackage();
    } else if (text.startsWith("FAIL\t") || bare.equals("FAIL")) {
      endPackage();
      failedRun = true;
    } else if (bare.equals("PASS") || bare.startsWith("=== ")) {
      failures.close();
    } else {
      failures.add(text, span);
    }
  }

  private void seen() {
    tests = true;
    open = true;
  }

  private void endPackage() {
    failures.close();
    packages = true;
    open = false;
  }

  @Override
  public boolean recognised() {
    return packages || tests;
  }

  @Override
  public void tell(Tally tally) throws StopReading {
    LogCounts.tell(tally, passed > 0 ? passed : packagesPassed, failed, skipped, 0);
    failures.cite(tally);
    if (failedRun && failed == 0) {
      tally.declaredFailure("go says FAIL");
    }
    if (open) {
      tally.trouble(Trouble.TRUNCATED);
    }
    tally.openEnded();
  }
}
