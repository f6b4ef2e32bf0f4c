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

  /** {@code mediaType}, which must be {@code type/subtype} with optional parameters, in ASCII. */
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

  /** Parameters are kept as sent; only their alphabet is checked. */
  private static boolean parameters(String text, int from) {
    if (from == text.length()) {
      return true;
    }
    if (text.charAt(from) != ';' && text.charAt(from) != ' ') {
      return false;
    }
    return text.chars().skip(from).allMatch(c -> c >= 0x20 && c < 0x7f);
  }
}
