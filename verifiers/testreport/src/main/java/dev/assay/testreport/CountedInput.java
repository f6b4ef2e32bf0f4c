package dev.assay.testreport;

import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import dev.assay.verifier.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a report with their count, the byte limit and the run's deadline. It remembers why
 * the store failed, because parsers wrap what their input throws.
 */
final class CountedInput extends InputStream {

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int BUFFER_BYTES_MIN = 1024;

  private final InputStream source;
  private final LongSupplier nanosLeft;
  private final long bytesMax;
  private final byte[] buffer;
  private int next;
  private int limit;
  private long taken;
  private boolean ended;
  private @Nullable IOException failure;
  private @Nullable UnreadableReportException stop;

  /**
   * Counts {@code source}.
   *
   * @param bytesHint how many bytes it is said to have; only the buffer's size depends on it
   */
  CountedInput(InputStream source, LongSupplier nanosLeft, long bytesHint, long bytesMax) {
    this.buffer = new byte[Math.clamp(bytesHint + 1, BUFFER_BYTES_MIN, BUFFER_BYTES)];
    this.source = source;
    this.nanosLeft = nanosLeft;
    this.bytesMax = bytesMax;
  }

  /** Bytes handed out so far. */
  long position() {
    return taken - (limit - next);
  }

  /** A copy of up to {@code count} of the bytes that come next; they stay to be read. */
  byte[] peek(int count) throws IOException {
    while (limit - next < count && limit < buffer.length && fill()) {
      // fill() appends
    }
    return Arrays.copyOfRange(buffer, next, Math.min(limit, next + count));
  }

  @Override
  public int read() throws IOException {
    if (next == limit && !refill()) {
      return -1;
    }
    return buffer[next++] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (next == limit && !refill()) {
      return -1;
    }
    int count = Math.min(length, limit - next);
    System.arraycopy(buffer, next, target, offset, count);
    next += count;
    return count;
  }

  /** Reads the rest, so that the store compares the whole artifact with its digest. */
  void drain() throws IOException {
    if (stop != null) {
      return;
    }
    do {
      next = limit;
    } while (refill());
  }

  /** Throws what the store threw, however a parser dressed it. */
  void rethrowFailure() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  /** Throws the limit that was hit, however a parser dressed it. */
  void rethrowStop() throws UnreadableReportException {
    if (stop != null) {
      throw stop;
    }
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private boolean refill() throws IOException {
    next = 0;
    limit = 0;
    return fill();
  }

  private boolean fill() throws IOException {
    rethrowFailure();
    rethrowStop();
    if (ended) {
      return false;
    }
    if (Deadline.isOver(nanosLeft)) {
      failure = new InterruptedIOException("the run's budget is over");
      throw failure;
    }
    int count;
    try {
      count = source.read(buffer, limit, buffer.length - limit);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
    if (count < 0) {
      ended = true;
      return false;
    }
    limit += count;
    taken += count;
    if (taken > bytesMax) {
      stop = new UnreadableReportException(InconclusiveReason.TOO_LARGE);
      throw stop;
    }
    return true;
  }
}
