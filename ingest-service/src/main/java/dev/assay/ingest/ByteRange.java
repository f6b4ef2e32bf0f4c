package dev.assay.ingest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of an artifact, as the Range header asks for it (RFC 9110, section 14.1.2).
 *
 * @param length bytes, at least 1
 */
record ByteRange(long offset, long length) {

  private static final String UNIT = "bytes=";
  private static final int DIGITS_MAX = 18;

  /** What a Range header means for an artifact. */
  sealed interface Asked {

    /** The whole: no header, another unit, several ranges or a malformed one. */
    record Whole() implements Asked {}

    /** One part. */
    record Part(ByteRange range) implements Asked {}

    /** A part that begins behind the end. */
    record Unsatisfiable() implements Asked {}
  }

  static Asked of(Optional<String> header, long size) {
    String text = header.orElse("").strip();
    int dash = text.indexOf('-');
    if (!text.startsWith(UNIT) || dash < 0) {
      return new Asked.Whole();
    }
    @Nullable Long first = number(text.substring(UNIT.length(), dash));
    @Nullable Long last = number(text.substring(dash + 1));
    boolean suffix = dash == UNIT.length();
    boolean toEnd = dash == text.length() - 1;
    if (suffix) {
      return last == null ? new Asked.Whole() : suffix(last, size);
    }
    if (first == null || !toEnd && last == null || last != null && last < first) {
      return new Asked.Whole();
    }
    if (first >= size) {
      return new Asked.Unsatisfiable();
    }
    long end = last == null ? size - 1 : Math.min(last, size - 1);
    return new Asked.Part(new ByteRange(first, end - first + 1));
  }

  private static Asked suffix(long wanted, long size) {
    if (wanted == 0 || size == 0) {
      return new Asked.Unsatisfiable();
    }
    long length = Math.min(wanted, size);
    return new Asked.Part(new ByteRange(size - length, length));
  }

  private static @Nullable Long number(String text) {
    if (text.isEmpty() || text.length() > DIGITS_MAX) {
      return null;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return null;
      }
      value = value * 10 + c - '0';
    }
    return value;
  }
}
