package dev.assay.testreport;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The subtests of a TAP report, for which the points of their parents answer. */
final class TapSubtests {

  /** The indents of failures in subtests whose parent is still to come, or did not fail. */
  private final BitSet failures = new BitSet();

  /** The plans and points of the open subtests by their indents. */
  private final Map<Integer, Long> plans = new HashMap<>();

  private final Map<Integer, Long> points = new HashMap<>();

  /** The indents of the open subtests of which at least one was executed. */
  private final BitSet executed = new BitSet();

  /** Points by their indents whose subtests follow in braces. */
  private final Map<Integer, String> braces = new HashMap<>();

  private final Tally tally;
  private boolean seen;
  private boolean below;
  private long hollow;

  TapSubtests(Tally tally) {
    this.tally = tally;
  }

  /** A point of a subtest. */
  void point(int indent, String text) {
    seen = true;
    below = true;
    points.merge(indent, 1L, Long::sum);
    parent(indent, text);
  }

  /** The plan of a subtest. */
  void plan(int indent, long planned) {
    below = true;
    plans.put(indent, planned);
  }

  /** Whether points or plans of subtests came since this was asked last. */
  boolean takeBelow() {
    boolean were = below;
    below = false;
    return were;
  }

  /** Whether any subtest has a point. */
  boolean seen() {
    return seen;
  }

  /** Whether a subtest failed whose parent did not, or never came. */
  boolean failed() {
    return !failures.isEmpty();
  }

  /** Points of the outermost level that passed though nothing of their subtests was executed. */
  long hollow() {
    return hollow;
  }

  /** A point answers for the subtests before it, or for those in the braces after it. */
  void parent(int indent, String point) {
    if (point.endsWith(" {")) {
      braces.put(indent, point);
    } else {
      answer(indent, point);
    }
  }

  void unbrace(int indent) {
    String point = braces.remove(indent);
    if (point != null) {
      answer(indent, point);
    }
  }

  /** A point takes over the failures of its subtests, unless they were announced with it. */
  private void answer(int indent, String point) {
    boolean passed = point.startsWith("ok") && !TapLine.skipped(point);
    boolean failed = point.startsWith("not ok") && !TapLine.excused(point);
    boolean nothing = passed && !covers(indent);
    hollow += nothing && indent == 0 ? 1 : 0;
    executed.clear(indent + 1, Math.max(indent + 1, executed.length()));
    if (failed || passed && !nothing) {
      executed.set(indent);
    }
    plans.keySet().removeIf(below -> below > indent);
    points.keySet().removeIf(below -> below > indent);
    boolean failedBelow = failures.length() > indent + 1;
    if (failedBelow) {
      failures.clear(indent + 1, failures.length());
    }
    if (failed || failedBelow && !TapLine.todo(point)) {
      failures.set(indent);
    }
  }

  /**
   * Whether subtests that were planned were executed, if there are any: a point that passed cannot
   * stand for those that are missing, nor for none.
   */
  private boolean covers(int indent) {
    boolean covered = true;
    for (Map.Entry<Integer, Long> below : plans.entrySet()) {
      if (below.getKey() > indent) {
        covered = executed.get(below.getKey());
        if (points.getOrDefault(below.getKey(), 0L) < below.getValue()) {
          tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
        }
      }
    }
    return covered;
  }
}
