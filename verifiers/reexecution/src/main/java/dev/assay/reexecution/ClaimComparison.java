package dev.assay.reexecution;

import dev.assay.testreport.RunReports;
import dev.assay.testreport.TestNames;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A claimed report and a run, test by test. Pure.
 *
 * @param state how far they could be compared
 * @param failing tests that the claim tells as passed and the run as failed
 * @param unknown tests that the claim tells as executed and the run does not know
 * @param concealed tests that failed in the run and are skipped in the claim or not in it
 * @param leftOut tests of the run that the claim skips or does not have
 * @param notRun tests that the claim tells as passed and the run skipped
 */
record ClaimComparison(
    State state,
    NavigableSet<String> failing,
    NavigableSet<String> unknown,
    NavigableSet<String> concealed,
    NavigableSet<String> leftOut,
    NavigableSet<String> notRun) {

  /** How far a claim could be compared. */
  enum State {
    /** There is no claimed report. */
    NO_CLAIM,
    /** The claim or the run names no tests, or in other words than the other. */
    NOT_COMPARABLE,
    /** Test by test. */
    COMPARED
  }

  static ClaimComparison without(State state) {
    TreeSet<String> none = new TreeSet<>();
    return new ClaimComparison(state, none, none, none, none, none);
  }

  static ClaimComparison of(RunReports claim, RunReports run) {
    TestNames claimed = claim.tests();
    TestNames own = run.tests();
    boolean comparable =
        run.isComparableWith(claim)
            && claimed.isComplete()
            && own.isComplete()
            && !claimed.all().isEmpty()
            && !own.all().isEmpty();
    if (!comparable) {
      return without(State.NOT_COMPARABLE);
    }
    Set<String> executed = union(claimed.passed(), claimed.failed());
    return new ClaimComparison(
        State.COMPARED,
        both(claimed.passed(), own.failed()),
        minus(executed, own.all()),
        minus(own.failed(), executed),
        minus(union(own.passed(), own.failed()), executed),
        both(claimed.passed(), own.skipped()));
  }

  /** The same claim with fewer tests that the run does not know. */
  ClaimComparison withUnknown(Set<String> still) {
    return new ClaimComparison(state, failing, new TreeSet<>(still), concealed, leftOut, notRun);
  }

  boolean isContradicted() {
    return !failing.isEmpty() || !unknown.isEmpty();
  }

  private static NavigableSet<String> union(Set<String> one, Set<String> other) {
    NavigableSet<String> all = new TreeSet<>(one);
    all.addAll(other);
    return all;
  }

  private static NavigableSet<String> both(Set<String> one, Set<String> other) {
    NavigableSet<String> all = new TreeSet<>(one);
    all.retainAll(other);
    return all;
  }

  static NavigableSet<String> minus(Set<String> one, Set<String> other) {
    NavigableSet<String> all = new TreeSet<>(one);
    all.removeAll(other);
    return all;
  }
}
