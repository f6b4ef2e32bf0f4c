package dev.assay.cli.host;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;

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

  /** A family that both have is told as this process has it: a scrape names each only once. */
  @Override
  public String scrape() {
    String own = super.scrape();
    String relayed = other.get();
    StringBuilder all = new StringBuilder(own);
    for (int from = relayed.indexOf(FAMILY); from >= 0; ) {
      int next = relayed.indexOf("\n" + FAMILY, from);
      String family = next < 0 ? relayed.substring(from) : relayed.substring(from, next + 1);
      int nameEnd = family.indexOf(' ', FAMILY.length());
      if (nameEnd > 0 && !own.contains(family.substring(0, nameEnd + 1))) {
        all.append(family);
      }
      from = next < 0 ? -1 : next + 1;
    }
    return all.toString();
  }
}
