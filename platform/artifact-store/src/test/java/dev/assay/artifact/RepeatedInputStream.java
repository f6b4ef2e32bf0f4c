package dev.assay.artifact;

import java.io.InputStream;
import java.util.Objects;

/** A large stream that takes no memory: a counter in every eight bytes. */
final class RepeatedInputStream extends InputStream {

  private final long size;
  private long position;

  RepeatedInputStream(long size) {
    this.size = size;
  }

  @Override
  public int read() {
    return position == size ? -1 : Byte.toUnsignedInt(at(position++));
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (position == size && length > 0) {
      return -1;
    }
    int n = (int) Math.min(length, size - position);
    for (int i = 0; i < n; i++) {
      buffer[offset + i] = at(position++);
    }
    return n;
  }

  private static byte at(long position) {
    return (byte) ((position >>> 3) >>> (8 * (position & 7)));
  }
}
