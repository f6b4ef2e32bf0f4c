package dev.assay.quick.check;

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
