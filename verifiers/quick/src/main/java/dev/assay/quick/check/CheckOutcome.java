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
}
