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
  TODAY;

  /** Whether it decides as builds did that came later than {@code other}. */
  boolean isAfter(Edition other) {
    return compareTo(other) > 0;
  }
}
