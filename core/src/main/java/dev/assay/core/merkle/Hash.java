package dev.assay.core.merkle;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** One SHA-256 value: 32 immutable bytes. */
public final class Hash {

  /** Length of every hash in bytes. */
  public static final int BYTES = 32;

  /** Length of the standard base64 text of a hash, padding included. */
  public static final int BASE64_CHARS = 44;

  private final byte[] bytes;

  private Hash(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The hash whose bytes are {@code bytes}, which are copied.
   *
   * @throws IllegalArgumentException unless there are exactly {@link #BYTES}
   */
  public static Hash of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "expected a hash of " + BYTES + " bytes, found " + bytes.length);
    }
    return new Hash(bytes.clone());
  }

  /** The hash at {@code offset} of {@code source}, copied. */
  public static Hash at(byte[] source, int offset) {
    return new Hash(Arrays.copyOfRange(source, offset, offset + BYTES));
  }

  /** The hash written as 64 lower-case hexadecimal digits, or empty for any other text. */
  public static Optional<Hash> ofHex(String text) {
    if (text.length() != 2 * BYTES) {
      return Optional.empty();
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return Optional.empty();
      }
    }
    return Optional.of(new Hash(HexFormat.of().parseHex(text)));
  }

  /** The hash written as canonical standard base64 with padding, or empty for any other text. */
  public static Optional<Hash> ofBase64(String text) {
    if (text.length() != BASE64_CHARS) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      Hash hash = bytes.length == BYTES ? new Hash(bytes) : null;
      return hash != null && hash.base64().equals(text) ? Optional.of(hash) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Takes ownership of {@code bytes}: the caller must not change them afterwards. */
  static Hash owning(byte[] bytes) {
    return new Hash(bytes);
  }

  /** The array behind this hash, for reading inside the package only. */
  byte[] raw() {
    return bytes;
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Writes the bytes into {@code target} from {@code offset}. */
  public void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, BYTES);
  }

  /** 64 lower-case hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** Standard base64 with padding. */
  public String base64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hash that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
