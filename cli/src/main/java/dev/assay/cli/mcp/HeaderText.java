package dev.assay.cli.mcp;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Text of a header: as it is, or {@code =?base64?...?=} around the base64 of its UTF-8. */
final class HeaderText {

  private static final String OPENS = "=?base64?";
  private static final String CLOSES = "?=";

  private HeaderText() {}

  static String decoded(String value) {
    if (!value.startsWith(OPENS)
        || !value.endsWith(CLOSES)
        || value.length() < OPENS.length() + CLOSES.length()) {
      return value;
    }
    try {
      return new String(
          Base64.getDecoder()
              .decode(value.substring(OPENS.length(), value.length() - CLOSES.length())),
          StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return value;
    }
  }
}
