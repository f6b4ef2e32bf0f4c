package dev.assay.quick.enforce;

/** What a command asks for. */
enum Operation {
  /** Compare with the baseline. */
  CHECK("check"),
  /** Make this run the baseline. */
  CREATE_BASELINE("create_baseline"),
  /** Make a drift the new baseline. */
  ACCEPT_DRIFT("accept_drift");

  private final String word;

  Operation(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
