package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request target, each at most once and each known to its route. Values follow
 * RFC 3986: a plus sign is a plus sign, as identifiers may hold one.
 */
public final class Query {

  private static final int VALUE_CHARS_MAX = 1_024;

  private final Map<String, String> values;

  private Query(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads {@code raw}, the text after the question mark.
   *
   * @throws ProblemException with INVALID_QUERY for an unknown, repeated or broken parameter
   */
  static Query parse(String raw, Set<String> known) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String value = decoded(equals < 0 ? "" : pair.substring(equals + 1));
      if (!known.contains(name)) {
        String expected =
            known.isEmpty()
                ? "no query parameter"
                : "a query parameter out of "
                    + known.stream().sorted().collect(Collectors.joining(", "));
        throw invalid(name, "expected " + expected + ", found " + Require.quoted(name));
      }
      if (value.length() > VALUE_CHARS_MAX) {
        throw invalid(
            name,
            "expected at most "
                + VALUE_CHARS_MAX
                + " characters in "
                + name
                + ", found "
                + value.length());
      }
      if (values.put(name, value) != null) {
        throw invalid(name, "expected " + name + " once, found it twice");
      }
    }
    return new Query(values);
  }

  private static String decoded(String encoded) {
    return Percent.decode(encoded)
        .orElseThrow(() ->
            invalid(
                null,
                "expected percent-encoded UTF-8 in the query, found " + Require.quoted(encoded)));
  }

  /** The value of {@code name}, if it was given. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * The value of {@code name}, if it was given.
   *
   * @param expected what {@code holds} accepts, for the message
   * @throws ProblemException with INVALID_QUERY when {@code holds} does not accept it
   */
  public Optional<String> text(String name, String expected, Predicate<String> holds) {
    String value = values.get(name);
    if (value != null && !holds.test(value)) {
      throw invalid(
          name, "expected " + expected + " in " + name + ", found " + Require.quoted(value));
    }
    return Optional.ofNullable(value);
  }

  /**
   * The constant that {@code name} names, in any case, if it was given.
   *
   * @throws ProblemException with INVALID_QUERY when there is no such constant
   */
  public <E extends Enum<E>> Optional<E> constant(String name, Class<E> type) {
    String value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    String wanted = value.toUpperCase(Locale.ROOT).replace('-', '_');
    StringBuilder known = new StringBuilder();
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(wanted)) {
        return Optional.of(constant);
      }
      known.append(known.isEmpty() ? "" : ", ").append(constant.name());
    }
    throw invalid(
        name, "expected one of " + known + " in " + name + ", found " + Require.quoted(value));
  }

  /**
   * The whole number of {@code name}, if it was given.
   *
   * @throws ProblemException with INVALID_QUERY unless it lies between the bounds, both allowed
   */
  public OptionalInt number(String name, int min, int max) {
    String value = values.get(name);
    if (value == null) {
      return OptionalInt.empty();
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return OptionalInt.of(number);
      }
    } catch (NumberFormatException _) {
      // answered below, as a number out of bounds is
    }
    throw invalid(
        name,
        "expected a whole number from "
            + min
            + " to "
            + max
            + " in "
            + name
            + ", found "
            + Require.quoted(value));
  }

  private static ProblemException invalid(@Nullable String name, String detail) {
    return new ProblemException(new Rejection(ErrorCode.INVALID_QUERY, detail, name));
  }
}
