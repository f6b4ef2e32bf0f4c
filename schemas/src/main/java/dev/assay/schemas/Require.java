package dev.assay.schemas;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The checks of compact constructors; each throws {@link RejectedException} with a stable code. */
public final class Require {

  private Require() {}

  /** {@code value}, which must be present. */
  public static <T> T present(String field, @Nullable T value) {
    if (value == null) {
      throw reject(ErrorCode.MISSING_FIELD, field, "expected member " + field + ", found none");
    }
    return value;
  }

  /** A present text of 1 to {@code charsMax} characters without control characters. */
  public static String text(String field, @Nullable String value, int charsMax) {
    String text = present(field, value);
    if (text.isEmpty()) {
      throw reject(ErrorCode.INVALID_FIELD, field, "expected a non-empty " + field);
    }
    return bounded(field, text, charsMax);
  }

  /** A text of at most {@code charsMax} characters (Unicode code points), or null. */
  public static @Nullable String optionalText(String field, @Nullable String value, int charsMax) {
    return value == null ? null : bounded(field, value, charsMax);
  }

  private static String bounded(String field, String text, int charsMax) {
    if (text.length() > charsMax && text.codePointCount(0, text.length()) > charsMax) {
      throw reject(
          ErrorCode.LIMIT_EXCEEDED,
          field,
          "expected at most "
              + charsMax
              + " characters in "
              + field
              + ", found "
              + text.codePointCount(0, text.length()));
    }
    if (isPlain(text)) {
      return text;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean control = c < 0x20 && c != '\n' && c != '\t' || c == 0x7f;
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (control || Character.isSurrogate(c) && !pair) {
        throw reject(
            ErrorCode.INVALID_FIELD,
            field,
            String.format(
                "expected text without control characters in %s, found U+%04X", field, (int) c));
      }
      if (pair) {
        i++;
      }
    }
    return text;
  }

  /**
   * Whether all is printable ASCII without question marks, found by arithmetic over the bytes, of
   * which a processor does many at once. A question mark stands for what has no byte.
   */
  public static boolean isPlain(String text) {
    int sign = 0;
    for (byte c : text.getBytes(StandardCharsets.ISO_8859_1)) {
      sign |= (c - ' ') | ('~' - c) | ((c ^ '?') - 1); // below 0 for every other byte
    }
    return sign >= 0;
  }

  /** An identifier as {@link Ids} defines it. */
  public static String id(String field, @Nullable String value) {
    String id = present(field, value);
    if (!Ids.valid(id)) {
      throw reject(
          ErrorCode.INVALID_ID,
          field,
          "expected "
              + field
              + " to match [A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127} without '..', '//'"
              + " or a trailing '/', found "
              + quoted(id));
    }
    return id;
  }

  /** A SHA-256 in lower-case hex. */
  public static String digest(String field, @Nullable String value) {
    String digest = present(field, value);
    if (!Digests.valid(digest)) {
      throw reject(
          ErrorCode.INVALID_DIGEST,
          field,
          "expected 64 lower-case hexadecimal digits in " + field + ", found " + quoted(digest));
    }
    return digest;
  }

  /** A SHA-256 in lower-case hex, or null. */
  public static @Nullable String optionalDigest(String field, @Nullable String value) {
    return value == null ? null : digest(field, value);
  }

  /** A number between {@code min} and {@code max}, both allowed. */
  public static long range(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw reject(
          ErrorCode.INVALID_FIELD,
          field,
          "expected " + field + " between " + min + " and " + max + ", found " + value);
    }
    return value;
  }

  /** A number between 0 and 1, both allowed. */
  public static double fraction(String field, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw reject(
          ErrorCode.INVALID_FIELD, field, "expected " + field + " between 0 and 1, found " + value);
    }
    return value;
  }

  /** An unmodifiable copy of at most {@code max} elements; null is the empty list. */
  public static <T> List<T> list(String field, @Nullable List<T> values, int max) {
    if (values == null) {
      return List.of();
    }
    if (values.size() > max) {
      throw reject(
          ErrorCode.LIMIT_EXCEEDED,
          field,
          "expected at most " + max + " elements in " + field + ", found " + values.size());
    }
    for (T value : values) {
      if (value == null) {
        throw reject(ErrorCode.INVALID_FIELD, field, "expected no null element in " + field);
      }
    }
    return List.copyOf(values);
  }

  /** An unmodifiable copy of at most {@code max} entries; null is the empty map. */
  public static Map<String, String> map(
      String field, @Nullable Map<String, String> values, int max, int charsMax) {
    if (values == null) {
      return Map.of();
    }
    if (values.size() > max) {
      throw reject(
          ErrorCode.LIMIT_EXCEEDED,
          field,
          "expected at most " + max + " entries in " + field + ", found " + values.size());
    }
    values.forEach((key, value) -> {
      text(field, key, charsMax);
      bounded(field + "." + key, present(field + "." + key, value), charsMax);
    });
    return Map.copyOf(values);
  }

  /** Throws {@code code} unless {@code holds}. */
  public static void that(boolean holds, ErrorCode code, String field, String detail) {
    if (!holds) {
      throw reject(code, field, detail);
    }
  }

  private static RejectedException reject(ErrorCode code, String field, String detail) {
    return new Rejection(code, detail, field).asException();
  }

  /** A short quotation of untrusted text, safe to print. */
  public static String quoted(String text) {
    StringBuilder out = new StringBuilder("'");
    text.codePoints()
        .limit(80)
        .forEach(c -> out.appendCodePoint(Character.isISOControl(c) || c == '\'' ? '?' : c));
    return out.append(text.length() > 80 ? "…'" : "'").toString();
  }
}
