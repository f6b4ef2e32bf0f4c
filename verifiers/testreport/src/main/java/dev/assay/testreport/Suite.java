package dev.assay.testreport;

/**
 * One suite, package or scanned run of a report.
 *
 * @param name bounded and without control characters
 */
record Suite(String name, Counts counts, Span span) {}
