package dev.assay.store.api;

import dev.assay.core.failure.Names;
import dev.assay.http.ProblemException;
import dev.assay.http.Query;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Ids;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.store.index.IndexLimits;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Query parameters of lists; each is checked and a wrong one is INVALID_QUERY. */
final class ListParameters {

  private static final Pattern ID_PREFIX =
      Pattern.compile("[0-9a-f]{" + IndexLimits.ID_PREFIX_CHARS_MIN + ",64}");

  private final Query query;

  ListParameters(Query query) {
    this.query = query;
  }

  @Nullable String id(String name) {
    return query.text(name, "an identifier", Ids::valid).orElse(null);
  }

  @Nullable String digest(String name) {
    return query.text(name, "64 lower-case hexadecimal digits", Digests::valid).orElse(null);
  }

  /** The beginning of an id that is a digest, of which a few digits say too little. */
  @Nullable String idPrefix(String name) {
    return query
        .text(
            name,
            IndexLimits.ID_PREFIX_CHARS_MIN + " to 64 lower-case hexadecimal digits",
            text -> ID_PREFIX.matcher(text).matches())
        .orElse(null);
  }

  @Nullable String word(String name) {
    return query
        .text(
            name,
            "1 to " + Limits.SIGNATURE_CHARS_MAX + " characters",
            text -> !text.isEmpty() && text.length() <= Limits.SIGNATURE_CHARS_MAX)
        .orElse(null);
  }

  /** A path below no directory, or an end of one. */
  @Nullable String file(String name) {
    return query
        .text(
            name,
            "the path of a file, or an end of one, of 1 to "
                + Names.CHARS_MAX
                + " characters without a slash at its beginning or end",
            text ->
                !text.isBlank()
                    && text.length() <= Names.CHARS_MAX
                    && !text.startsWith("/")
                    && !text.endsWith("/"))
        .orElse(null);
  }

  <E extends Enum<E>> @Nullable E constant(String name, Class<E> type) {
    return query.constant(name, type).orElse(null);
  }

  /** A part of one, below one. */
  @Nullable Double fraction(String name) {
    return query
        .text(
            name,
            "0, or a number below 1 with up to six decimals, such as 0.02,",
            text -> text.matches("0(\\.[0-9]{1,6})?"))
        .map(Double::valueOf)
        .orElse(null);
  }

  @Nullable Instant time(String name) {
    String text = query.text(name).orElse(null);
    if (text == null) {
      return null;
    }
    try {
      return Times.instant(text);
    } catch (DateTimeException _) {
      throw new ProblemException(
          new Rejection(
              ErrorCode.INVALID_QUERY,
              "expected an RFC 3339 time in " + name + ", found " + Require.quoted(text),
              name));
    }
  }

  int limit() {
    return limit(IndexLimits.PAGE_ITEMS_MAX);
  }

  int limit(int max) {
    return limit(max, IndexLimits.PAGE_ITEMS_DEFAULT);
  }

  int limit(int max, int unsaid) {
    return query.number("limit", 1, max).orElse(unsaid);
  }

  /** Where in the log to begin; 0 when nobody says. */
  long position() {
    return query
        .text("from", "a position of 1 to 18 digits", text -> text.matches("[0-9]{1,18}"))
        .map(Long::parseLong)
        .orElse(0L);
  }

  @Nullable String cursor() {
    return query
        .text(
            "cursor",
            "the next of another answer",
            text -> !text.isEmpty() && text.length() <= IndexLimits.CURSOR_CHARS_MAX)
        .orElse(null);
  }
}
