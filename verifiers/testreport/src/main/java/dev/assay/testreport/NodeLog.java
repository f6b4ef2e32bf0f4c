package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.LogReader.LogDialect;
import dev.assay.testreport.LogStream.TextBudget;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The output of Node's test runner for people (its {@code spec} reporter). Its totals are the
 * result; {@code duration_ms} is the end mark. A line of totals that stands alone is what a test
 * printed.
 */
final class NodeLog implements LogDialect {

  private static final String INFO = "ℹ ";
  private static final String TICK = "✔ ";
  private static final String CROSS = "✖ ";

  /** Other tools write the cross too, such as ESLint before its problems. */
  private static final Pattern CROSSED = Pattern.compile("✖ .+ \\([\\d.]+ms\\)(?: # .*)?");

  private final LogFailures failures;
  private final NodeTotals diagnostics = new NodeTotals();
  private final Map<String, Long> totals = new HashMap<>();
  private final Map<String, Long> open = new HashMap<>();
  private boolean details;
  private boolean crossed;
  private boolean finished;
  private boolean cut;
  private boolean failedTest;
  private long points;
  private long files;

  NodeLog(TextBudget room) {
    failures = new LogFailures(room);
  }

  @Override
  public void line(String text, Span span) {
    String bare = text.strip();
    if (bare.startsWith(INFO)) {
      String diagnostic = bare.substring(INFO.length());
      diagnostics.comment(diagnostic);
      total(diagnostic);
      return;
    }
    if (open.size() == 1) {
      open.clear();
    }
    if (!details && test(text)) {
      finished = false;
      failedTest |= text.startsWith(CROSS);
    }
    if (!details && test(bare)) {
      int end = bare.lastIndexOf(" (");
      points++;
      files += end > 2 && NodeTotals.isFile(bare.substring(TICK.length(), end)) ? 1 : 0;
    }
    if (bare.equals("✖ failing tests:")) {
      details = true;
    } else if (bare.startsWith(CROSS) && CROSSED.matcher(bare).matches()) {
      crossed = true;
      if (details) {
        int cut = bare.lastIndexOf(" (");
        failures.open(bare.substring(CROSS.length(), cut < 3 ? bare.length() : cut), span);
      }
    } else if (details && !text.isBlank() && !text.startsWith(" ")) {
      failures.close(); // where the next test is, or another tool's word
    } else if (details) {
      failures.add(text, span);
    }
  }

  private static boolean test(String text) {
    return text.endsWith("ms)") && (text.startsWith(TICK) || text.startsWith(CROSS));
  }

  private void total(String text) {
    int blank = text.indexOf(' ');
    if (blank <= 0) {
      return;
    }
    String key = text.substring(0, blank);
    switch (key) {
      case "tests" -> {
        cut |= !open.isEmpty();
        addOpen();
        open.put(key, LineCounts.number(text, blank + 1));
      }
      case "suites", "pass", "fail", "cancelled", "skipped", "todo" ->
          open.merge(key, LineCounts.number(text, blank + 1), Long::sum);
      case "duration_ms" -> {
        finished = open.containsKey("todo");
        cut |= !finished;
        addOpen();
      }
      default -> {
        // diagnostics
      }
    }
  }

  private void addOpen() {
    open.forEach((key, count) -> totals.merge(key, count, Long::sum));
    open.clear();
  }

  private long of(String key) {
    return totals.getOrDefault(key, 0L);
  }

  @Override
  public boolean recognised() {
    return failedTest
        || Stream.of(totals, open).anyMatch(t -> t.containsKey("tests") || t.containsKey("pass"));
  }

  @Override
  public void tell(Tally tally) throws UnreadableReportException {
    cut |= !open.isEmpty();
    addOpen();
    long bad = of("fail") + of("cancelled");
    LogCounts.tell(tally, of("pass"), bad, of("skipped") + of("todo"), 0);
    if (bad > 0) {
      failures.cite(tally);
    }
    diagnostics.tellFailures(tally);
    if (bad == 0 && points > 0 && points == files) {
      tally.inconclusive(InconclusiveReason.NOTHING_EXECUTED);
    }
    boolean differs = of("tests") != of("pass") + bad + of("skipped") + of("todo");
    if (differs || crossed && bad == 0 && of("todo") == 0) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    if (!finished || cut) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    }
  }
}
