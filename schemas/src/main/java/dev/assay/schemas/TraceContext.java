package dev.assay.schemas;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@code traceparent} of W3C Trace Context, version 00 (section 3.2): ids of zeros are none.
 *
 * @param traceId 32 lower-case hexadecimal digits
 * @param spanId 16 of them
 * @param flags a byte
 */
public record TraceContext(String traceId, String spanId, int flags) {

  /** The variable of the environment in which a process finds the span that it is part of. */
  public static final String VARIABLE = "TRACEPARENT";

  private static final Pattern FORM =
      Pattern.compile("00-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})");

  /** The one that {@code text} is; empty for null and for every other text. */
  public static Optional<TraceContext> parse(@Nullable String text) {
    Matcher matcher = FORM.matcher(text == null ? "" : text);
    return matcher.matches()
        ? Optional.of(
            new TraceContext(
                matcher.group(1), matcher.group(2), Integer.parseInt(matcher.group(3), 16)))
        : Optional.empty();
  }

  /** The sampled one of two ids in hexadecimal digits; empty when they are none. */
  public static Optional<TraceContext> sampled(String traceId, String spanId) {
    return parse("00-" + traceId + "-" + spanId.toLowerCase(Locale.ROOT) + "-01");
  }

  /** The {@code traceparent} that says this. */
  public String text() {
    return "00-%s-%s-%02x".formatted(traceId, spanId, flags);
  }
}
