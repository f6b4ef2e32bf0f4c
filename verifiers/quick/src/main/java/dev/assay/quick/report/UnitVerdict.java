package dev.assay.quick.report;

/** What the database said about one unit. */
public enum UnitVerdict {
  /** The row or relation is there and agrees. */
  VERIFIED("verified"),
  /** The database contradicts the claim. */
  FAIL("fail"),
  /** Nothing was established. */
  UNCERTAIN("uncertain");

  private final String word;

  UnitVerdict(String word) {
    this.word = word;
  }

  /** The word that documents use. */
  public String word() {
    return word;
  }
}
