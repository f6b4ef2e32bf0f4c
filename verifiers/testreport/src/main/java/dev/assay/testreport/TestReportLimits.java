package dev.assay.testreport;

/** The bounds of reading one report. What lies beyond a bound makes the report inconclusive. */
public final class TestReportLimits {

  /** Bytes of one report: 128 MiB. */
  public static final long INPUT_BYTES_MAX = 128L << 20;

  /** Bytes looked at to tell the format. */
  public static final int SNIFF_BYTES_MAX = 64 * 1024;

  /** Nesting of XML elements. */
  public static final int XML_DEPTH_MAX = 64;

  /** Nesting of JSON values. */
  public static final int JSON_DEPTH_MAX = 64;

  /** Bytes of one XML tag or processing instruction. */
  public static final int MARKUP_BYTES_MAX = 1 << 20;

  /** Characters of one JSON string whose value is needed. */
  public static final int JSON_STRING_CHARS_MAX = 4 << 20;

  /** Bytes of one line that are looked at; the rest of the line is skipped. */
  public static final int LINE_BYTES_MAX = 1 << 20;

  /** Test cases or findings of one report. */
  public static final long CASES_MAX = 2_000_000;

  /** Tests that may be running at once in an event stream, and packages of one. */
  public static final int OPEN_TESTS_MAX = 100_000;

  /** The largest total that a report may declare. */
  public static final long COUNT_MAX = 1_000_000_000_000L;

  /** Rules of one scan whose default severity is remembered. */
  public static final int RULES_MAX = 50_000;

  /** Files of one scan whose names are remembered. */
  public static final int SCAN_FILES_MAX = 50_000;

  /** Characters of one failure's text that are kept while its signature is made. */
  public static final int FAILURE_CHARS_MAX = 64 * 1024;

  /** Characters of failures that all readers of one log keep together. */
  public static final long LOG_CHARS_KEPT_MAX = 32L << 20;

  /** Programs in one log that are distinguished by the prefixes of their lines. */
  public static final int LOG_STREAMS_MAX = 64;

  /** Failures whose signature is made; further ones are counted only. */
  public static final int FAILURES_READ_MAX = 1_000;

  /** Failures that the summary document lists. */
  public static final int FAILURES_LISTED_MAX = 200;

  /** Suites that the summary document lists. */
  public static final int SUITES_LISTED_MAX = 200;

  /** Characters of a test's or suite's name in the summary document. */
  public static final int NAME_CHARS_MAX = 200;

  /** Tests whose names are kept where runs are compared. */
  public static final int NAMES_MAX = 200_000;

  /** Characters of a test's name that are compared as they are; longer ones by their digest. */
  public static final int NAME_CHARS_COMPARED_MAX = 500;

  /** Tests of one report of which is remembered in which suite they stand. */
  public static final int SUITED_TESTS_MAX = 50_000;

  private TestReportLimits() {}
}
