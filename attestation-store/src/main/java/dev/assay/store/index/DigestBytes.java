package dev.assay.store.index;

import dev.assay.schemas.Digests;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Digests as their columns have them: 32 bytes. Another text, which only a changed database or a
 * statement of somebody else can have in a digest's place, is its UTF-8 behind {@link #OTHER},
 * which makes it longer. Both databases compare such columns byte by byte.
 */
final class DigestBytes {

  /** What a text that is no digest is kept behind, as the migration of earlier texts has it. */
  static final String OTHER = "not a SHA-256 in hexadecimal digits: ";

  private static final HexFormat HEX = HexFormat.of();
  private static final int BYTES = Digests.HEX_CHARS / 2;

  private DigestBytes() {}

  /** {@code digest} as it is kept. */
  static byte[] of(String digest) {
    if (Digests.valid(digest)) {
      return HEX.parseHex(digest);
    }
    return (OTHER + digest).getBytes(StandardCharsets.UTF_8);
  }

  /** {@code digest} as it is kept, null for none. */
  static byte @Nullable [] ofNullable(@Nullable String digest) {
    return digest == null ? null : of(digest);
  }

  /** What is kept as {@code bytes}; in a database of an earlier version that is the text itself. */
  static String text(byte[] bytes) {
    if (bytes.length == BYTES) {
      return HEX.formatHex(bytes);
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.startsWith(OTHER) ? text.substring(OTHER.length()) : text;
  }

  /** What is kept as {@code bytes}, null for none. */
  static @Nullable String textOrNull(byte @Nullable [] bytes) {
    return bytes == null ? null : text(bytes);
  }

  /** The first digest that begins with {@code digits}, of which there are at most 64. */
  static byte[] first(String digits) {
    return of(filled(digits, "0"));
  }

  /** The last digest that begins with {@code digits}, of which there are at most 64. */
  static byte[] last(String digits) {
    return of(filled(digits, "f"));
  }

  private static String filled(String digits, String digit) {
    return digits + digit.repeat(Digests.HEX_CHARS - digits.length());
  }
}
