package dev.assay.runtime.kafka;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * How to reach the cluster; also the section {@code kafka} of the configuration.
 *
 * @param bootstrap addresses, {@code host:port[,host:port]}; the embedded broker has its own
 * @param topicPrefix put before every topic, group and application name; may be empty
 * @param partitions of every topic, the same in every process (1 in {@code assay up})
 * @param replicationFactor of new topics; -1 leaves it to the brokers
 * @param client further settings of Kafka's clients, such as security
 */
public record KafkaConfig(
    String bootstrap,
    String topicPrefix,
    Integer partitions,
    Short replicationFactor,
    Map<String, String> client) {

  /** A name on the broker has 249 characters; the longest of ours takes less than the rest. */
  public static final int TOPIC_PREFIX_CHARS_MAX = 200;

  /** The brokers create no more partitions in one request. */
  public static final int PARTITIONS_MAX = 10_000;

  /** The most consumers of one process: so many members a share group of Kafka may have. */
  public static final int GROUP_MEMBERS_MAX = 1_000;

  private static final short BROKERS_REPLICATION = -1;
  private static final Pattern TOPIC_PREFIX =
      Pattern.compile("[A-Za-z0-9._-]{0," + TOPIC_PREFIX_CHARS_MAX + "}");

  /**
   * How long a record waits at most in a producer that is not flushed. {@link PacedProducer}
   * flushes long before.
   */
  public static final int LINGER_MILLIS = 100;

  /** Requests of a producer to one broker that are not yet answered. */
  public static final int REQUESTS_UNDER_WAY_MAX = 1;

  /** How much longer than a flush the rest after it is. */
  public static final int REST_SHARE = 3;

  /** The longest rest between two flushes of a producer that keeps up. */
  public static final Duration REST_MAX = Duration.ofMillis(10);

  /** A rest may be this part of the time that the input of what is sent lay in its queue, */
  public static final int REST_LATE_PART = 8;

  /** and then lasts at most so long: less than {@link #LINGER_MILLIS}. */
  public static final Duration REST_LATE_MAX = Duration.ofMillis(60);

  /** Bytes of a partition's batch: five attestations fill Kafka's own 16 KiB. */
  public static final int BATCH_BYTES_MAX = 128 * 1024;

  /**
   * How producers compress batches: a record of ours takes 2 us, and ten of them take half the
   * room. Zstandard halves that again, and costs ten times as much in batches of one record, which
   * an idle pipeline sends.
   */
  public static final String COMPRESSION = "snappy";

  /** How the director and workers do, nearly all of whose records stay. */
  public static final String DENSE_COMPRESSION = "zstd";

  /** Level of Zstandard: Kafka's own takes half as long again for no fewer bytes. */
  public static final int DENSE_COMPRESSION_LEVEL = 1;

  /**
   * The share of a compacted topic that is new since its last cleaning and makes the next one due.
   * Each copies what is old once more, and most work items have two records, of which one stays: at
   * a half, Kafka's own share, the cleaner copies all that it is sent.
   */
  public static final double DIRTY_SHARE_MIN = 0.8;

  /**
   * Bytes of a segment of a compacted topic. The cleaner leaves the newest one alone, which in
   * Kafka's own size has the two records of a million work items.
   */
  public static final int COMPACTED_SEGMENT_BYTES = 8 * 1024 * 1024;

  /** Partitions of a topic unless configured otherwise. */
  public static final int PARTITIONS_DEFAULT = 4;

  public KafkaConfig {
    bootstrap = Objects.requireNonNullElse(bootstrap, "127.0.0.1:9092");
    topicPrefix = Objects.requireNonNullElse(topicPrefix, "assay.");
    Settings.matching(
        "kafka.topicPrefix",
        topicPrefix,
        TOPIC_PREFIX,
        "at most " + TOPIC_PREFIX_CHARS_MAX + " letters, digits, dots, _ and -");
    partitions = Objects.requireNonNullElse(partitions, PARTITIONS_DEFAULT);
    Settings.between("kafka.partitions", partitions, 1, PARTITIONS_MAX);
    replicationFactor = Objects.requireNonNullElse(replicationFactor, (short) 1);
    if (replicationFactor < 1 && replicationFactor != BROKERS_REPLICATION) {
      throw new ConfigException(
          "expected kafka.replicationFactor of at least 1, or "
              + BROKERS_REPLICATION
              + " for the brokers' own, found "
              + replicationFactor
              + "; give at most as many as there are brokers");
    }
    client = Map.copyOf(Objects.requireNonNullElse(client, Map.of()));
  }

  /** The settings that an embedded broker needs. */
  public static KafkaConfig embedded(String bootstrap, Map<String, String> client) {
    return new KafkaConfig(bootstrap, "assay.", PARTITIONS_DEFAULT, (short) 1, client);
  }

  /** The same cluster for another client. */
  public KafkaConfig as(Map<String, String> other) {
    return new KafkaConfig(bootstrap, topicPrefix, partitions, replicationFactor, other);
  }

  /** The same topics at another address, where there is one broker. */
  public KafkaConfig embeddedAt(String address) {
    return new KafkaConfig(address, topicPrefix, partitions, (short) 1, Map.of());
  }

  /** The same cluster at {@code address}. */
  public KafkaConfig at(String address) {
    return new KafkaConfig(address, topicPrefix, partitions, replicationFactor, client);
  }

  /** {@code name} with the prefix. */
  public String prefixed(String name) {
    return topicPrefix + name;
  }

  /** Names in {@code client} that no client of Kafka reads, mistyped ones above all, in order. */
  public List<String> unknownSettings() {
    Set<String> known = new HashSet<>(AdminClientConfig.configNames());
    known.addAll(ProducerConfig.configNames());
    known.addAll(ConsumerConfig.configNames());
    return client.keySet().stream().filter(name -> !known.contains(name)).sorted().toList();
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
