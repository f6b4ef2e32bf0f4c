package dev.assay.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The first {@code left} bytes of a stream that it owns. */
final class RangeInputStream extends InputStream {

  private final InputStream stored;
  private long left;

  RangeInputStream(InputStream stored, long left) {
    this.stored = stored;
    this.left = left;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    int n = stored.read(buffer, offset, (int) Math.min(length, left));
    if (n > 0) {
      left -= n;
    }
    return n;
  }

  @Override
  public void close() throws IOException {
    stored.close();
  }
}
