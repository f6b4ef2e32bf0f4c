package dev.assay.cli.host;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The metrics of this process and of another one that it answers for. */
final class RelayingRegistry extends PrometheusMeterRegistry {

  private static final String FAMILY = "# HELP ";

  private volatile Supplier<String> other = () -> "";

  RelayingRegistry() {
    super(PrometheusConfig.DEFAULT);
  }

  /** From now on {@code metrics}, in Prometheus' text format, are told with the own ones. */
  void relay(Supplier<String> metrics) {
    other = metrics;
  }

  /**
   * A scrape names each family only once: of one that both have, the other process's series follow
   * the own ones. A series that both have is told as this process has it.
   */
  @Override
  public String scrape() {
    Map<String, String> families = families(super.scrape());
    families(other.get())
        .forEach((name, family) ->
            families.merge(name, family, (own, relayed) -> own + further(own, relayed)));
    return String.join("", families.values());
  }

  /** The families of a scrape by name, in its order. */
  private static Map<String, String> families(String scraped) {
    Map<String, String> families = new LinkedHashMap<>();
    for (int from = scraped.indexOf(FAMILY); from >= 0; ) {
      int next = scraped.indexOf("\n" + FAMILY, from);
      String family = next < 0 ? scraped.substring(from) : scraped.substring(from, next + 1);
      int nameEnd = family.indexOf(' ', FAMILY.length());
      if (nameEnd > 0) {
        families.put(family.substring(FAMILY.length(), nameEnd), family);
      }
      from = next < 0 ? -1 : next + 1;
    }
    return families;
  }

  /** The samples of {@code relayed} whose series are not in {@code own}. */
  private static String further(String own, String relayed) {
    return relayed
        .lines()
        .filter(line -> !line.startsWith("#"))
        .filter(line -> !own.contains("\n" + line.substring(0, line.lastIndexOf(' ') + 1)))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
