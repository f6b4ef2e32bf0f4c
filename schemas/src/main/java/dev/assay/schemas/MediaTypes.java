package dev.assay.schemas;

import java.util.Locale;
import java.util.Map;

/**
 * Media types: those of artifacts by the endings of their files' names, and the check of strangers'
 * (RFC 9110, section 8.3.1) before they reach a header or a file.
 */
public final class MediaTypes {

  /** The type of what has none. */
  public static final String DEFAULT = "application/octet-stream";

  /** Under which the verifier {@code quick} reads a trace in the envelopes of harnesses. */
  public static final String ENVELOPES = "application/vnd.assay.envelopes";

  /** Lines of JSON. */
  public static final String NDJSON = "application/x-ndjson";

  /** XML. */
  public static final String XML = "application/xml";

  private static final Map<String, String> BY_ENDING =
      Map.ofEntries(
          Map.entry("xml", XML),
          Map.entry("json", "application/json"),
          Map.entry("sarif", "application/sarif+json"),
          Map.entry("ndjson", NDJSON),
          Map.entry("jsonl", NDJSON),
          Map.entry("tap", "text/plain"),
          Map.entry("log", "text/plain"),
          Map.entry("txt", "text/plain"),
          Map.entry("png", "image/png"),
          Map.entry("zip", "application/zip"),
          Map.entry("gz", "application/gzip"),
          Map.entry("tar", "application/x-tar"));

  private MediaTypes() {}

  /** The media type of a file of that name; {@code otherwise} when its ending says none. */
  public static String of(String fileName, String otherwise) {
    String name = fileName.toLowerCase(Locale.ROOT);
    return BY_ENDING.getOrDefault(name.substring(name.lastIndexOf('.') + 1), otherwise);
  }

  /**
   * {@code mediaType}, which must be {@code type/subtype;name=value;...}: tokens or quoted strings
   * in ASCII, no space before a semicolon.
   */
  public static String require(String mediaType) {
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

  /** Whether {@code mediaType} is one, as {@link #require} wants it. */
  public static boolean valid(String mediaType) {
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
