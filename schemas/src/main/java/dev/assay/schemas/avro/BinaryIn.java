package dev.assay.schemas.avro;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link BinaryOut} writes out of bytes that nobody vouches for: nothing is allocated
 * for a length that the bytes do not hold.
 */
final class BinaryIn {

  private static final char REPLACEMENT = '\uFFFD';

  private final byte[] bytes;
  private int position;

  BinaryIn(byte[] bytes, int offset) {
    this.bytes = bytes;
    this.position = offset;
  }

  int left() {
    return bytes.length - position;
  }

  byte raw() {
    if (position == bytes.length) {
      throw new IllegalArgumentException("expected another byte, found the end");
    }
    return bytes[position++];
  }

  long fixed() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value |= (raw() & 0xFFL) << (Byte.SIZE * i);
    }
    return value;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = raw();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw new IllegalArgumentException("expected a number of at most ten bytes, found more");
  }

  int int32() {
    return Math.toIntExact(varint());
  }

  /** A count of things that take at least a byte each. */
  int count() {
    long count = varint();
    if (count < 0 || count > left()) {
      throw new IllegalArgumentException("expected at most " + left() + ", found " + count);
    }
    return (int) count;
  }

  /** Items in the next block of an array or map, 0 at its end. */
  int block() {
    long count = varint();
    if (count < 0) {
      count = -count;
      var _ = varint(); // the block's size in bytes, for readers that skip
    }
    if (count < 0 || count > left()) {
      throw new IllegalArgumentException("expected at most " + left() + " items, found " + count);
    }
    return (int) count;
  }

  String text() {
    int length = count();
    String text = new String(bytes, position, length, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0
        && !Arrays.equals(
            text.getBytes(StandardCharsets.UTF_8),
            Arrays.copyOfRange(bytes, position, position + length))) {
      throw new IllegalArgumentException("expected UTF-8, found other bytes");
    }
    position += length;
    return text;
  }
}
