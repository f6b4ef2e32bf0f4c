package dev.assay.toolcalls.json;

import java.nio.charset.StandardCharsets;

/** Decodes bytes as the WHATWG Encoding Standard's UTF-8 decoder with replacement does. */
public final class Utf8Text {

  private static final byte SURROGATE_LEAD = (byte) 0xed;
  private static final byte NEVER_VALID = (byte) 0xff;

  private Utf8Text() {}

  /**
   * The text of {@code bytes}. The JDK decodes an encoded surrogate (ED A0..BF xx) as one
   * replacement character and the standard as three, so its lead byte is made invalid first.
   */
  public static String decode(byte[] bytes) {
    byte[] source = bytes;
    boolean copied = false;
    for (int i = 0; i + 1 < bytes.length; i++) {
      if (bytes[i] == SURROGATE_LEAD && (bytes[i + 1] & 0xe0) == 0xa0) {
        if (!copied) {
          source = bytes.clone();
          copied = true;
        }
        source[i] = NEVER_VALID;
      }
    }
    return new String(source, StandardCharsets.UTF_8);
  }
}
