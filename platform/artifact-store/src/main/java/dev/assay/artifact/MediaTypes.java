package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;

/** The check of media types (RFC 9110, section 8.3.1) before they reach a header or a file. */
final class MediaTypes {

  /** The type of artifacts stored without one. */
  static final String DEFAULT = "application/octet-stream";

  private MediaTypes() {}

  /**
   * {@code mediaType}, which must be {@code type/subtype;name=value;...}: tokens or quoted strings
   * in ASCII, no space before a semicolon.
   */
  static String require(String mediaType) {
    Require.text("mediaType", mediaType, Limits.MEDIA_TYPE_CHARS_MAX);
    if (!valid(mediaType)) {
      throw new Rejection(
              ErrorCode.INVALID_FIELD,
              "expected a media type such as application/xml, found " + Require.quoted(mediaType),
              "mediaType")
          .asException();
    }
    return mediaType;
  }

  static boolean valid(String mediaType) {
    if (mediaType.length() > Limits.MEDIA_TYPE_CHARS_MAX) {
      return false;
    }
    int slash = token(mediaType, 0);
    if (slash == 0 || slash == mediaType.length() || mediaType.charAt(slash) != '/') {
      return false;
    }
    int end = token(mediaType, slash + 1);
    return end > slash + 1 && parameters(mediaType, end);
  }

  private static int token(String text, int from) {
    int i = from;
    while (i < text.length() && tokenChar(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean tokenChar(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }

  /** Parameters {@code ;name=value} up to the end, the value a token or a quoted string. */
  private static boolean parameters(String text, int from) {
    int i = from;
    while (i < text.length()) {
      if (text.charAt(i) != ';') {
        return false;
      }
      int name = spaces(text, i + 1);
      int equals = token(text, name);
      if (equals == name || equals == text.length() || text.charAt(equals) != '=') {
        return false;
      }
      i = value(text, equals + 1);
      if (i < 0) {
        return false;
      }
    }
    return true;
  }

  private static int spaces(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  /** The end of a value, or -1 when there is none. */
  private static int value(String text, int from) {
    if (from == text.length() || text.charAt(from) != '"') {
      int end = token(text, from);
      return end == from ? -1 : end;
    }
    int i = from + 1;
    while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) < 0x7f) {
      if (text.charAt(i) == '"') {
        return i + 1;
      }
      i++;
    }
    return -1;
  }
}
