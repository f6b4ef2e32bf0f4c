package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RelayingRegistryTest {

  private final RelayingRegistry registry = new RelayingRegistry();
  private final PrometheusMeterRegistry other =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @AfterEach
  void close() {
    registry.close();
    other.close();
  }

  @Test
  void theMetricsOfTheOtherProcessAreToldAndNoFamilyOrSeriesTwice() {
    registry.counter("assay.both", "side", "own").increment();
    registry.counter("assay.both", "side", "same").increment(2);
    other.counter("assay.both", "side", "other").increment();
    other.counter("assay.both", "side", "same").increment(7);
    other.counter("assay.worker.refused", "code", "X").increment(3);
    other.timer("assay.worker.runs").record(Duration.ofMillis(5));
    registry.relay(other::scrape);

    String scraped = registry.scrape();

    assertThat(scraped)
        .contains(
            "assay_both_total{side=\"own\"} 1.0",
            "assay_both_total{side=\"other\"} 1.0",
            "assay_both_total{side=\"same\"} 2.0",
            "assay_worker_refused_total{code=\"X\"} 3.0")
        .contains("assay_worker_runs_seconds_count 1")
        .doesNotContain("assay_both_total{side=\"same\"} 7.0");
    assertThat(scraped.lines().filter(line -> line.startsWith("# TYPE "))).doesNotHaveDuplicates();
    assertThat(scraped).endsWith("\n");
  }

  @Test
  void aProcessThatDoesNotAnswerTakesNothingAway() {
    registry.counter("assay.own").increment();
    registry.relay(() -> "");

    assertThat(registry.scrape()).contains("assay_own_total 1.0");
  }
}
