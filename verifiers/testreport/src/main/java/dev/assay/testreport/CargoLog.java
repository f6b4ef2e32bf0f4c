package dev.assay.testreport;

/**
 * The console log of {@code cargo test}; it has no end mark for the whole run. Cargo's own error
 * ends a test binary that crashed.
 */
final class CargoLog implements LogDialect {

  private final LogFailures failures = new LogFailures();
  private long started;
  private long ended;
  private long passed;
  private long failed;
  private long ignored;
  private boolean errored;
  private boolean succeeding;
  private boolean killed;

  @Override
  public void line(String text, Span span) {
    if (text.startsWith("running ") && (text.endsWith(" test") || text.endsWith(" tests"))) {
      started++;
      succeeding = false;
    } else if (text.startsWith("test result: ")) {
      failures.close();
      ended++;
      passed += Words.before(text, "passed");
      failed += Words.before(text, "failed");
      ignored += Words.before(text, "ignored");
    } else if (text.startsWith("error: test failed")) {
      errored = true;
      ended = Math.max(started, ended);
    } else if (text.startsWith("error: could not compile")) {
      errored = true;
    } else if (text.startsWith("  process didn't exit successfully: ")) {
      killed |= Signals.stops(Signals.name(Words.after(text, "(signal: ")));
    } else if (text.equals("failures:") || text.equals("successes:")) {
      failures.close();
      succeeding = text.startsWith("s");
    } else if (text.startsWith("---- ") && text.endsWith(" stdout ----") && !succeeding) {
      failures.open(text.substring(5, text.length() - 12), span);
    } else {
      failures.add(text, span);
    }
  }

  @Override
  public boolean recognised() {
    return started > 0 || ended > 0 || errored;
  }

  @Override
  public void tell(Tally tally) throws StopReading {
    LogCounts.tell(tally, passed, failed, ignored, 0);
    failures.cite(tally);
    if (errored && failed == 0) {
      tally.declaredFailure("cargo says that the tests failed");
    }
    if (started != ended || killed) {
      tally.trouble(Trouble.TRUNCATED);
    }
    tally.openEnded();
  }
}
