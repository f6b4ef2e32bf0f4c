package dev.assay.testreport;

import dev.assay.core.failure.FailureText;
import dev.assay.core.failure.PlainText;
import dev.assay.core.failure.Signatures;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a reader counted in one report. Bounded; it never holds the report. */
final class Tally {

  private final Counts counts = new Counts();
  private final ScanCounts scan = new ScanCounts();
  private final Set<InconclusiveReason> reasons = EnumSet.noneOf(InconclusiveReason.class);
  private final List<Failure> failures = new ArrayList<>();
  private final List<Suite> suites = new ArrayList<>();
  private Format format = Format.UNKNOWN;
  private long failuresSeen;
  private long suitesSeen;
  private boolean openEnded;
  private boolean undecided;
  private @Nullable Span unreadFailure;
  private long unlisted;
  private long unlistedFailures;
  private boolean assertionsCounted;
  private String note = "";
  private @Nullable FailureSignature declaredFailure;
  private @Nullable String command;
  private boolean endedBadly;
  private final @Nullable TestNames names;
  private final TestWatch watch;

  Tally() {
    this(null, new TestWatch(List.of()));
  }

  private Tally(@Nullable TestNames names, TestWatch watch) {
    this.names = names;
    this.watch = watch;
  }

  /** A tally that also keeps the names of the tests, and watches for tests with these ids. */
  static Tally naming(List<String> asked) {
    return new Tally(new TestNames(), new TestWatch(asked));
  }

  /** A tally that watches for tests with these ids. */
  static Tally watching(List<String> asked) {
    return new Tally(null, new TestWatch(asked));
  }

  /** An empty tally that keeps and watches for the same. */
  Tally fresh() {
    return new Tally(names == null ? null : new TestNames(), watch.fresh());
  }

  /** What it tells of single tests, which nobody trusts. */
  TestOutcomes outcomes() {
    return outcomes(false);
  }

  /**
   * What it tells of single tests.
   *
   * @param trusted whether they are those of a trusted source
   */
  TestOutcomes outcomes(boolean trusted) {
    return watch.outcomes(
        executed(), trusted, counts.failedOnce() + unlistedFailures + (endedBadly ? 1 : 0));
  }

  /**
   * How the command ended that made the report.
   *
   * @param told the command as the sender tells it; a record of its own says it better
   * @param well whether it ended well, otherwise badly although no test failed
   */
  void ended(@Nullable String told, boolean well) {
    String known = command == null ? told : command;
    endedBadly = !well;
    (well ? CommandEnd.within(known) : List.of(CommandEnd.of(known)))
        .forEach(end -> watch.ended(end, well));
  }

  /** The command as a record of its end has it. */
  void command(String text) {
    command = text;
  }

  /** What the report shows: tests that ran, or files and findings of a scan. */
  private long executed() {
    return switch (format.kind()) {
      case TESTS, LOG -> counts.executed();
      case FINDINGS ->
          scan.findings()
              + scan.suppressed()
              + (format == Format.CHECKSTYLE_XML ? scan.scanned() : 0);
      case EXIT -> 0;
    };
  }

  @Nullable TestNames names() {
    return names;
  }

  void format(Format read) {
    format = read;
  }

  Format format() {
    return format;
  }

  Counts counts() {
    return counts;
  }

  ScanCounts scan() {
    return scan;
  }

  void inconclusive(InconclusiveReason reason) {
    reasons.add(reason);
  }

  Set<InconclusiveReason> reasons() {
    return reasons;
  }

  /** Counts a test that gives nothing to cite. */
  void test(String name, Outcome outcome) throws UnreadableReportException {
    if (names != null) {
      names.add(name, outcome);
    }
    watch.add(name, outcome);
    counts.add(outcome);
    if (counts.total() > TestReportLimits.CASES_MAX) {
      throw new UnreadableReportException(InconclusiveReason.TOO_MANY);
    }
  }

  /** Says in which suite the test stands that was just counted. */
  void in(String suite, String name, Outcome outcome) {
    watch.addIn(suite, name, outcome);
  }

  /** Counts a failing or flaky test and cites it. */
  void failure(Outcome outcome, FailureText text, Span span) throws UnreadableReportException {
    test(text.test(), outcome);
    cite(text, outcome.code(), span);
  }

  /** Cites a failure that is counted elsewhere. */
  void cite(FailureText text, String status, Span span) {
    if (failuresSeen++ < TestReportLimits.FAILURES_READ_MAX) {
      failures.add(new Failure(name(text.test()), status, Signatures.ofFailure(text), span));
    }
  }

