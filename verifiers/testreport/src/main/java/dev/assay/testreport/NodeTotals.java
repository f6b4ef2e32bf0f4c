package dev.assay.testreport;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The totals that Node's JUnit reporter writes as comments at the end of the root element, such as
 * {@code fail 1}, and its TAP reporter as diagnostics. A comment that a test wrote stands before
 * them.
 */
final class NodeTotals {

  private static final Set<String> NAMES =
      Set.of("tests", "suites", "pass", "fail", "cancelled", "skipped", "todo");

  private static final String ERROR = "Error: ";
  private static final Pattern COVERAGE_GATE =
      Pattern.compile(ERROR + "[\\d.]+% \\w+ coverage does not meet threshold of [\\d.]+%\\.?");

  /** What a run failed of whose coverage is below its threshold; no test tells it. */
  private static final String COVERAGE_TOO_LOW = "Node says that the coverage is too low";

  private static final String FAILED_LATE = "Node says that a test failed after it had ended";
  private static final Pattern LATE_FAILURE =
      Pattern.compile(
          "(?:Error|Warning): .+ generated asynchronous activity after the test ended\\. .*");

  /** How Node names a file that ended without a test: by its path. */
  private static final Pattern FILE =
      Pattern.compile("(?:\\S+|(?:/|[A-Za-z]:\\\\).+)\\.[cm]?[jt]s");

  private final Map<String, Long> totals = new HashMap<>();
  private boolean gated;
  private boolean late;

  /** Whether a diagnostic, which every reporter writes in its own frame, tells such a run. */
  private static boolean coverageGate(String diagnostic) {
    return diagnostic.startsWith(ERROR) && COVERAGE_GATE.matcher(diagnostic).matches();
  }

  /** Reads a comment; answers whether it tells a total. */
  boolean comment(String text) {
    gated |= coverageGate(text);
    late |= LATE_FAILURE.matcher(text).matches();
    int blank = text.indexOf(' ');
    String name = text.substring(0, Math.max(0, blank));
    boolean total = NAMES.contains(name);
    if (total) {
      totals.put(name, Math.max(0, LineCounts.number(text.substring(blank).strip(), 0)));
    }
    return total;
  }

  /** Whether a test's name is the path of a script; a file without tests has no other. */
  static boolean isFile(String name) {
    return FILE.matcher(name).matches();
  }

  /** Whether the report is Node's: all totals are reported. */
  boolean reported() {
    return totals.keySet().containsAll(NAMES);
  }

  /** Tests that failed or were cancelled; 0 when the report is not Node's. */
  long failing() {
    return of("fail") + of("cancelled");
  }

  /** Tests that were announced as unfinished, whether they passed or failed. */
  long todo() {
    return of("todo");
  }

  /** The total of that name, or -1 when it is not reported. */
  long declared(String name) {
    return totals.getOrDefault(name, -1L);
  }

  /** Tells how the run failed although its tests passed. */
  void tellFailures(Tally tally) {
    if (gated) {
      tally.declaredFailure(COVERAGE_TOO_LOW);
    }
    if (late) {
      tally.declaredFailure(FAILED_LATE);
    }
  }

  private long of(String name) {
    return totals.getOrDefault(name, 0L);
  }
}
