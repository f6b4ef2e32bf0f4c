package dev.assay.store.index;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Opaque page cursors: URL-safe base64 of a list's letter, a colon and the key of the last item. A
 * text that no list gave out is rejected, never guessed at.
 */
final class Cursor {

  private static final char ATTESTATIONS = 'a';
  private static final char WORK_ITEMS = 'w';
  private static final char APPROVALS = 'q';
  private static final char PROMOTIONS = 'p';

  /** Where a list goes on that is sorted by a time and then by a work item's id. */
  record TimeKey(long micros, String id) {}

  private Cursor() {}

  static void requireLimit(int limit) {
    if (limit < 1 || limit > IndexLimits.PAGE_ITEMS_MAX) {
      throw rejected(
          "limit", "a limit from 1 to " + IndexLimits.PAGE_ITEMS_MAX, Integer.toString(limit));
    }
  }

  static String ofAttestation(long logIndex) {
    return encode(ATTESTATIONS, Long.toString(logIndex));
  }

  static String ofWorkItem(long firstMicros, String id) {
    return encode(WORK_ITEMS, firstMicros + ":" + id);
  }

  static String ofApproval(long deadlineMicros, String workItem) {
    return encode(APPROVALS, deadlineMicros + ":" + workItem);
  }

  static String ofPromotion(long logIndex) {
    return encode(PROMOTIONS, Long.toString(logIndex));
  }

  static long attestation(String cursor) {
    return position(ATTESTATIONS, cursor);
  }

  static long promotion(String cursor) {
    return position(PROMOTIONS, cursor);
  }

  private static long position(char list, String cursor) {
    long index = number(decode(list, cursor));
    if (index < 0 || !encode(list, Long.toString(index)).equals(cursor)) {
      throw invalid();
    }
    return index;
  }

  static TimeKey workItem(String cursor) {
    return key(WORK_ITEMS, cursor);
  }

  static TimeKey approval(String cursor) {
    return key(APPROVALS, cursor);
  }

  private static TimeKey key(char list, String cursor) {
    String key = decode(list, cursor);
    int colon = key.indexOf(':');
    if (colon < 0) {
      throw invalid();
    }
    TimeKey parsed = new TimeKey(number(key.substring(0, colon)), key.substring(colon + 1));
    if (!encode(list, parsed.micros() + ":" + parsed.id()).equals(cursor)) {
      throw invalid();
    }
    return parsed;
  }

  private static String encode(char list, String key) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((list + ":" + key).getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(char list, String cursor) {
    if (cursor.length() > IndexLimits.CURSOR_CHARS_MAX) {
      throw invalid();
    }
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (!text.startsWith(list + ":")) {
        throw invalid();
      }
      return text.substring(2);
    } catch (RejectedException e) {
      throw e;
    } catch (IllegalArgumentException _) {
      throw invalid();
    }
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw invalid();
    }
  }

  private static RejectedException invalid() {
    return rejected("cursor", "the next member of an answer to the same list", "another text");
  }

  private static RejectedException rejected(String field, String expected, String found) {
    return new Rejection(
            ErrorCode.INVALID_QUERY, "expected " + expected + ", found " + found, field)
        .asException();
  }
}
