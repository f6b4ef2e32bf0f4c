package dev.assay.store.service;

import static dev.assay.store.service.Samples.TIME;
import static dev.assay.store.service.Samples.decision;
import static dev.assay.store.service.Samples.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.broker.EmbeddedBroker;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.Topics;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.AttestationGate;
import dev.assay.store.AttestationStore;
import dev.assay.store.StoreConfig;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.DatabaseConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSinkIT {

  @TempDir private static Path shared;
  private static EmbeddedBroker broker;
  private static KafkaConfig kafka;

  @TempDir private Path directory;
  private final List<Decision> told = new ArrayList<>();
  private AttestationStore store;
  private StoreSink sink;
  private long offset;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start(shared.resolve("kafka"), 0);
    kafka = KafkaConfig.embedded(broker.bootstrap());
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
    sink =
        new StoreSink(
            kafka, store, new AttestationGate(List.of()), told::addAll, new SimpleMeterRegistry());
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
      assertThatThrownBy(() -> sink.accept(batch)).isInstanceOf(StoreUnavailableException.class);
    }
    database("drop trigger no_space");
    assertThat(told).isEmpty();

    sink.accept(batch);

    assertThat(told).containsExactly(decision("w", 1));
    assertThat(store.decisions("w")).hasSize(1);
  }

  @Test
  void aDecisionIsNotToldByAWorkItemThatTheStoreRefused() throws Exception {
    sink.accept(
        List.of(
            record(Topic.CONTROL_STATE, item("w", 1, "no time")),
            record(Topic.DECISIONS, decision("w", 1))));
    assertThat(store.workItem("w")).isEmpty();
    assertThat(told).isEmpty();

    sink.accept(List.of(record(Topic.CONTROL_STATE, item("w", 1, TIME))));

    assertThat(told).containsExactly(decision("w", 1));
  }

  private void database(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("index.db"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
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
