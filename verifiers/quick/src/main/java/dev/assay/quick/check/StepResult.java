package dev.assay.quick.check;

/**
 * One step of a replay.
 *
 * @param declared what the contract says the tool does, with this event's parameters
 * @param expected what had to be found, in patterned words
 */
record StepResult(
    long seq,
    String toolId,
    boolean releaseCritical,
    String declared,
    String expected,
    CheckOutcome outcome) {

  boolean verified() {
    return outcome.status() == StepStatus.VERIFIED;
  }
}
