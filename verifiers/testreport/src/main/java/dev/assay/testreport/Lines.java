package dev.assay.testreport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a text line by line with byte places; the tail of an oversized line is skipped. */
final class Lines {

  /**
   * One line without its end.
   *
   * @param text its first {@link TestReportLimits#LINE_BYTES_MAX} bytes as UTF-8
   * @param start the byte at which it starts
   * @param end the byte after its end mark
   * @param ended whether a line feed ended it
   * @param whole whether {@code text} holds all of it
   */
  record Line(String text, long start, long end, boolean ended, boolean whole) {

    Line withText(String other) {
      return other.length() == text.length() ? this : new Line(other, start, end, ended, whole);
    }
  }

  private final CountedInput source;
  private final byte[] buffer = new byte[32 * 1024];
  private byte[] line = new byte[1024];
  private int next;
  private int limit;
  private long offset;
  private boolean first = true;

  Lines(CountedInput source) {
    this.source = source;
  }

  /** The next line, or null after the last one. */
  @Nullable Line next() throws IOException {
    long start = offset;
    int length = 0;
    boolean whole = true;
    while (true) {
      if (next == limit) {
        next = 0;
        limit = Math.max(0, source.read(buffer, 0, buffer.length));
        if (limit == 0) {
          return offset == start ? null : line(length, start, false, whole);
        }
      }
      int stop = next;
      while (stop < limit && buffer[stop] != '\n') {
        stop++;
      }
      int room = Math.min(stop - next, TestReportLimits.LINE_BYTES_MAX - length);
      whole &= room == stop - next;
      append(length, room);
      length += room;
      offset += stop - next;
      next = stop;
      if (stop < limit) {
        next++;
        offset++;
        return line(length, start, true, whole);
      }
    }
  }

  private void append(int length, int count) {
    if (length + count > line.length) {
      byte[] larger = new byte[Math.max(line.length * 2, length + count)];
      System.arraycopy(line, 0, larger, 0, length);
      line = larger;
    }
    System.arraycopy(buffer, next, line, length, count);
  }

  private Line line(int length, long start, boolean ended, boolean whole) {
    int from = 0;
    int to = length;
    while (to > 0 && line[to - 1] == '\r') {
      to--; // Windows runs whose output went through a text mode twice end lines with two
    }
    if (first && to >= 3 && (line[0] & 0xff) == 0xef && (line[1] & 0xff) == 0xbb) {
      from = 3;
    }
    first = false;
    String text = new String(line, from, to - from, StandardCharsets.UTF_8);
    return new Line(text, start, offset, ended, whole);
  }
}
