package dev.assay.quick.check;

import org.jspecify.annotations.Nullable;

/**
 * What reading and comparing showed.
 *
 * @param code null exactly when the status is verified
 * @param message one sentence for people
 * @param observed what the database showed, in patterned words
 */
record CheckOutcome(StepStatus status, @Nullable CheckCode code, String message, String observed) {

  static CheckOutcome verified(String observed) {
    return new CheckOutcome(StepStatus.VERIFIED, null, "", observed);
  }

  static CheckOutcome of(StepStatus status, CheckCode code, String observed) {
    return new CheckOutcome(status, code, code.phrase(), observed);
  }

  static CheckOutcome incomplete(CheckCode code, String message, String observed) {
    return new CheckOutcome(StepStatus.INCOMPLETE_VERIFICATION, code, message, observed);
  }

  /** What became of one step; the word that documents use is the lower-cased constant. */
  enum StepStatus {
    /** Everything that the contract demands is there. */
    VERIFIED("verified"),
    /** The row or relation is not there. */
    MISSING("missing"),
    /** The database contradicts the contract. */
    INCONSISTENT("inconsistent"),
    /** Nothing was established. */
    INCOMPLETE_VERIFICATION("incomplete_verification"),
    /** Some effects are there, others are not. */
    PARTIALLY_VERIFIED("partially_verified"),
    /** The state did not settle within the verification window. */
    UNCERTAIN("uncertain");

    private final String word;

    StepStatus(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
