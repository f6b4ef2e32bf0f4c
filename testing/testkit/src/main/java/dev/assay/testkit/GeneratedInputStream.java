package dev.assay.testkit;

import java.io.InputStream;
import java.util.Objects;
import java.util.SplittableRandom;

/** A stream of pseudo-random bytes that takes no memory: equal seeds give equal bytes. */
public final class GeneratedInputStream extends InputStream {

  private static final int BLOCK_BYTES = 8 * 1024;

  private final SplittableRandom random;
  private final byte[] block = new byte[BLOCK_BYTES];
  private int used = BLOCK_BYTES;
  private long left;

  /**
   * Makes a stream of {@code size} bytes.
   *
   * @param size bytes
   */
  public GeneratedInputStream(long seed, long size) {
    this.random = new SplittableRandom(seed);
    this.left = size;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    if (used == BLOCK_BYTES) {
      random.nextBytes(block);
      used = 0;
    }
    int n = (int) Math.min(Math.min(length, BLOCK_BYTES - used), left);
    System.arraycopy(block, used, buffer, offset, n);
    used += n;
    left -= n;
    return n;
  }
}
