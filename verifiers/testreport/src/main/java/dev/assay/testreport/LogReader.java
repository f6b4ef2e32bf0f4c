package dev.assay.testreport;

import dev.assay.core.failure.FailureText;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.util.List;

/**
 * Texts that are read by line: TAP, {@code go test -json} and console logs. Every known runner
 * looks at every line, and all that recognise their words are counted, so that a passing runner, or
 * a report that a test printed, cannot hide a failing one.
 */
final class LogReader {

  private final Tally tally;
  private final LogStream.Shared shared;
  private final LogStream log;
  private long end;
  private boolean ended = true;

  LogReader(Tally tally) {
    this.tally = tally;
    this.shared = new LogStream.Shared(tally);
    this.log = new LogStream(shared);
  }

  void read(CountedInput source) throws IOException {
    Lines lines = new Lines(source);
    for (Lines.Line line = lines.next(); line != null; line = lines.next()) {
      log.take(line);
      end = line.end();
      ended = line.ended();
    }
    log.finish();
    tell();
  }

  private void tell() throws UnreadableReportException {
    List<LogDialect> runners = log.runners();
    for (LogDialect runner : runners) {
      runner.tell(tally);
    }
    if (tally.isOpenEnded() && !ended) {
      tally.inconclusive(InconclusiveReason.TRUNCATED);
    }
    if (shared.crowded && log.toldBehindPrefixes()) {
      tally.inconclusive(InconclusiveReason.TOO_MANY);
    }
    List<LineReport> reports = reports(runners.isEmpty());
    reports.forEach(report -> tally.addAll(report.tally()));
    if (runners.isEmpty() && reports.isEmpty()) {
      throw new UnreadableReportException(InconclusiveReason.UNKNOWN_FORMAT);
    }
    tally.format(format(runners, reports));
    if (tally.counts().failing() > 0 && tally.failures().isEmpty()) {
      tally.cite(
          FailureText.ofRun("console log", "the log counts failures without telling them"),
          Outcome.FAILED.code(),
          new Span(0, end));
    }
  }

  /** Among a runner's words, a scrap of a report is a test's output; so is a cut one in a FAIL. */
  private List<LineReport> reports(boolean noRunner) {
    List<LineReport> all = log.reports();
    if (noRunner && all.size() == 1) {
      return all;
    }
    boolean failing = tally.counts().failing() > 0 || tally.declared() != null;
    return all.stream()
        .filter(LineReport::isRun)
        .filter(report -> !failing || report.tally().reasons().isEmpty())
        .toList();
  }

  private static Format format(List<LogDialect> runners, List<LineReport> reports) {
    if (runners.isEmpty() && reports.size() == 1) {
      return reports.getFirst().tally().format();
    }
    boolean onlyNode = runners.stream().allMatch(NodeLog.class::isInstance) && reports.isEmpty();
    return onlyNode ? Format.NODE_TEST : Format.CONSOLE_LOG;
  }

  /** Recognises the words of one test runner in a console log. */
  interface LogDialect {

    /** Takes the next line, without control sequences and line end. */
    void line(String text, Span span);

    /** Whether the log holds this runner's words. */
    boolean recognised();

    /** Tells what was found; called once, after the last line. */
    void tell(Tally tally) throws UnreadableReportException;
  }
}
