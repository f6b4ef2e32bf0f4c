package dev.assay.testreport;

/** Recognises the words of one test runner in a console log. */
interface LogDialect {

  /** Takes the next line, without control sequences and line end. */
  void line(String text, Span span);

  /** Whether the log holds this runner's words. */
  boolean recognised();

  /** Tells what was found; called once, after the last line. */
  void tell(Tally tally) throws UnreadableReportException;
}
