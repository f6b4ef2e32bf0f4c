package dev.assay.system;

import dev.assay.service.Hop;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What events took hop by hop, as {@code /metrics} of a system tells it. */
final class HopBudget {

  private static final Pattern SAMPLE =
      Pattern.compile(
          "assay_hop_seconds_(bucket|count|sum)\\{hop=\"([a-z]+)\"(?:,le=\"([^\"]+)\")?\\} (\\S+)");

  private final Map<Hop, Times> hops;

  private HopBudget(Map<Hop, Times> hops) {
    this.hops = hops;
  }

  /**
   * The times of one hop.
   *
   * @param upTo how many took so many seconds at most
   */
  record Times(double count, double seconds, NavigableMap<Double, Double> upTo) {

    private Times since(Times before) {
      NavigableMap<Double, Double> later = new TreeMap<>();
      upTo.forEach(
          (bound, n) -> later.put(bound, n - Objects.requireNonNull(before.upTo.get(bound))));
      return new Times(count - before.count, seconds - before.seconds, later);
    }

    /** The least bound in milliseconds that this share of the events does not exceed. */
    double boundMillis(double share) {
      return upTo.entrySet().stream()
          .filter(bucket -> bucket.getValue() >= share * count)
          .findFirst()
          .map(bucket -> 1_000 * bucket.getKey())
          .orElse(Double.NaN);
    }
  }

  /** What was recorded since the start of each process. */
  static HopBudget of(Api api) throws IOException, InterruptedException {
    Map<Hop, Times> hops = new EnumMap<>(Hop.class);
    String metrics = api.get("/metrics").body();
    for (Hop hop : Hop.values()) {
      hops.put(hop, times(hop, metrics));
    }
    return new HopBudget(hops);
  }

  private static Times times(Hop hop, String metrics) {
    double count = 0;
    double seconds = 0;
    NavigableMap<Double, Double> upTo = new TreeMap<>();
    Matcher sample = SAMPLE.matcher(metrics);
    while (sample.find()) {
      if (sample.group(2).equals(hop.label())) {
        double value = Double.parseDouble(sample.group(4));
        switch (sample.group(1)) {
          case "count" -> count = value;
          case "sum" -> seconds = value;
          default -> upTo.put(bound(sample.group(3)), value);
        }
      }
    }
    if (upTo.isEmpty()) {
      throw new AssertionError("expected the hop " + hop.label() + " in /metrics, found none");
    }
    return new Times(count, seconds, upTo);
  }

  private static double bound(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  /** What was recorded after {@code before}. */
  HopBudget since(HopBudget before) {
    Map<Hop, Times> later = new EnumMap<>(Hop.class);
    hops.forEach((hop, times) -> later.put(hop, times.since(before.times(hop))));
    return new HopBudget(later);
  }

  Times times(Hop hop) {
    return Objects.requireNonNull(hops.get(hop));
  }
}
