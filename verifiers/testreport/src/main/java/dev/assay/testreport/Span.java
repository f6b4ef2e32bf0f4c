package dev.assay.testreport;

/**
 * A place in the report.
 *
 * @param offset bytes from its start
 * @param length bytes
 */
record Span(long offset, long length) {

  static Span between(long start, long end) {
    return new Span(start, Math.max(0, end - start));
  }
}
