package dev.assay.testreport;

import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.util.regex.Pattern;

/** A suite of JUnit XML while it is read: what it declares, and what it lists. */
final class JUnitSuite {

  /** What some dialects say where others count. */
  private static final Pattern TRUTH = Pattern.compile("(?i)true|false");

  final String name;
  final long start;
  final long tests;
  final long bad;
  final long skipped;

  /** Mocha subtracts; a hook that failed is no test and makes the difference negative. */
  final boolean subtracted;

  final boolean cleared;
  final boolean assertions;
  final boolean libtest;
  final long excusedBefore;
  final long flakes;
  long suites;

  /** Runs of a test beside its last one. */
  long attempts;

  final Counts own = new Counts();
  final Counts all = new Counts();

  JUnitSuite(XmlElement element, long excusedBefore) throws UnreadableReportException {
    this.excusedBefore = excusedBefore;
    name = element.text("name");
    start = element.tag().offset();
    tests = element.count("tests");
    long failures = element.count("failures");
    long errors = element.count("errors");
    long failed = TRUTH.matcher(element.text("failed")).matches() ? 0 : element.count("failed");
    bad = Math.max(Math.max(0, failures) + Math.max(0, errors), failed);
    long counted = element.number("skipped");
    subtracted = counted < 0 && !element.text("skipped").isBlank();
    skipped = Math.max(counted, element.count("disabled"));
    flakes = element.count("flakes");
    cleared = failures == 0 && errors == 0;
    libtest = name.equals("test") && element.text("package").equals("test");
    assertions =
        element.text("hostname").equals("tbd") || element.attribute("doctest_version") != null;
  }

  boolean totalsDiffer() {
    return tests >= 0
        && tests != own.total()
        && tests != all.total()
        && !skipsApart()
        && !countsRuns();
  }

  /**
   * With reruns, Surefire counts the tests of the last run and lists those of all; others count
   * every run. Such a suite holds a test that failed, so it never is a PASS.
   */
  private boolean countsRuns() {
    return attempts > 0 && tests > 0 && tests <= all.total() + attempts;
  }

  /** Boost.Test does not count the skipped ones among its tests. */
  private boolean skipsApart() {
    return skipped > 0 && skipped == all.of(Outcome.SKIPPED) && tests + skipped == all.total();
  }

  /** Rust's libtest counts ignored tests in {@code tests}, but does not list them. */
  boolean skipsUnlisted() {
    return libtest && skipped > 0 && all.of(Outcome.SKIPPED) == 0 && tests == all.total() + skipped;
  }

  /** Whether fewer skipped tests are listed than declared; an assertion may skip repeatedly. */
  boolean skipsDiffer() {
    long listed = all.of(Outcome.SKIPPED);
    return subtracted || skipped > listed && !(assertions && listed > 0);
  }

  /**
   * Catch2, which calls each host "tbd", and doctest count assertions in {@code tests}. Where none
   * was checked, nothing was shown to work.
   */
  boolean countsAssertions() {
    return assertions && tests > 0 && bad >= all.failing();
  }

  /** Node counts the direct children of a suite, cases and suites. */
  boolean countsChildren() {
    return tests == own.total() + suites;
  }

  /** pytest counts each subtest that passed in {@code tests} but lists only the test around it. */
  boolean countsSubtests() {
    return name.equals("pytest")
        && cleared
        && tests > all.total()
        && own.of(Outcome.PASSED) > 0
        && own.of(Outcome.PASSED) + skipped == all.total()
        && own.of(Outcome.SKIPPED) == skipped;
  }
}
