package dev.assay.starlark;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An unchangeable sequence of bytes. */
public final class StarlarkBytes implements StarlarkValue {
  private final byte[] octets;

  StarlarkBytes(byte[] octets) {
    this.octets = octets;
  }

  /** Bytes with a copy of this content. */
  public static StarlarkBytes copyOf(byte[] octets) {
    return new StarlarkBytes(octets.clone());
  }

  /** A copy of the content. */
  public byte[] toByteArray() {
    return octets.clone();
  }

  /** The number of bytes. */
  public int length() {
    return octets.length;
  }

  /** The byte at an index as 0 to 255. */
  public int at(int index) {
    return octets[index] & 0xFF;
  }

  /** The content itself; the caller must not change it. */
  byte[] shared() {
    return octets;
  }

  @Override
  public String type() {
    return "bytes";
  }

  @Override
  public boolean truth() {
    return octets.length > 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StarlarkBytes that && Arrays.equals(octets, that.octets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(octets);
  }

  @Override
  public String toString() {
    return "bytes(" + octets.length + ")";
  }
}
