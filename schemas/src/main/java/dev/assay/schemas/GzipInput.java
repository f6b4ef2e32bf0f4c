package dev.assay.schemas;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * What a gzip of a stranger holds: one member after another, each held to the sum and the size in
 * its trailer, and nothing behind the last (RFC 1952). Java's own stream calls itself once for each
 * empty member, so that a few hundred kilobytes overflow the stack, and passes over what follows.
 */
public final class GzipInput extends InputStream {

  /** Members that hold nothing; block compressors end with one. */
  public static final int EMPTY_MEMBERS_MAX = 1_000;

  /** Bytes of one member's header with its name, comment and extra field. */
  public static final int HEADER_BYTES_MAX = 128 * 1024;

  private static final int MAGIC = 0x8b1f;
  private static final int DEFLATE = 8;
  private static final int FLAG_SUM = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;
  private static final int FLAGS_UNKNOWN = 0xe0;
  private static final int TIME_AND_SYSTEM_BYTES = 6;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private final byte[] buffer;
  private int at;
  private int end;
  private int headerBytes;
  private int emptyMembers;
  private boolean begun;
  private boolean inMember;
  private boolean over;

  /**
   * Reads {@code zipped} as it is asked.
   *
   * @param bufferBytes compressed bytes that are held at once
   */
  public GzipInput(InputStream zipped, int bufferBytes) {
    this.in = zipped;
    this.buffer = new byte[bufferBytes];
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /**
   * Reads at least one byte unless {@code length} is 0.
   *
   * @throws IOException when the source fails, or for what is no whole gzip
   */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    while (length > 0 && !over) {
      if (!inMember) {
        beginMember();
      } else {
        int read = inflate(bytes, offset, length);
        if (read > 0) {
          sum.update(bytes, offset, read);
          return read;
        }
        endMember();
      }
    }
    return length > 0 ? -1 : 0;
  }

  private void beginMember() throws IOException {
    if (begun && !more()) {
      over = true;
      return;
    }
    headerBytes = 0;
    if (pair() != MAGIC || next() != DEFLATE) {
      throw new ZipException(begun ? "bytes behind the last member" : "no gzip");
    }
    int flags = next();
    if ((flags & FLAGS_UNKNOWN) != 0) {
      throw new ZipException("unknown flags");
    }
    skip(TIME_AND_SYSTEM_BYTES);
    skip((flags & FLAG_EXTRA) == 0 ? 0 : pair());
    skipText((flags & FLAG_NAME) != 0);
    skipText((flags & FLAG_COMMENT) != 0);
    skip((flags & FLAG_SUM) == 0 ? 0 : Short.BYTES);
    begun = true;
    inMember = true;
    sum.reset();
    inflater.reset();
    inflater.setInput(buffer, at, end - at);
  }

  /** Bytes of the member; 0 at its end. */
  private int inflate(byte[] bytes, int offset, int length) throws IOException {
    try {
      int read = inflater.inflate(bytes, offset, length);
      while (read == 0 && !inflater.finished()) {
        if (inflater.needsDictionary()) {
          throw new ZipException("a dictionary");
        }
        at = end;
        if (!more()) {
          throw new EOFException();
        }
        inflater.setInput(buffer, at, end - at);
        read = inflater.inflate(bytes, offset, length);
      }
      return read;
    } catch (DataFormatException e) {
      throw new ZipException("no deflated data");
    }
  }

  private void endMember() throws IOException {
    at = end - inflater.getRemaining();
    inMember = false;
    headerBytes = 0;
    long stated = pair() | (long) pair() << Short.SIZE;
    long size = pair() | (long) pair() << Short.SIZE;
    if (stated != sum.getValue() || size != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw new ZipException("another sum or size than stated");
    }
    if (inflater.getBytesWritten() == 0 && ++emptyMembers > EMPTY_MEMBERS_MAX) {
      throw new ZipException("more than " + EMPTY_MEMBERS_MAX + " empty members");
    }
  }

  /** Whether there is a byte at {@link #at}, which is filled when it is empty. */
  private boolean more() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(buffer));
    }
    return at < end;
  }

  private int next() throws IOException {
    if (!more()) {
      throw new EOFException();
    }
    if (++headerBytes > HEADER_BYTES_MAX) {
      throw new ZipException("a header of more than " + HEADER_BYTES_MAX + " bytes");
    }
    return buffer[at++] & 0xff;
  }

  private int pair() throws IOException {
    int low = next();
    return low | next() << Byte.SIZE;
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private void skipText(boolean present) throws IOException {
    for (boolean more = present; more; ) {
      more = next() != 0;
    }
  }

  @Override
  public void close() throws IOException {
    over = true;
    inflater.end();
    in.close();
  }
}
