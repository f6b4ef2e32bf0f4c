package dev.assay.testkit.bomb;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Bytes that are never held: a beginning, a unit again and again, an end. */
public final class Repeated extends InputStream {

  private final byte[] beginning;
  private final byte[] unit;
  private final byte[] end;
  private final long size;
  private long at;

  private Repeated(byte[] beginning, byte[] unit, long times, byte[] end) {
    this.beginning = beginning;
    this.unit = unit;
    this.end = end;
    this.size = beginning.length + unit.length * times + end.length;
  }

  /** The bytes of {@code beginning}, {@code times} of {@code unit}, and {@code end}. */
  public static Repeated of(String beginning, String unit, long times, String end) {
    return new Repeated(bytes(beginning), bytes(unit), times, bytes(end));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The same bytes from their beginning. */
  public Repeated again() {
    return new Repeated(beginning, unit, (size - beginning.length - end.length) / unit.length, end);
  }

  /** How many bytes there are in all. */
  public long size() {
    return size;
  }

  @Override
  public int read() {
    return at == size ? -1 : byteAt(at++) & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    if (at == size) {
      return length == 0 ? 0 : -1;
    }
    int count = (int) Math.min(length, size - at);
    for (int i = 0; i < count; i++) {
      buffer[offset + i] = byteAt(at++);
    }
    return count;
  }

  private byte byteAt(long place) {
    if (place < beginning.length) {
      return beginning[(int) place];
    }
    long fromEnd = size - place;
    return fromEnd <= end.length
        ? end[(int) (end.length - fromEnd)]
        : unit[(int) ((place - beginning.length) % unit.length)];
  }
}
