package dev.assay.director.manifest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How far manifests are. */
final class ManifestMetrics {

  private final MeterRegistry registry;
  private final Counter written;
  private final AtomicLong lag = new AtomicLong();
  private final Map<String, AtomicLong> covered = new ConcurrentHashMap<>();

  ManifestMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.written =
        Counter.builder("assay.manifest.written")
            .description("manifests that the cluster has taken")
            .register(registry);
    Gauge.builder("assay.manifest.lag", lag, AtomicLong::doubleValue)
        .description("records on the topics that no manifest covers yet")
        .register(registry);
  }

  /** The cluster has a manifest up to {@code end} of a partition. */
  void written(String topic, int partition, long end) {
    written.increment();
    covered.computeIfAbsent(topic + "/" + partition, _ -> gauge(topic, partition)).set(end);
  }

  private AtomicLong gauge(String topic, int partition) {
    AtomicLong value = new AtomicLong();
    Gauge.builder("assay.manifest.covered", value, AtomicLong::doubleValue)
        .description("the offset up to which manifests cover a partition")
        .tag("topic", topic)
        .tag("partition", Integer.toString(partition))
        .register(registry);
    return value;
  }

  void lag(long records) {
    lag.set(records);
  }
}
