package dev.assay.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Percent-encoding of RFC 3986, section 2.1, decoded strictly. */
public final class Percent {

  private Percent() {}

  /**
   * The text that {@code encoded} stands for; empty for a broken escape, for bytes that are no
   * UTF-8 and for control characters. A plus sign is a plus sign.
   */
  public static Optional<String> decode(String encoded) {
    boolean plain = true;
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c < 0x20 || c > 0x7e) {
        return Optional.empty();
      }
      plain &= c != '%';
    }
    return plain ? Optional.of(encoded) : escaped(encoded);
  }

  private static Optional<String> escaped(String encoded) {
    byte[] bytes = new byte[encoded.length()];
    int length = 0;
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        if (i + 2 >= encoded.length()) {
          return Optional.empty();
        }
        int high = Character.digit(encoded.charAt(i + 1), 16);
        int low = Character.digit(encoded.charAt(i + 2), 16);
        int value = high << 4 | low;
        if (high < 0 || low < 0 || value < 0x20 || value == 0x7f) {
          return Optional.empty();
        }
        bytes[length++] = (byte) value;
        i += 2;
      } else {
        bytes[length++] = (byte) c;
      }
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
