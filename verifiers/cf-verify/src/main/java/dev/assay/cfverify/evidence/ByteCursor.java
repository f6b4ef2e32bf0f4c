package dev.assay.cfverify.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** Reads a file forward through one small buffer and counts what it passed. */
final class ByteCursor {

  private static final int BUFFER_BYTES = 64 * 1024;

  /** More of the file would have to be read than allowed. */
  static final class ScanLimitException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private final SeekableByteChannel file;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final ByteBuffer view = ByteBuffer.wrap(buffer);
  private long bytesLeft;
  private long bufferAt;
  private int next;
  private int end;

  ByteCursor(SeekableByteChannel file, long scanBytesMax) {
    this.file = file;
    this.bytesLeft = scanBytesMax;
  }

  /** Whether a byte is left; reads on when the buffer is used up. */
  boolean more() throws IOException {
    if (next < end) {
      return true;
    }
    if (bytesLeft <= 0) {
      throw new ScanLimitException();
    }
    bufferAt += end;
    view.clear();
    int read = file.read(view);
    next = 0;
    end = Math.max(0, read);
    bytesLeft -= end;
    return end > 0;
  }

  void moveTo(long offset) throws IOException {
    file.position(offset);
    bufferAt = offset;
    next = 0;
    end = 0;
  }

  /** The byte under the cursor; only after {@link #more} said yes. */
  byte take() {
    return buffer[next++];
  }

  /** Offset in the file of the byte that {@link #take} gives next. */
  long offset() {
    return bufferAt + next;
  }

  /** Passes {@code count} lines; false when the file has no byte after them. */
  boolean skipLines(long count) throws IOException {
    long left = count;
    while (left > 0 && more()) {
      left -= advance(left);
    }
    return left == 0 && more();
  }

  /** Gives at most {@code count} lines to {@code sink} and returns how many there were. */
  long copyLines(long count, SnippetSink sink) throws IOException {
    long lines = 0;
    boolean open = false;
    while (lines < count && more()) {
      int from = next;
      lines += advance(count - lines);
      sink.accept(buffer, from, next - from);
      open = buffer[next - 1] != '\n';
    }
    sink.finish();
    return open ? lines + 1 : lines;
  }

  /** Moves within the buffer past at most {@code lines} line feeds and returns how many. */
  private long advance(long lines) {
    int at = next;
    long passed = 0;
    while (at < end) {
      if (buffer[at++] == '\n' && ++passed == lines) {
        break;
      }
    }
    next = at;
    return passed;
  }
}
