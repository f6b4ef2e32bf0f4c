package dev.assay.core.failure;

/** The bounds of reading a failure. Over a bound is a cut: the same text is always cut alike. */
public final class FailureLimits {

  /** Characters of a failure text that are read. */
  public static final int TRACE_CHARS_MAX = 64 * 1024;

  /** Characters of one line that are read. */
  public static final int LINE_CHARS_MAX = 2_000;

  /** Lines of a failure text that are read. */
  public static final int LINES_MAX = 4_000;

  /** Own frames that enter a signature. */
  public static final int FRAMES_MAX = 3;

  /** Frames that are remembered of one section of a trace. */
  static final int SECTION_FRAMES_MAX = 64;

  /** Sections (causes) of a trace that are read. */
  static final int SECTIONS_MAX = 16;

  /** Lines of a message that enter a signature. */
  static final int MESSAGE_LINES_MAX = 8;

  /** Characters of a masked message that enter a signature. */
  static final int MESSAGE_CHARS_MAX = 600;

  /** Characters of an exception type or a frame that enter a signature. */
  static final int NAME_CHARS_MAX = 200;

  /** Characters of a signature's text; below the longest verbatim run a report may hold. */
  public static final int TEXT_CHARS_MAX = 200;

  private FailureLimits() {}
}
