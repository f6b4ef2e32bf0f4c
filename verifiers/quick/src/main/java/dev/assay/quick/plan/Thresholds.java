package dev.assay.quick.plan;

/** The score thresholds of specification A.11. */
public final class Thresholds {

  /** A path joins a table's bucket from this segment score on. */
  public static final double TABLE = 0.60;

  /** A parameter names a column from this score on. */
  public static final double COLUMN = 0.50;

  /** Below this tool score a global bucket has no table. */
  public static final double OVERALL = 0.55;

  /** Two tables closer than this are ambiguous. */
  public static final double AMBIGUITY_DELTA = 0.08;

  /** A row is exported with constants from this confidence on. */
  public static final double EXPORT = 0.55;

  private Thresholds() {}
}
