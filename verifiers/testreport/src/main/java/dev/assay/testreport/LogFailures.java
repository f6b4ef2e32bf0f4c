package dev.assay.testreport;

import dev.assay.core.failure.FailureText;
import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.LogStream.TextBudget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the failure texts of a console log: a heading, then lines until the block ends. */
final class LogFailures {

  private record Block(FailureText text, Span span) {

    boolean empty() {
      return text.trace() == null || text.trace().isBlank();
    }
  }

  private final TextBudget room;
  private final List<Block> blocks = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable String name;
  private long start;
  private long end;

  LogFailures(TextBudget room) {
    this.room = room;
  }

  /** Starts the block of the failing test {@code test}; the block before it ends. */
  void open(String test, Span span) {
    close();
    name = test;
    start = span.offset();
    end = span.offset() + span.length();
  }

  boolean isOpen() {
    return name != null;
  }

  void add(String line, Span span) {
    if (name != null) {
      end = span.offset() + span.length();
      boolean fits = text.length() + line.length() < TestReportLimits.FAILURE_CHARS_MAX;
      if (fits && room.take(line.length() + 1)) {
        text.append(line).append('\n');
      }
    }
  }

  void close() {
    if (name != null && blocks.size() < TestReportLimits.FAILURES_LISTED_MAX) {
      blocks.add(
          new Block(new FailureText(name, null, null, text.toString()), Span.between(start, end)));
    } else {
      room.giveBack(text.length());
    }
    name = null;
    text.setLength(0);
  }

  /** Cites every block but the empty ones of tests whose subtests have a block of their own. */
  void citeInnermost(Tally tally) {
    close();
    Set<String> parents = new HashSet<>();
    for (Block block : blocks) {
      String test = block.text().test();
      for (int i = test.lastIndexOf('/'); i > 0; i = test.lastIndexOf('/', i - 1)) {
        parents.add(test.substring(0, i));
      }
    }
    blocks.removeIf(block -> block.empty() && parents.contains(block.text().test()));
    cite(tally);
  }

  /** Cites every block; the tests themselves are counted by the caller. */
  void cite(Tally tally) {
    close();
    for (Block block : blocks) {
      tally.cite(block.text(), Outcome.FAILED.code(), block.span());
    }
  }
}