  /** Counts a finding of a scan; one at or above the threshold is cited. */
  void finding(
      Severity severity, boolean blocks, String rule, String message, String file, Span span)
      throws UnreadableReportException {
    scan.finding(severity, blocks);
    if (blocks && failuresSeen++ < TestReportLimits.FAILURES_READ_MAX) {
      FailureSignature signature =
          Signatures.ofFinding(Signatures.FINDING, severity.code(), rule, message, file);
      failures.add(new Failure(name(rule), severity.code(), signature, span));
    }
  }

  void suite(String name, Counts suiteCounts, Span span) {
    if (suitesSeen++ < TestReportLimits.SUITES_LISTED_MAX) {
      suites.add(new Suite(name(name), suiteCounts, span));
    }
  }

  /** Takes over what another tally counted of tests. */
  void addAll(Tally other) {
    counts.addAll(other.counts);
    reasons.addAll(other.reasons);
    failuresSeen += other.failuresSeen;
    other.failures.stream()
        .limit(TestReportLimits.FAILURES_READ_MAX - failures.size())
        .forEach(failures::add);
    suitesSeen += other.suitesSeen;
    other.suites.stream()
        .limit(TestReportLimits.SUITES_LISTED_MAX - suites.size())
        .forEach(suites::add);
    openEnded |= other.openEnded;
    undecided |= other.undecided;
    unlisted += other.unlisted;
    unlistedFailures += other.unlistedFailures;
    assertionsCounted |= other.assertionsCounted;
    unreadFailure = unreadFailure == null ? other.unreadFailure : unreadFailure;
    declaredFailure = declaredFailure == null ? other.declaredFailure : declaredFailure;
    watch.addAll(other.watch);
    if (names != null && other.names != null) {
      names.addAll(other.names);
    }
  }

  /** The totals tell failures that the report does not list, so that nobody knows their names. */
  void unlistedFailures(String text, long count) {
    unlistedFailures += count;
    declaredFailure(text);
  }

  /** The report tells a failure beside its list of tests. */
  void declaredFailure(String text) {
    declaredFailure = Signatures.of("totals", text);
  }

  /**
   * The record tells that the process failed.
   *
   * @param end how, in own words
   * @param command the command as the record has it
   */
  void failedExit(String end, String command, Span span) {
    declaredFailure = Signatures.of("exit", end, command);
    failuresSeen++;
    failures.add(new Failure("process", "exit", declaredFailure, span));
  }

  /** What the record tells in the verifier's own words. */
  void note(String words) {
    note = words;
  }

  String note() {
    return note;
  }

  /** The totals tell subtests that passed; the report does not list them. */
  void unlisted(long subtests) {
    unlisted += subtests;
  }

  long unlistedSubtests() {
    return unlisted;
  }

  /** The totals count assertions, so that they tell nothing about the list of tests. */
  void assertionsCounted() {
    assertionsCounted = true;
  }

  boolean countsAssertions() {
    return assertionsCounted;
  }

  /** A runner that is not read says in this line that it failed. */
  void unreadFailure(Span line) {
    unreadFailure = line;
  }

  @Nullable Span unreadFailure() {
    return unreadFailure;
  }

  /** The format gives no way to see that a tail is missing. */
  void openEnded() {
    openEnded = true;
  }

  /** The report tells something of which only the exit code says whether the run failed. */
  void undecided() {
    undecided = true;
  }

  boolean isUndecided() {
    return undecided;
  }

  boolean isOpenEnded() {
    return openEnded;
  }

  @Nullable FailureSignature declared() {
    return declaredFailure;
  }

  List<Failure> failures() {
    return failures;
  }

  long failuresSeen() {
    return failuresSeen;
  }

  List<Suite> suites() {
    return suites;
  }

  long suitesSeen() {
    return suitesSeen;
  }

  private static String name(String raw) {
    String plain = PlainText.of(raw, TestReportLimits.NAME_CHARS_MAX);
    return plain.replace('\n', ' ').replace('\t', ' ').strip();
  }

  /**
   * One thing that went wrong.
   *
   * @param name the test or rule, bounded and without control characters
   * @param status how it ended, as the summary document says it
   * @param span where the report tells it
   */
  record Failure(String name, String status, FailureSignature signature, Span span) {}

  /**
   * One suite, package or scanned run of a report.
   *
   * @param name bounded and without control characters
   */
  record Suite(String name, Counts counts, Span span) {}
}
