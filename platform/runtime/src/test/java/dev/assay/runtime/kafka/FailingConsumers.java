package dev.assay.runtime.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;

/**
 * Makes chosen consumers of a group fail to open. Kafka makes an instance of this class for each
 * client; what they should do is kept by group.
 */
public final class FailingConsumers implements MetricsReporter {

  private static final Map<String, FailingConsumers> GROUPS = new ConcurrentHashMap<>();

  private final CountDownLatch failures;
  private final int first;
  private final int last;
  private int opened;

  /** For Kafka. */
  public FailingConsumers() {
    this(0, 0, 0);
  }

  private FailingConsumers(int first, int last, int failures) {
    this.first = first;
    this.last = last;
    this.failures = new CountDownLatch(failures);
  }

  /**
   * The consumers of {@code group} that are opened as {@code first} to {@code last}, counted from
   * 1, fail.
   *
   * @param failures after how many the answer counts down to nothing
   */
  static CountDownLatch of(String group, int first, int last, int failures) {
    FailingConsumers plan = new FailingConsumers(first, last, failures);
    GROUPS.put(group, plan);
    return plan.failures;
  }

  /** Client settings with which consumers fail. */
  static Map<String, String> settings() {
    return Map.of(
        CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, FailingConsumers.class.getName());
  }

  @Override
  public void configure(Map<String, ?> configs) {
    Object group = configs.get(ConsumerConfig.GROUP_ID_CONFIG);
    FailingConsumers plan = group == null ? null : GROUPS.get(group.toString());
    if (plan != null) {
      plan.open();
    }
  }

  private synchronized void open() {
    opened++;
    if (opened >= first && opened <= last) {
      failures.countDown();
      throw new ConfigException("expected no failure, found the one of this test");
    }
  }

  @Override
  public void init(List<KafkaMetric> metrics) {}

  @Override
  public void metricChange(KafkaMetric metric) {}

  @Override
  public void metricRemoval(KafkaMetric metric) {}

  @Override
  public void close() {}
}
