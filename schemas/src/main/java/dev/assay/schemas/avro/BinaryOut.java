package dev.assay.schemas.avro;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Avro's binary encoding of primitive values (specification 1.12, "Binary Encoding"), growing. */
final class BinaryOut {

  private static final int VARINT_BYTES_MAX = 10;

  private byte[] bytes;
  private int size;

  /** An output with room for {@code bytesFirst} bytes at first. */
  BinaryOut(int bytesFirst) {
    this.bytes = new byte[bytesFirst];
  }

  int size() {
    return size;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  void raw(byte value) {
    room(1);
    bytes[size++] = value;
  }

  /** Eight bytes, the least significant first. */
  void fixed(long value) {
    room(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size++] = (byte) (value >>> (Byte.SIZE * i));
    }
  }

  /** An int or a long: zig-zag, seven bits a byte. */
  void varint(long value) {
    room(VARINT_BYTES_MAX);
    long left = (value << 1) ^ (value >> (Long.SIZE - 1));
    while ((left & ~0x7FL) != 0) {
      bytes[size++] = (byte) ((left & 0x7F) | 0x80);
      left >>>= 7;
    }
    bytes[size++] = (byte) left;
  }

  void text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    room(utf8.length);
    System.arraycopy(utf8, 0, bytes, size, utf8.length);
    size += utf8.length;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }
}
