package dev.assay.testreport;

/** Surefire and Failsafe in Maven's console log; {@code BUILD ...} is the end mark of each run. */
final class MavenLog implements LogDialect {

  private final LogFailures failures = new LogFailures();
  private boolean summarised;
  private boolean classes;
  private boolean built;
  private boolean ended;
  private boolean failed;
  private long run;
  private long bad;
  private long skipped;
  private long flaky;

  @Override
  public void line(String raw, Span span) {
    String text = withoutLevel(raw);
    boolean levelled = text.length() != raw.length();
    if (text.equals("Scanning for projects...")) {
      ended = false;
    } else if (text.startsWith("Tests run: ")) {
      failures.close();
      ended = false;
      if (text.contains("Time elapsed:")) {
        classes = true;
      } else {
        add(text);
      }
    } else if (text.equals("BUILD SUCCESS") || text.equals("BUILD FAILURE")) {
      ended = true;
      built = true;
      failed |= text.endsWith("FAILURE");
    } else if (text.endsWith("<<< FAILURE!") || text.endsWith("<<< ERROR!")) {
      int cut = text.indexOf(" -- Time elapsed");
      cut = cut < 0 ? text.indexOf("  Time elapsed") : cut;
      failures.open(cut < 0 ? text : text.substring(0, cut), span);
    } else if (failures.isOpen()) {
      if (text.isBlank() || levelled) {
        failures.close();
      } else {
        failures.add(text, span);
      }
    }
  }

  private static String withoutLevel(String raw) {
    for (String level : new String[] {"[INFO] ", "[ERROR] ", "[WARNING] ", "[WARN] "}) {
      if (raw.startsWith(level)) {
        return raw.substring(level.length()).stripTrailing();
      }
    }
    return raw;
  }

  private void add(String text) {
    summarised = true;
    run += Math.max(0, Words.after(text, "Tests run: "));
    bad += Math.max(0, Words.after(text, "Failures: "));
    bad += Math.max(0, Words.after(text, "Errors: "));
    skipped += Math.max(0, Words.after(text, "Skipped: "));
    flaky += Math.max(0, Words.after(text, "Flakes: "));
  }

  @Override
  public boolean recognised() {
    return summarised || classes || built;
  }

  @Override
  public void tell(Tally tally) throws StopReading {
    LogCounts.tell(tally, run - bad - skipped - flaky, bad, skipped, flaky);
    failures.cite(tally);
    if (failed && bad == 0) {
      tally.declaredFailure("Maven says BUILD FAILURE");
    }
    if (!ended) {
      tally.trouble(Trouble.TRUNCATED);
    }
  }
}
