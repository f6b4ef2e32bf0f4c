package dev.assay.cfverify.evidence;

/**
 * Bounds of re-reading one evidence item.
 *
 * @param scanBytesMax bytes of a file passed over on the way to the referenced lines
 * @param snippetCharsMax characters of the referenced lines kept for judging; the quote is looked
 *     for in all of them
 * @param quoteCharsMax characters of a quote
 * @param symbolBytesMax UTF-8 bytes of a symbol
 * @param hashLinesMax lines of a snippet within which every run of lines is tried against a quote's
 *     hash
 */
public record EvidenceLimits(
    long scanBytesMax,
    int snippetCharsMax,
    int quoteCharsMax,
    int symbolBytesMax,
    int hashLinesMax) {

  /** What the command and the pipeline use. */
  public static final EvidenceLimits DEFAULT =
      new EvidenceLimits(64L << 30, 256 << 10, 256 << 10, 4 << 10, 60);

  /** Lines of a symbol's window (specification 6.B). */
  static final int WINDOW_LINES = 60;

  /** Lines of a symbol's window before the matching line. */
  static final int WINDOW_LINES_BEFORE = 10;
}
