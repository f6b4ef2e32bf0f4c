package dev.assay.runtime.kafka;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes sure that the topics of the catalogue exist and answer before anybody writes to them. */
public final class Topics {

  private static final Duration READY_WAIT_MAX = Duration.ofSeconds(60);
  private static final Duration RETRY_PAUSE = Duration.ofMillis(50);

  /** Topics on which a work item's partition is computed from its id. */
  private static final Set<Topic<?>> PLACED =
      Set.of(Topic.EXECUTIONS, Topic.REPORTS, Topic.GOVERNANCE);

  /** CDEvents for others, as CloudEvents; there only where an endpoint of the store asks for it. */
  public static final String CDEVENTS = "cdevents";

  private Topics() {}

  /**
   * Creates the topic {@code name} beside the catalogue when it is missing, and waits until every
   * partition answers.
   *
   * @throws TransientException when the cluster does not answer in time
   */
  public static void ensure(KafkaConfig config, String name) throws InterruptedException {
    String topic = config.prefixed(name);
    withAdmin(
        config,
        admin -> {
          if (!present(admin, config).contains(topic)) {
            create(admin, new NewTopic(topic, config.partitions(), config.replicationFactor()));
          }
          Map<TopicPartition, OffsetSpec> asked = ends(topic, partitions(admin, topic));
          retry(topic, () -> admin.listOffsets(asked).all().get());
        });
  }

  /**
   * Creates what is missing and waits until every partition answers.
   *
   * @throws TransientException when the cluster does not answer in time
   * @throws ConfigException when executions, reports or governance have another number of
   *     partitions than configured
   */
  public static void ensure(KafkaConfig config) throws InterruptedException {
    withAdmin(
        config,
        admin -> {
          createMissing(admin, config);
          awaitAnswers(admin, config);
        });
  }

  /**
   * Creates what is missing.
   *
   * @throws TransientException when the cluster does not answer in time
   */
  public static void create(KafkaConfig config) throws InterruptedException {
    withAdmin(config, admin -> createMissing(admin, config));
  }

  private static void createMissing(Admin admin, KafkaConfig config) throws InterruptedException {
    Set<String> present = present(admin, config);
    for (Topic<?> topic : Topic.all()) {
      if (!present.contains(config.prefixed(topic.name()))) {
        create(admin, created(config, topic));
      }
    }
  }

  private static Set<String> present(Admin admin, KafkaConfig config) throws InterruptedException {
    try {
      return admin.listTopics().names().get();
    } catch (ExecutionException e) {
      throw new TransientException(
          "expected the cluster at "
              + config.bootstrap()
              + (e.getCause() instanceof AuthenticationException
                  ? " to let this user in (correct kafka.client: user, password, certificates)"
                  : " to answer (start it, or correct kafka.bootstrap and security.protocol of"
                      + " kafka.client)"),
          e.getCause());
    }
  }

  /** What is asked of the cluster. */
  interface Calls {
    void make(Admin admin) throws InterruptedException;
  }

