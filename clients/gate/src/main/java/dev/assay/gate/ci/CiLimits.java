package dev.assay.gate.ci;

/** The bounds of what a job tells. */
final class CiLimits {

  /** Verifications that are told. */
  static final int CHECKS_MAX = 100;

  /** Failures of one verification that are told. */
  static final int FAILURES_MAX = 50;

  /** Codes, findings and sentences of help, each. */
  static final int LINES_MAX = 50;

  /** Characters of one line. */
  static final int LINE_CHARS_MAX = 1_000;

  /** Annotations of a step that GitHub shows; more are dropped there without a word. */
  static final int ANNOTATIONS_MAX = 10;

  /** Characters of a summary, within the 65,536 of a comment at GitHub. */
  static final int SUMMARY_CHARS_MAX = 60_000;

  private CiLimits() {}
}
