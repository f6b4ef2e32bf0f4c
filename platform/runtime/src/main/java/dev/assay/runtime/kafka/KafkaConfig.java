package dev.assay.runtime.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * How to reach the cluster.
 *
 * @param bootstrap addresses, {@code host:port[,host:port]}
 * @param topicPrefix put before every topic, group and application name
 * @param partitions of every topic that this process creates
 * @param replicationFactor of every topic that this process creates
 * @param client further client settings, such as security
 */
public record KafkaConfig(
    String bootstrap,
    String topicPrefix,
    int partitions,
    short replicationFactor,
    Map<String, String> client) {

  /**
   * How long a producer waits for more records before it sends a batch. An event passes four
   * producers one after another; each request costs the same however few records it carries.
   */
  public static final int LINGER_MILLIS = 10;

  /**
   * Bytes of one partition after which a producer no longer waits: enough for what a busy service
   * writes to a topic within {@link #LINGER_MILLIS}, since five attestations fill Kafka's own 16
   * KiB.
   */
  public static final int BATCH_BYTES_MAX = 128 * 1024;

  /**
   * The share of a compacted topic that is new since its last cleaning and makes the next one due.
   * Each copies what is old once more, and most work items have two records, of which one stays: at
   * a half, Kafka's own share, the cleaner copies all that it is sent.
   */
  public static final double DIRTY_SHARE_MIN = 0.8;

  /** Partitions of a topic unless configured otherwise. */
  public static final int PARTITIONS_DEFAULT = 4;

  public KafkaConfig {
    client = Map.copyOf(client);
  }

  /** The settings that an embedded broker needs. */
  public static KafkaConfig embedded(String bootstrap, Map<String, String> client) {
    return new KafkaConfig(bootstrap, "assay.", PARTITIONS_DEFAULT, (short) 1, client);
  }

  /** The same cluster for another client. */
  public KafkaConfig as(Map<String, String> other) {
    return new KafkaConfig(bootstrap, topicPrefix, partitions, replicationFactor, other);
  }

  /** {@code name} with the prefix. */
  public String prefixed(String name) {
    return topicPrefix + name;
  }

  /** Client settings: the connection and {@code more}, which wins. */
  public Map<String, Object> with(Map<String, ?> more) {
    Map<String, Object> all = new HashMap<>(client);
    all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    all.putAll(more);
    return all;
  }

  /** Without the client settings, which hold secrets. */
  @Override
  public String toString() {
    return "KafkaConfig[" + bootstrap + ", " + topicPrefix + "]";
  }

  /** {@link #with} as properties. */
  public Properties properties(Map<String, ?> more) {
    Properties p = new Properties();
    p.putAll(with(more));
    return p;
  }
}
