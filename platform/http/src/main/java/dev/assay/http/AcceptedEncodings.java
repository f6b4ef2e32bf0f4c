package dev.assay.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An Accept-Encoding header (RFC 9110, section 12.5.3). */
final class AcceptedEncodings {

  /** Codings that are read; those behind them count nothing. */
  private static final int CODINGS_MAX = 32;

  /** A coding and its weight; what does not look so counts nothing. */
  private static final Pattern CODING =
      Pattern.compile("([^\\s;]+)\\s*(?:;\\s*q=(0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?))?");

  private AcceptedEncodings() {}

  private record Coding(String name, double weight) {}

  /**
   * Whether the client takes gzip, and plain bytes not rather. Without a header it gets plain
   * bytes: nearly every client that can unpack says so.
   */
  static boolean takesGzip(Optional<String> header) {
    List<Coding> codings =
        Arrays.stream(header.orElse("").toLowerCase(Locale.ROOT).split(",", CODINGS_MAX + 1))
            .limit(CODINGS_MAX)
            .map(part -> CODING.matcher(part.strip()))
            .filter(Matcher::matches)
            .map(AcceptedEncodings::coding)
            .toList();
    OptionalDouble named = weight(codings, "gzip");
    double gzip = named.orElseGet(() -> weight(codings, "*").orElse(0));
    return gzip > 0 && gzip >= weight(codings, "identity").orElse(0);
  }

  private static Coding coding(Matcher matched) {
    String name = matched.group(1);
    String weight = matched.group(2);
    return new Coding(
        name.equals("x-gzip") ? "gzip" : name, weight == null ? 1 : Double.parseDouble(weight));
  }

  private static OptionalDouble weight(List<Coding> codings, String name) {
    return codings.stream()
        .filter(coding -> coding.name().equals(name))
        .mapToDouble(Coding::weight)
        .findFirst();
  }
}