  /** Who is interrupted meanwhile does not wait for the cluster's answer. */
  static void withAdmin(KafkaConfig config, Calls calls) throws InterruptedException {
    Admin admin = admin(config);
    try {
      calls.make(admin);
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  private static Admin admin(KafkaConfig config) {
    try {
      return Admin.create(config.with(Map.of()));
    } catch (KafkaException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ConfigException(
          "expected addresses of a cluster, host:port, in kafka.bootstrap and settings of a client"
              + " in kafka.client, found "
              + config.bootstrap()
              + ": "
              + cause.getMessage());
    }
  }

  /**
   * Sets what a share group needs before its first member joins: start at the oldest record, and a
   * delivery limit above the one the worker applies itself.
   */
  public static void configureShareGroup(
      KafkaConfig config, String group, Map<String, String> settings) throws InterruptedException {
    List<AlterConfigOp> ops =
        settings.entrySet().stream()
            .map(e ->
                new AlterConfigOp(
                    new ConfigEntry(e.getKey(), e.getValue()), AlterConfigOp.OpType.SET))
            .toList();
    withAdmin(
        config,
        admin ->
            answer(
                admin
                    .incrementalAlterConfigs(
                        Map.of(new ConfigResource(ConfigResource.Type.GROUP, group), ops))
                    .all()));
  }

  /** The topic as it is created when it is missing. */
  static NewTopic created(KafkaConfig config, Topic<?> topic) {
    Map<String, String> settings = new HashMap<>();
    settings.put("cleanup.policy", topic.compacted() ? "compact" : "delete");
    if (topic.compacted()) {
      settings.put("min.cleanable.dirty.ratio", Double.toString(KafkaConfig.DIRTY_SHARE_MIN));
      settings.put("segment.bytes", Integer.toString(KafkaConfig.COMPACTED_SEGMENT_BYTES));
    } else {
      settings.put("retention.ms", "-1");
    }
    return new NewTopic(
            config.prefixed(topic.name()), config.partitions(), config.replicationFactor())
        .configs(settings);
  }

  private static void create(Admin admin, NewTopic topic) throws InterruptedException {
    retry(
        topic.name(),
        () -> {
          try {
            admin.createTopics(List.of(topic)).all().get();
          } catch (ExecutionException e) {
            boolean leftToOthers =
                e.getCause() instanceof TopicExistsException
                    || e.getCause() instanceof TopicAuthorizationException; // then it is waited for
            if (!leftToOthers) {
              throw e;
            }
          }
        });
  }

  /**
   * Asks every partition for its end until it answers. A producer that writes to a topic whose
   * leaders are not ready yet can lose its first batch.
   */
  private static void awaitAnswers(Admin admin, KafkaConfig config) throws InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (Topic<?> topic : Topic.all()) {
      String name = config.prefixed(topic.name());
      int partitions = partitions(admin, name);
      if (PLACED.contains(topic) && partitions != config.partitions()) {
        throw new ConfigException(
            "expected kafka.partitions to be "
                + partitions
                + ", as many as "
                + name
                + " has, found "
                + config.partitions()
                + "; set it to "
                + partitions
                + " in every process, since a work item's place is computed from it");
      }
      asked.putAll(ends(name, partitions));
    }
    retry("the topics", () -> admin.listOffsets(asked).all().get());
  }

  private static Map<TopicPartition, OffsetSpec> ends(String topic, int partitions) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      ends.put(new TopicPartition(topic, p), OffsetSpec.latest());
    }
    return ends;
  }

  private static int partitions(Admin admin, String topic) throws InterruptedException {
    int[] count = new int[1];
    retry(
        topic,
        () ->
            count[0] =
                admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .sum());
    return count[0];
  }

  private interface Attempt {
    void run() throws ExecutionException, InterruptedException;
  }

  /**
   * Runs {@code attempt} on {@code what} until it works; a broker that has just started refuses for
   * a while.
   */
  private static void retry(String what, Attempt attempt) throws InterruptedException {
    long deadline = System.nanoTime() + READY_WAIT_MAX.toNanos();
    while (true) {
      try {
        attempt.run();
        return;
      } catch (ExecutionException e) {
        boolean passes =
            e.getCause() instanceof RetriableException
                || e.getCause() instanceof UnknownTopicOrPartitionException
                || e.getCause() instanceof InvalidReplicationFactorException;
        if (!passes || System.nanoTime() > deadline) {
          throw new TransientException(
              "expected "
                  + what
                  + " to answer (assay admin acls --apply with the same kafka.topicPrefix makes the"
                  + " topics, and lets the user of each service see them)",
              e.getCause());
        }
        Thread.sleep(RETRY_PAUSE);
      }
    }
  }

  /** Waits for an answer of the cluster; its failure is one that may be tried again. */
  static <T> T answer(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new TransientException("expected an answer of the cluster", e.getCause());
    }
  }
}
