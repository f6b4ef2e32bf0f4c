package dev.assay.core.director;

/**
 * How the director decides, oldest first: what an earlier build decided is rebuilt by the edition
 * of then.
 */
public enum Edition {
  /** Executions of other fleets than the work item's were taken. */
  BEFORE_FLEETS,
  /** Any run of trusted tests waived the person who agrees to tests that are gone. */
  BEFORE_NAMED_TRUST,
  /**
   * What an independent checker failed was another verifier's failure, its pass another verifier's
   * pass, a report of before a failure cleared it, and a question about a promotion outlived a
   * newer attempt that was closed.
   */
  BEFORE_OWN_FAILURES,
  TODAY;

  /** Whether it decides as builds did that came later than {@code other}. */
  boolean isAfter(Edition other) {
    return compareTo(other) > 0;
  }
}
