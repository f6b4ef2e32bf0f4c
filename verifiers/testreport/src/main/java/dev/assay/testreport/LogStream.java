package dev.assay.testreport;

import dev.assay.core.failure.PlainText;
import dev.assay.testreport.LogReader.LogDialect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines that one program wrote, read by all readers of lines. Lines with a prefix belong to
 * this stream and, without it, to a stream of their own.
 */
final class LogStream {

  /** What the streams of one log share. */
  static final class Shared {
    final Tally tally;
    final TextBudget room = new TextBudget();
    final UnreadRunners unread = new UnreadRunners();
    final LineStamps stamps = new LineStamps();
    private int streams = 1;

    /** Whether there were more streams than are read. */
    boolean crowded;

    Shared(Tally tally) {
      this.tally = tally;
    }
  }

  private static final int LINE_CHARS_MAX = 4_000;

  /** Prefixes before one line. */
  private static final int PREFIXES_MAX = 3;

  private final Shared shared;
  private final int depth;
  private final GoJsonReader events;
  private final TapReader tap;
  private final List<LogDialect> dialects;
  private final LogPrefixes prefixes = new LogPrefixes();
  private final Map<String, LogStream> inner = new LinkedHashMap<>();

  /** The stream of a whole log. */
  LogStream(Shared shared) {
    this(shared, 0);
  }

  private LogStream(Shared shared, int depth) {
    this.shared = shared;
    this.depth = depth;
    TextBudget room = shared.room;
    events = new GoJsonReader(room, shared.tally);
    tap = new TapReader(shared.tally);
    dialects =
        List.of(
            new NodeLog(room),
            new MavenLog(room),
            new PytestLog(room),
            new GoLog(room),
            new CargoLog(room),
            new JestLog(room));
  }

  void take(Lines.Line read) throws IOException {
    Lines.Line line = read.withText(shared.stamps.without(read.text()));
    if (!events.take(line.text(), line)) {
      words(line);
    }
    LogPrefixes.Prefixed prefixed = depth == PREFIXES_MAX ? null : prefixes.of(line.text());
    if (prefixed == null) {
      return;
    }
    if (prefixed.failed()) {
      shared.tally.unreadFailure(Span.between(line.start(), line.end()));
    }
    LogStream own = inner.get(prefixed.prefix());
    if (own == null && shared.streams < TestReportLimits.LOG_STREAMS_MAX) {
      shared.streams++;
      own = new LogStream(shared, depth + 1);
      inner.put(prefixed.prefix(), own);
    }
    if (own == null) {
      shared.crowded = true;
    } else {
      own.take(line.withText(prefixed.rest()));
    }
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
    if (shared.unread.tellFailure(text) || prefixes.tellFailure(text)) {
      shared.tally.unreadFailure(span);
    }
    for (LogDialect dialect : dialects) {
      dialect.line(text, span);
    }
  }

  /** Called once, after the last line. */
  void finish() {
    events.finish();
    tap.finish();
    inner.values().forEach(LogStream::finish);
  }

  /** The console runners whose words were seen, those of the streams within too. */
  List<LogDialect> runners() {
    List<LogDialect> all = new ArrayList<>();
    addRunners(all);
    return all;
  }

  private void addRunners(List<LogDialect> all) {
    for (LogDialect dialect : dialects) {
      if (dialect.recognised()) {
        all.add(dialect);
      }
    }
    inner.values().forEach(stream -> stream.addRunners(all));
  }

  /** The reports of which lines were seen, those of the streams within too. */
  List<LineReport> reports() {
    List<LineReport> all = new ArrayList<>();
    addReports(all);
    return all;
  }

  private void addReports(List<LineReport> all) {
    if (events.recognised()) {
      all.add(events);
    }
    if (tap.recognised()) {
      all.add(tap);
    }
    inner.values().forEach(stream -> stream.addReports(all));
  }

  /** Whether lines with a prefix reported something. */
  boolean toldBehindPrefixes() {
    return inner.values().stream()
        .anyMatch(stream -> !stream.runners().isEmpty() || !stream.reports().isEmpty());
  }

  /** How many characters of failures all readers of one log may still keep. */
  static final class TextBudget {

    private long left = TestReportLimits.LOG_CHARS_KEPT_MAX;

    /** Takes room for that many characters; false when there is too little. */
    boolean take(int chars) {
      if (chars > left) {
        return false;
      }
      left -= chars;
      return true;
    }

    void giveBack(int chars) {
      left += chars;
    }
  }
}
