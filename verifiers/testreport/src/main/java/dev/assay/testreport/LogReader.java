package dev.assay.testreport;

import dev.assay.core.signature.FailureText;
import dev.assay.core.signature.PlainText;
import java.io.IOException;
import java.util.List;

/**
 * Console logs, the last resort: every known runner looks at every line, and all that recognise
 * their words are counted, so that a passing runner cannot hide a failing one.
 */
final class LogReader {

  private static final int LINE_CHARS_MAX = 4_000;

  private LogReader() {}

  static void read(CountedInput source, Tally tally) throws IOException {
    NodeLog node = new NodeLog();
    List<LogDialect> dialects =
        List.of(node, new MavenLog(), new PytestLog(), new GoLog(), new CargoLog(), new JestLog());
    Lines lines = new Lines(source);
    long end = 0;
    boolean ended = true;
    for (Lines.Line line = lines.next(); line != null; line = lines.next()) {
      String text = PlainText.of(line.text(), LINE_CHARS_MAX);
      Span span = Span.between(line.start(), line.end());
      for (LogDialect dialect : dialects) {
        dialect.line(text, span);
      }
      end = line.end();
      ended = line.ended();
    }
    tell(tally, dialects, node, end);
    if (tally.isOpenEnded() && !ended) {
      tally.trouble(Trouble.TRUNCATED);
    }
  }

  private static void tell(Tally tally, List<LogDialect> dialects, NodeLog node, long end)
      throws StopReading {
    List<LogDialect> recognised = dialects.stream().filter(LogDialect::recognised).toList();
    if (recognised.isEmpty()) {
      throw new StopReading(Trouble.UNKNOWN_FORMAT);
    }
    boolean onlyNode = recognised.size() == 1 && recognised.getFirst().equals(node);
    tally.format(onlyNode ? Format.NODE_TEST : Format.CONSOLE_LOG);
    for (LogDialect dialect : recognised) {
      dialect.tell(tally);
    }
    if (tally.counts().failing() > 0 && tally.failures().isEmpty()) {
      tally.cite(
          new FailureText(
              "console log", null, "the log counts failures without telling them", null),
          Outcome.FAILED.code(),
          new Span(0, end));
    }
  }
}
