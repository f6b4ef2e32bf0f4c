package dev.assay.store.sink;

import static dev.assay.store.sink.Samples.TIME;
import static dev.assay.store.sink.Samples.attestation;
import static dev.assay.store.sink.Samples.decision;
import static dev.assay.store.sink.Samples.item;
import static dev.assay.store.sink.Samples.promotion;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.Topics;
import dev.assay.runtime.kafka.TransientException;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.AttestationGate;
import dev.assay.store.AttestationKey;
import dev.assay.store.AttestationStore;
import dev.assay.store.StoreConfig;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.key.Ed25519Key;
import dev.assay.testkit.Mutants;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSinkIT {

  private static final Ed25519Key DIRECTOR =
      Ed25519Key.generate(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir private static Path shared;
  private static EmbeddedBroker broker;
  private static KafkaConfig kafka;

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<Decision> told = new ArrayList<>();
  private final Semaphore batches = new Semaphore(0);
  private AttestationStore store;
  private StoreSink sink;
  private long offset;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start(shared.resolve("kafka"), 0);
    kafka = KafkaConfig.embedded(broker.bootstrap(), broker.client(ClientFiles.ADMIN));
    Topics.ensure(kafka);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @BeforeEach
  void open() {
    store =
        AttestationStore.open(
            new StoreConfig(
                directory.resolve("log"),
                new DatabaseConfig.Sqlite(directory.resolve("index.db")),
                "assay.example/log",
                directory.resolve("checkpoint.pem"),
                List.of()),
            Clock.systemUTC());
    sink = sink(DIRECTOR);
  }

  private StoreSink sink(Ed25519Key accepted) {
    return sink(kafka, accepted);
  }

  private StoreSink sink(KafkaConfig cluster, Ed25519Key accepted) {
    AttestationKey key = new AttestationKey(accepted.publicKey(), accepted.created(), null);
    return new StoreSink(
        cluster,
        store,
        new AttestationGate(List.of(key)),
        (decisions, _) -> {
          told.addAll(decisions);
          batches.release();
        },
        registry);
  }

  @AfterEach
  void close() {
    sink.close();
    store.close();
  }

  @Test
  void aDecisionIsToldOnceHoweverOftenTheStoreFailed() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> batch =
        List.of(
            record(Topic.CONTROL_STATE, item("w", 1, TIME)),
            record(Topic.DECISIONS, decision("w", 1)));
    database(
        "create trigger no_space before insert on decision"
            + " begin select raise(abort, 'database or disk is full'); end");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> accept(batch)).isInstanceOf(StoreUnavailableException.class);
    }
    database("drop trigger no_space");
    assertThat(told).isEmpty();

    accept(batch);

    assertThat(told).containsExactly(decision("w", 1));
    assertThat(store.decisions().newest("w")).hasSize(1);
  }

  @Test
  void aDecisionIsNotToldByAWorkItemThatTheStoreRefused() throws Exception {
    accept(
        List.of(
            withoutTimes(record(Topic.CONTROL_STATE, item("w", 1, TIME))),
            record(Topic.DECISIONS, decision("w", 1))));
    assertThat(store.workItem("w")).isEmpty();
    assertThat(told).isEmpty();

    accept(List.of(record(Topic.CONTROL_STATE, item("w", 1, TIME))));

    assertThat(told).containsExactly(decision("w", 1));
  }

  @Test
  void aPromotionThatNamesAnAttestationOfSomethingElseIsNotShown() throws Exception {
    AttestationMessage other = attestation("other", DIRECTOR);
    AttestationMessage failed = attestation("w", "FAILED", DIRECTOR);
    accept(
        List.of(
            record(Topic.CONTROL_STATE, item("w", 1, TIME)), record(Topic.ATTESTATIONS, other)));

    accept(
        List.of(
            record(Topic.DECISIONS, promotion("w", other.id())),
            record(Topic.DECISIONS, promotion("w", failed.id())),
            record(Topic.DECISIONS, promotion("w", null)),
            record(Topic.ATTESTATIONS, failed)));

    assertThat(store.decisions().newest("w")).isEmpty();
    assertThat(told).isEmpty();
    assertThat(registry.get("assay.store.refused").tag("code", "INVALID_FIELD").counter().count())
        .isEqualTo(3);
  }

  @Test
  void aPromotionIsShownWithItsAttestationAndBeforeItComes() throws Exception {
    AttestationMessage passed = attestation("w", DIRECTOR);
    AttestationMessage late = attestation("v", DIRECTOR);

    accept(
        List.of(
            record(Topic.CONTROL_STATE, item("w", 1, TIME)),
            record(Topic.CONTROL_STATE, item("v", 1, TIME)),
            record(Topic.DECISIONS, promotion("w", passed.id())),
            record(Topic.ATTESTATIONS, passed),
            record(Topic.DECISIONS, promotion("v", late.id()))));

    assertThat(store.decisions().newest("w")).hasSize(1);
    assertThat(store.decisions().newest("v")).hasSize(1);
    assertThat(told).containsExactly(promotion("w", passed.id()));

    accept(List.of(record(Topic.ATTESTATIONS, late)));
    accept(List.of(record(Topic.DECISIONS, promotion("v", late.id()))));

    assertThat(store.decisions().newest("v")).hasSize(1);
    assertThat(told).contains(promotion("v", late.id()));
    assertThat(registry.find("assay.store.refused").counter()).isNull();
  }

  @Test
  void anAttestationThatNoKnownKeySignedIsAProblemUntilOneIsAccepted() throws Exception {
    Ed25519Key other = Ed25519Key.generate(DIRECTOR.created());

    accept(List.of(record(Topic.ATTESTATIONS, attestation("w-1", other))));
    assertThat(sink.problem()).hasValueSatisfying(e -> assertThat(e).contains(other.keyId()));

    accept(List.of(record(Topic.ATTESTATIONS, attestation("w-2", DIRECTOR))));
    assertThat(sink.problem()).isEmpty();
  }

  @Test
  void aSinkWhoseOffsetsWereResetWritesWhatItRefusedBefore() throws Exception {
    AttestationMessage attestation = attestation("w", DIRECTOR);
    try (MessageProducer producer = new MessageProducer(kafka, "director")) {
      MessageProducer.acknowledged(producer.send(Topic.ATTESTATIONS, "w", attestation));
    }
    sink.close();
    sink = sink(Ed25519Key.generate(DIRECTOR.created()));
    sink.start();
    afterBatches(() -> sink.problem().isPresent());
    sink.close();

    resetOffsets();
    sink = sink(DIRECTOR);
    sink.start();

    afterBatches(() -> store.attestation(attestation.id()).isPresent());
  }

  @Test
  void whateverAFieldHoldsARecordIsKeptOrADeadLetterAlsoOfTheLongestTopics() throws Exception {
    String prefix = "p".repeat(KafkaConfig.TOPIC_PREFIX_CHARS_MAX);
    KafkaConfig longest =
        new KafkaConfig(broker.bootstrap(), prefix, 1, (short) 1, broker.client(ClientFiles.ADMIN));
    Topics.ensure(longest);
    try (MessageProducer producer = new MessageProducer(longest, "stranger")) {
      write(producer, prefix, Topic.CONTROL_STATE, item("w", 1, TIME));
      write(producer, prefix, Topic.DECISIONS, decision("w", 1, Digests.sha256Hex("a")));
      write(producer, prefix, Topic.ATTESTATIONS, attestation("w", DIRECTOR));
      MessageProducer.acknowledged(
          producer.send(Topic.CONTROL_STATE, "neighbour", item("neighbour", 1, TIME)));
    }
    sink.close();

    sink = sink(longest, DIRECTOR);
    sink.start();

    afterBatches(() -> store.workItem("neighbour").isPresent());
    assertThat(registry.get("assay.store.refused").tag("code", "INVALID_FIELD").counter().count())
        .isPositive();
    assertThat(registry.find("assay.store.refused").tag("code", "UNPROCESSABLE_RECORD").counter())
        .isNull();
  }

  private static <T> void write(MessageProducer producer, String prefix, Topic<T> topic, T message)
      throws Exception {
    for (byte[] mutant : Mutants.of(topic.codec(), message)) {
      MessageProducer.acknowledged(
          producer.send(
              new ProducerRecord<>(
                  prefix + topic.name(), "w".getBytes(StandardCharsets.UTF_8), mutant)));
    }
  }

  @Test
  void whatTheDatabaseCannotHoldIsRefusedAloneAndAnOutageIsNot() {
    assertThat(StoreFailures.isOfContent(new ArithmeticException("long overflow"))).isTrue();
    assertThat(StoreFailures.isOfContent(unavailable(new SQLException("NUL", "22021")))).isTrue();
    assertThat(StoreFailures.isOfContent(unavailable(new SQLException("too big", "", 18))))
        .isTrue();
    assertThat(StoreFailures.isOfContent(unavailable(new SQLException("gone", "08006")))).isFalse();
    assertThat(StoreFailures.isOfContent(unavailable(new SQLException("full", "", 13)))).isFalse();
    assertThat(StoreFailures.isOfContent(unavailable(new IOException("no space left")))).isFalse();
    assertThat(StoreFailures.isOfContent(new TransientException("expected an answer", null)))
        .isFalse();
  }

  private static StoreUnavailableException unavailable(Exception cause) {
    return new StoreUnavailableException("writing to the database", cause);
  }

  /** What {@code kafka-consumer-groups.sh --reset-offsets --to-earliest} does. */
  private static void resetOffsets() throws Exception {
    String group = kafka.prefixed(StoreSink.GROUP);
    String topic = kafka.prefixed(Topic.ATTESTATIONS.name());
    Map<TopicPartition, OffsetAndMetadata> earliest = new HashMap<>();
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach((partition, committed) -> {
            if (partition.topic().equals(topic)) {
              assertThat(committed.offset()).isPositive();
              earliest.put(partition, new OffsetAndMetadata(0));
            }
          });
      admin.alterConsumerGroupOffsets(group, earliest).all().get();
    }
    assertThat(earliest).isNotEmpty();
  }

  private void accept(List<ConsumerRecord<byte[], byte[]>> records) throws InterruptedException {
    sink.write(records.stream().map(sink::read).toList());
  }

  private void afterBatches(BooleanSupplier holds) throws InterruptedException {
    while (!holds.getAsBoolean()) {
      assertThat(batches.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private void database(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("index.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A record as nobody makes it who checks its times. */
  private static ConsumerRecord<byte[], byte[]> withoutTimes(
      ConsumerRecord<byte[], byte[]> record) {
    String text = new String(record.value(), StandardCharsets.ISO_8859_1);
    byte[] value =
        text.replace(TIME, "x".repeat(TIME.length())).getBytes(StandardCharsets.ISO_8859_1);
    return new ConsumerRecord<>(
        record.topic(), record.partition(), record.offset(), record.key(), value);
  }

  private <T> ConsumerRecord<byte[], byte[]> record(Topic<T> topic, T message) {
    return new ConsumerRecord<>(
        kafka.prefixed(topic.name()),
        0,
        offset++,
        "w".getBytes(StandardCharsets.UTF_8),
        topic.codec().encode(message));
  }
}
