package dev.assay.testreport;

import java.util.HashMap;
import java.util.Map;

/**
 * The output of Node's test runner for people (its {@code spec} reporter). Its totals are the
 * result; {@code duration_ms} is the end mark.
 */
final class NodeLog implements LogDialect {

  private static final String INFO = "ℹ ";
  private static final String CROSS = "✖ ";

  private final LogFailures failures = new LogFailures();
  private final Map<String, Long> totals = new HashMap<>();
  private boolean details;
  private boolean crossed;
  private boolean finished;

  @Override
  public void line(String text, Span span) {
    String bare = text.strip();
    if (bare.startsWith(INFO)) {
      total(bare.substring(INFO.length()));
    } else if (bare.equals("✖ failing tests:")) {
      details = true;
    } else if (bare.startsWith(CROSS)) {
      crossed = true;
      if (details) {
        int cut = bare.lastIndexOf(" (");
        failures.open(bare.substring(CROSS.length(), cut < 3 ? bare.length() : cut), span);
      }
    } else if (details && bare.startsWith("test at ")) {
      failures.close();
    } else if (details) {
      failures.add(text, span);
    }
  }

  private void total(String text) {
    int blank = text.indexOf(' ');
    if (blank <= 0) {
      return;
    }
    String key = text.substring(0, blank);
    switch (key) {
      case "tests", "pass", "fail", "cancelled", "skipped", "todo" ->
          totals.merge(key, Words.number(text, blank + 1), Long::sum);
      case "duration_ms" -> finished = totals.containsKey("todo");
      default -> {
        // suites and diagnostics
      }
    }
  }

  private long of(String key) {
    return totals.getOrDefault(key, 0L);
  }

  @Override
  public boolean recognised() {
    return totals.containsKey("tests") || totals.containsKey("pass");
  }

  @Override
  public void tell(Tally tally) throws StopReading {
    long bad = of("fail") + of("cancelled");
    LogCounts.tell(tally, of("pass"), bad, of("skipped") + of("todo"), 0);
    failures.cite(tally);
    boolean differs = of("tests") != of("pass") + bad + of("skipped") + of("todo");
    if (differs || crossed && bad == 0 && of("todo") == 0) {
      tally.trouble(Trouble.TOTALS_DIFFER);
    }
    if (!finished) {
      tally.trouble(Trouble.TRUNCATED);
    }
  }
}
