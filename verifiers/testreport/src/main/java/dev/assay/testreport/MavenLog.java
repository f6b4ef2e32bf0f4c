package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.testreport.LogReader.LogDialect;
import dev.assay.testreport.LogStream.TextBudget;
import java.util.List;
import java.util.regex.Pattern;

/** Surefire and Failsafe in Maven's console log; {@code BUILD ...} is the end mark of each run. */
final class MavenLog implements LogDialect {

  /** What Surefire and Failsafe say of tests whose results they do not have. */
  private static final List<String> WITHOUT_RESULT =
      List.of(
          "There was a timeout in the fork",
          "The forked VM terminated without",
          "Crashed tests:",
          "There are test failures.");

  /** How Surefire heads the tests that failed, and the reactor tells a module that did. */
  private static final Pattern FAILED =
      Pattern.compile("\\[ERROR] (?:Failures|Errors): *|\\[INFO] \\S.* \\.{3,} FAILURE \\[.+]");

  private static final Pattern COMPILE_ERROR =
      Pattern.compile("\\S.*\\.(?:java|kt|scala|groovy):\\[\\d+,\\d+\\] .+");

  private final LogFailures failures;

  /** Compile errors and failed goals; how a build failed in which no test did. */
  private final LogFailures goals;

  private boolean summarised;
  private boolean classes;
  private boolean built;
  private boolean ended;
  private boolean begun;
  private boolean failed;
  private boolean listed;
  private boolean withoutResult;
  private boolean uncompiled;
  private boolean unreadable;
  private boolean inFrames;
  private boolean goalTold;
  private long classesBad;
  private long run;
  private long bad;
  private long skipped;
  private long flaky;

  MavenLog(TextBudget room) {
    failures = new LogFailures(room);
    goals = new LogFailures(room);
  }

  @Override
  public void line(String raw, Span span) {
    String text = withoutLevel(raw);
    boolean levelled = text.length() != raw.length();
    listed |= levelled && FAILED.matcher(raw).matches();
    if (raw.startsWith("[ERROR] ")) {
      withoutResult |= WITHOUT_RESULT.stream().anyMatch(text::contains);
      boolean compileError = COMPILE_ERROR.matcher(text).matches();
      uncompiled |= compileError;
      if (compileError || text.startsWith("Failed to execute goal ")) {
        reported(text, compileError, span);
      }
    }
    if (text.equals("Scanning for projects...")) {
      begun |= levelled;
      ended = false;
    } else if (text.startsWith("Tests run: ")) {
      failures.close();
      ended = false;
      if (text.contains("Time elapsed:")) {
        classes = true;
        classesBad += count(text, "Failures: ") + count(text, "Errors: ");
      } else {
        add(text);
      }
    } else if (levelled && text.startsWith("Failed to execute goal ")) {
      failures.close();
      ended = true; // all that a quiet run says
      failed = true;
    } else if ((levelled || summarised || classes)
        && (text.equals("BUILD SUCCESS") || text.equals("BUILD FAILURE"))) {
      ended = true;
      built = true;
      failed |= text.endsWith("FAILURE");
    } else if (text.endsWith("<<< FAILURE!") || text.endsWith("<<< ERROR!")) {
      int cut = text.indexOf(" -- Time elapsed");
      cut = cut < 0 ? text.indexOf("  Time elapsed") : cut;
      failures.open(cut < 0 ? text : text.substring(0, cut), span);
      inFrames = false;
    } else if (failures.isOpen()) {
      boolean ended = text.isBlank() && inFrames;
      inFrames = text.startsWith("\tat ") || inFrames && text.startsWith("\t");
      if (ended || levelled) {
        failures.close();
      } else {
        failures.add(text, span);
      }
    }
  }

  /** Maven tells compile errors twice, and then the goal that failed of them. */
  private void reported(String text, boolean compileError, Span span) {
    if (compileError ? ended : goalTold) {
      return;
    }
    goalTold = true;
    int help = text.indexOf(" -> [Help ");
    goals.open("build", span);
    goals.add(help < 0 ? text : text.substring(0, help), span);
    goals.close();
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
    run += count(text, "Tests run: ");
    bad += count(text, "Failures: ") + count(text, "Errors: ");
    skipped += count(text, "Skipped: ");
    flaky += count(text, "Flakes: ");
  }

  private long count(String text, String label) {
    long count = LineCounts.after(text, label);
    unreadable |= count < 0 && text.contains(label);
    return Math.max(0, count);
  }

  @Override
  public boolean recognised() {
    return summarised || classes || built || begun;
  }

  @Override
  public void tell(Tally tally) throws UnreadableReportException {
    LogCounts.tell(tally, run - bad - skipped - flaky, bad, skipped, flaky);
    failures.cite(tally);
    if (failed && bad == 0) {
      goals.cite(tally);
      tally.declaredFailure("Maven says BUILD FAILURE");
    }
    if (unreadable || (classesBad > 0 || listed) && bad == 0 && flaky == 0) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
    boolean unexplained = bad == 0 && !failed && (withoutResult || uncompiled);
    if (!ended || unexplained) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    }
  }
}
