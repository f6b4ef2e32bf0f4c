package dev.assay.testreport;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The totals that Node's JUnit reporter writes as comments at the end of the root element, such as
 * {@code fail 1}. A comment that a test wrote stands before them.
 */
final class NodeTotals {

  private static final Set<String> NAMES =
      Set.of("tests", "suites", "pass", "fail", "cancelled", "skipped", "todo");

  private static final String ERROR = "Error: ";
  private static final Pattern COVERAGE_GATE =
      Pattern.compile(ERROR + "[\\d.]+% \\w+ coverage does not meet threshold of [\\d.]+%\\.?");

  /** What a run failed of whose coverage is below its threshold; no test tells it. */
  static final String COVERAGE_TOO_LOW = "Node says that the coverage is too low";

  private final Map<String, Long> totals = new HashMap<>();
  private boolean gated;

  /** Whether a diagnostic, which every reporter writes in its own frame, tells such a run. */
  static boolean coverageGate(String diagnostic) {
    return diagnostic.startsWith(ERROR) && COVERAGE_GATE.matcher(diagnostic).matches();
  }

  void comment(String text) {
    gated |= coverageGate(text);
    int blank = text.indexOf(' ');
    String name = text.substring(0, Math.max(0, blank));
    if (NAMES.contains(name)) {
      totals.put(name, Math.max(0, Words.number(text, blank + 1)));
    }
  }

  /** Whether the report is Node's: all totals are told. */
  boolean told() {
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

  boolean gated() {
    return gated;
  }

  private long of(String name) {
    return totals.getOrDefault(name, 0L);
  }
}
