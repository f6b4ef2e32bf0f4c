package dev.assay.core.stop;

/** The bounds of what an agent is told. */
public final class StopLimits {

  /** Characters of a reason to go on. */
  public static final int REASON_CHARS_MAX = 4_000;

  /** Characters of a message to the person. */
  public static final int MESSAGE_CHARS_MAX = 1_000;

  /** Times in a row that an agent is kept from stopping. */
  public static final int BLOCKS_MAX = 3;

  /** Lines about what failed or is missing. */
  static final int FINDINGS_MAX = 12;

  /** Characters of one name that a tool wrote. */
  static final int NAME_CHARS_MAX = 120;

  /** Names of tests in one line. */
  static final int TESTS_MAX = 5;

  /** Characters of a digest or id that are enough to look it up. */
  static final int DIGEST_CHARS = 16;

  private StopLimits() {}
}
