package dev.assay.http;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An Accept header (RFC 9110, section 12.5.1): media ranges and how much each is wanted. Parameters
 * other than the weight are not looked at; a header that is absent or empty accepts everything.
 */
public final class AcceptedTypes {

  /** Ranges that are read; those behind them count nothing. */
  private static final int RANGES_MAX = 32;

  private static final Pattern WEIGHT = Pattern.compile("q=(0(\\.\\d{0,3})?|1(\\.0{0,3})?)");
  private static final String ANY = "*/*";

  private final List<Range> ranges;

  private AcceptedTypes(List<Range> ranges) {
    this.ranges = ranges;
  }

  private record Range(String type, double weight) {

    static Range of(String text) {
      String[] parts = text.split(";", -1);
      double weight =
          Arrays.stream(parts)
              .map(String::strip)
              .filter(parameter -> WEIGHT.matcher(parameter).matches())
              .mapToDouble(parameter -> Double.parseDouble(parameter.substring(2)))
              .findFirst()
              .orElse(1);
      return new Range(parts[0].strip(), weight);
    }

    /** How exactly this range names {@code mediaType}, from 1; 0 when it does not match. */
    int precision(String mediaType) {
      String family = mediaType.substring(0, mediaType.indexOf('/') + 1);
      return type.equals(mediaType) ? 3 : type.equals(family + "*") ? 2 : type.equals(ANY) ? 1 : 0;
    }
  }

  /** A media type with the range that names it most exactly. */
  private record Match(String mediaType, double weight, int precision) {}

  /** The types that a header's value accepts. */
  public static AcceptedTypes of(Optional<String> header) {
    String text = header.orElse("").strip().toLowerCase(Locale.ROOT);
    return new AcceptedTypes(
        Arrays.stream((text.isEmpty() ? ANY : text).split(",", -1))
            .limit(RANGES_MAX)
            .map(Range::of)
            .toList());
  }

  /**
   * Those of {@code offered} that are accepted, the most wanted first. Among equals those that the
   * header names more exactly come first, then the order of {@code offered} counts.
   *
   * @param offered media types in lower case, without parameters
   */
  public List<String> ranked(List<String> offered) {
    return offered.stream()
        .map(this::match)
        .filter(match -> match.weight() > 0)
        .sorted(
            Comparator.comparingDouble(Match::weight).thenComparingInt(Match::precision).reversed())
        .map(Match::mediaType)
        .toList();
  }

  private Match match(String mediaType) {
    return ranges.stream()
        .map(range -> new Match(mediaType, range.weight(), range.precision(mediaType)))
        .filter(match -> match.precision() > 0)
        .max(Comparator.comparingInt(Match::precision))
        .orElse(new Match(mediaType, 0, 0));
  }
}
