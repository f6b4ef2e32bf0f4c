package dev.assay.testreport;

import dev.assay.testreport.LogStream.TextBudget;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the running tests of {@code go test -v} print before their results. Bounded. */
final class GoOutputs {

  /** The lines of one test and the place of the first of them. */
  static final class Output {

    private final StringBuilder text = new StringBuilder();
    private long start = -1;

    String text() {
      return text.toString();
    }

    /** From the first line to the end of {@code result}, the line of the test's result. */
    Span upTo(Span result) {
      long end = result.offset() + result.length();
      return start < 0 ? result : Span.between(start, end);
    }
  }

  private final TextBudget room;
  private final Map<String, Output> running = new HashMap<>();
  private @Nullable Output current;

  GoOutputs(TextBudget room) {
    this.room = room;
  }

  /** The lines that follow are those of {@code test}. */
  void run(String test) {
    current =
        running.size() < TestReportLimits.OPEN_TESTS_MAX || running.containsKey(test)
            ? running.computeIfAbsent(test, _ -> new Output())
            : null;
  }

  /** The lines that follow are nobody's. */
  void pause() {
    current = null;
  }

  void add(String line, Span span) {
    if (current == null || line.isBlank()) {
      return;
    }
    current.start = current.start < 0 ? span.offset() : current.start;
    boolean fits = current.text.length() + line.length() < TestReportLimits.FAILURE_CHARS_MAX;
    if (fits && room.take(line.length() + 1)) {
      current.text.append(line).append('\n');
    }
  }

  /** What {@code test}, which has ended, said; null for nothing. */
  @Nullable Output take(String test) {
    Output said = running.remove(test);
    current = null;
    if (said != null) {
      room.giveBack(said.text.length());
    }
    return said == null || said.start < 0 ? null : said;
  }

  void clear() {
    running.values().forEach(output -> room.giveBack(output.text.length()));
    running.clear();
    current = null;
  }
}
