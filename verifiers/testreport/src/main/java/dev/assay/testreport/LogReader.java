package dev.assay.testreport;

import dev.assay.core.signature.FailureText;
import dev.assay.core.signature.PlainText;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Texts that are read by line: TAP, {@code go test -json} and console logs. Every known runner
 * looks at every line, and all that recognise their words are counted, so that a passing runner, or
 * a report that a test printed, cannot hide a failing one.
 */
final class LogReader {

  private static final int LINE_CHARS_MAX = 4_000;

  private final GoJsonReader events = new GoJsonReader();
  private final TapReader tap = new TapReader();
  private final NodeLog node = new NodeLog();
  private final UnreadRunners unread = new UnreadRunners();
  private final LineStamps stamps = new LineStamps();
  private final List<LogDialect> dialects =
      List.of(node, new MavenLog(), new PytestLog(), new GoLog(), new CargoLog(), new JestLog());
  private final Tally tally;
  private long end;
  private boolean ended = true;

  LogReader(Tally tally) {
    this.tally = tally;
  }

  void read(CountedInput source) throws IOException {
    Lines lines = new Lines(source);
    for (Lines.Line read = lines.next(); read != null; read = lines.next()) {
      Lines.Line line = read.withText(stamps.without(read.text()));
      if (!events.take(line.text(), line)) {
        words(line);
      }
      end = line.end();
      ended = line.ended();
    }
    events.finish();
    tap.finish();
    tell();
  }

  /** Of a long line the beginning is read and, as one more line, the end. */
  private void words(Lines.Line line) throws IOException {
    String whole = line.text();
    words(PlainText.of(whole, LINE_CHARS_MAX), line);
    if (whole.length() > LINE_CHARS_MAX) {
      int tail = Math.max(LINE_CHARS_MAX, whole.length() - LINE_CHARS_MAX);
      words(PlainText.of(whole.substring(tail), LINE_CHARS_MAX), line);
    }
  }

  /** What a terminal shows one after the other in a line are lines of their own. */
  private void words(String text, Lines.Line line) throws IOException {
    if (text.indexOf('\n') < 0) {
      part(text, line);
      return;
    }
    for (String part : text.stripTrailing().split("\n", -1)) {
      part(part, line);
    }
  }

  private void part(String text, Lines.Line line) throws IOException {
    tap.take(text, line);
    Span span = Span.between(line.start(), line.end());
    if (unread.tellFailure(text)) {
      tally.unreadFailure(span);
    }
    for (LogDialect dialect : dialects) {
      dialect.line(text, span);
    }
  }

  private void tell() throws StopReading {
    List<LogDialect> runners = dialects.stream().filter(LogDialect::recognised).toList();
    for (LogDialect runner : runners) {
      runner.tell(tally);
    }
    if (tally.isOpenEnded() && !ended) {
      tally.trouble(Trouble.TRUNCATED);
    }
    List<LineReport> reports = reports(runners.isEmpty());
    reports.forEach(report -> tally.addAll(report.tally()));
    if (runners.isEmpty() && reports.isEmpty()) {
      throw new StopReading(Trouble.UNKNOWN_FORMAT);
    }
    tally.format(format(runners, reports));
    if (tally.counts().failing() > 0 && tally.failures().isEmpty()) {
      tally.cite(
          new FailureText(
              "console log", null, "the log counts failures without telling them", null),
          Outcome.FAILED.code(),
          new Span(0, end));
    }
  }

  /** Among a runner's words, a scrap of a report is a test's output; so is a cut one in a FAIL. */
  private List<LineReport> reports(boolean noRunner) {
    List<LineReport> all = Stream.of(events, tap).filter(LineReport::recognised).toList();
    if (noRunner && all.size() == 1) {
      return all;
    }
    boolean failing = tally.counts().failing() > 0 || tally.declared() != null;
    return all.stream()
        .filter(LineReport::isRun)
        .filter(report -> !failing || report.tally().troubles().isEmpty())
        .toList();
  }

  private Format format(List<LogDialect> runners, List<LineReport> reports) {
    if (runners.isEmpty() && reports.size() == 1) {
      return reports.getFirst().tally().format();
    }
    boolean onlyNode = runners.equals(List.of(node)) && reports.isEmpty();
    return onlyNode ? Format.NODE_TEST : Format.CONSOLE_LOG;
  }
}
