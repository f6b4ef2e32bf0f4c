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
  /**
   * Tests that failed in what was flaky or could not be read whole were forgotten, a claim cleared
   * what was known better, a pass of which nothing ran cleared a failure without names, children of
   * a split required nothing of their parent's, whoever sent work resumed it, and an execution that
   * names no files was in no scope.
   */
  BEFORE_REMEMBERED_FAILURES,
  /**
   * The scope of a verifier was compared with the files that an execution names and with no others,
   * and a failure of which nothing ran was cleared by the tests alone that it named.
   */
  BEFORE_SEEN_SCOPES,
  /**
   * Nothing was asked about who answered, lowered or vouched, nor whether a fact's id was that of
   * what it says.
   */
  BEFORE_ROLES,
  TODAY;

  /** Whether it decides as builds did that came later than {@code other}. */
  boolean isAfter(Edition other) {
    return compareTo(other) > 0;
  }
}
