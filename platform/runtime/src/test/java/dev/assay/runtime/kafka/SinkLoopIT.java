package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkLoopIT {

  private static final long WAIT_SECONDS_MAX = 90;

  @TempDir private static Path directory;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void aBatchThatWasNotTakenBeforeTheStopComesToTheNextLoop() throws Exception {
    KafkaConfig kafka = fresh("a.");
    send(kafka);
    CountDownLatch failed = new CountDownLatch(1);
    try (SinkLoop<?> loop =
        loop(
            kafka,
            () -> {
              failed.countDown();
              throw new IllegalStateException("the store is down");
            })) {
      loop.start();
      assertThat(failed.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }

    CountDownLatch taken = new CountDownLatch(1);
    try (SinkLoop<?> loop = loop(kafka, taken::countDown)) {
      loop.start();

      assertThat(taken.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aBatchThatFailsComesAgainToTheSameLoopWhichIsNotHealthyUntilThen() throws Exception {
    KafkaConfig kafka = fresh("b.");
    send(kafka);
    AtomicInteger runs = new AtomicInteger();
    List<Boolean> health = new CopyOnWriteArrayList<>();
    AtomicReference<SinkLoop<?>> self = new AtomicReference<>();
    CountDownLatch again = new CountDownLatch(1);
    try (SinkLoop<?> loop =
        loop(
            kafka,
            () -> {
              if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("the store is down");
              }
              health.add(self.get().healthy());
              again.countDown();
            })) {
      self.set(loop);
      loop.start();

      assertThat(again.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(runs).hasValue(3);
    assertThat(health).containsExactly(false);
  }

  @Test
  void anIdleLoopIsHealthyAgainAfterItsConsumerFailed() throws Exception {
    KafkaConfig kafka = fresh("c.", FailingConsumers.settings());
    CountDownLatch failed = FailingConsumers.of("c.sink", 1, 1, 1);
    try (SinkLoop<?> loop = loop(kafka, () -> {})) {
      loop.start();
      assertThat(failed.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();

      assertThat(becomesHealthy(loop)).isTrue();
    }
  }

  @Test
  void aLoopThatHasReadEverythingGivesAnEmptyBatch() throws Exception {
    KafkaConfig kafka = fresh("d.");
    send(kafka);
    CountDownLatch records = new CountDownLatch(1);
    CountDownLatch nothingMore = new CountDownLatch(1);
    try (SinkLoop<?> loop =
        loop(
            kafka,
            batch -> {
              if (!batch.isEmpty()) {
                records.countDown();
              } else if (records.getCount() == 0) {
                nothingMore.countDown();
              }
            })) {
      loop.start();

      assertThat(nothingMore.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void recordsAreReadWhileThoseBeforeThemAreWritten() throws Exception {
    KafkaConfig kafka = fresh("e.");
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch secondRead = new CountDownLatch(2);
    AtomicBoolean beside = new AtomicBoolean();
    CountDownLatch written = new CountDownLatch(1);
    try (SinkLoop<?> loop =
        loop(
            kafka,
            record -> {
              secondRead.countDown();
              return record.offset();
            },
            batch -> {
              if (batch.contains(0L)) {
                writing.countDown();
                beside.set(secondRead.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS));
                written.countDown();
              }
            })) {
      loop.start();
      send(kafka);
      assertThat(writing.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      send(kafka);

      assertThat(written.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(beside).isTrue();
  }

  @Test
  void whatCameWhileWritingFailedIsWrittenAfterwardsInOrderAndCommitted() throws Exception {
    KafkaConfig kafka = fresh("f.");
    AtomicBoolean down = new AtomicBoolean(true);
    CountDownLatch failed = new CountDownLatch(1);
    List<Long> written = new CopyOnWriteArrayList<>();
    CountDownLatch all = new CountDownLatch(3);
    try (SinkLoop<?> loop =
        loop(
            kafka,
            ConsumerRecord::offset,
            batch -> {
              if (down.get() && !batch.isEmpty()) {
                failed.countDown();
                throw new IllegalStateException("the store is down");
              }
              batch.forEach(offset -> {
                written.add(offset);
                all.countDown();
              });
            })) {
      loop.start();
      send(kafka);
      assertThat(failed.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      send(kafka);
      send(kafka);
      down.set(false);
      assertThat(all.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(written).containsExactly(0L, 1L, 2L);
    assertThat(committed(kafka)).isEqualTo(3);
  }

  private static long committed(KafkaConfig kafka) throws Exception {
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      return admin
          .listConsumerGroupOffsets(kafka.prefixed("sink"))
          .partitionsToOffsetAndMetadata()
          .get(30, TimeUnit.SECONDS)
          .values()
          .iterator()
          .next()
          .offset();
    }
  }

  @Test
  void aRecordThatCannotBeWrittenIsRefusedAloneAndItsNeighboursAreWritten() throws Exception {
    KafkaConfig kafka = fresh("poison.");
    try (MessageProducer producer = new MessageProducer(kafka, "test")) {
      for (String text : List.of("a", "b", "poison", "c", "d")) {
        MessageProducer.acknowledged(
            producer.send(
                new ProducerRecord<>(
                    kafka.prefixed(Topic.DEAD_LETTERS.name()),
                    text.getBytes(StandardCharsets.UTF_8))));
      }
    }
    BlockingQueue<String> taken = new LinkedBlockingQueue<>();
    SinkLoop.Step<String> step =
        new SinkLoop.Step<>() {
          @Override
          public void accept(List<String> batch) {
            if (batch.contains("poison")) {
              throw new ArithmeticException("long overflow");
            }
            taken.addAll(batch);
          }

          @Override
          public boolean blamesContent(Exception failure) {
            return failure instanceof ArithmeticException;
          }

          @Override
          public void refuse(String item, Exception failure) {
            taken.add("refused " + item);
          }
        };

    List<String> order = new ArrayList<>();
    try (SinkLoop<?> loop =
        loop(kafka, record -> new String(record.value(), StandardCharsets.UTF_8), step)) {
      loop.start();
      while (order.size() < 5) {
        order.add(taken.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS));
      }
    }

    assertThat(order).containsExactly("a", "b", "refused poison", "c", "d");
  }

  @Test
  void aLoopOfOneRecordAtATimeCommitsEachThatWasTakenBeforeTheStop() throws Exception {
    KafkaConfig kafka = fresh("single.");
    try (MessageProducer producer = new MessageProducer(kafka, "test")) {
      for (String text : List.of("a", "b", "c")) {
        MessageProducer.acknowledged(
            producer.send(
                new ProducerRecord<>(
                    kafka.prefixed(Topic.DEAD_LETTERS.name()),
                    text.getBytes(StandardCharsets.UTF_8))));
      }
    }
    BlockingQueue<List<String>> batches = new LinkedBlockingQueue<>();
    SinkLoop.Step<String> stopsAtB =
        batch -> {
          batches.add(batch);
          if (batch.contains("b")) {
            throw new InterruptedException("stopped");
          }
        };
    try (SinkLoop<?> loop = single(kafka, stopsAtB)) {
      loop.start();

      assertThat(nextOf(batches)).containsExactly("a");
      assertThat(nextOf(batches)).containsExactly("b");
    }
    batches.clear();
    try (SinkLoop<?> loop = single(kafka, batches::add)) {
      loop.start();

      assertThat(nextOf(batches)).containsExactly("b");
      assertThat(nextOf(batches)).containsExactly("c");
    }
  }

  /** The next that is not empty. */
  private static List<String> nextOf(BlockingQueue<List<String>> batches) throws Exception {
    List<String> next = List.of();
    while (next != null && next.isEmpty()) {
      next = batches.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
    }
    return next == null ? List.of() : next;
  }

  private static SinkLoop<String> single(KafkaConfig kafka, SinkLoop.Step<String> step) {
    return new SinkLoop<>(
        kafka,
        "sink",
        List.of(Topic.DEAD_LETTERS.name()),
        record -> new String(record.value(), StandardCharsets.UTF_8),
        step,
        SinkLoop.Memory.NONE,
        1);
  }

  private static boolean becomesHealthy(SinkLoop<?> loop) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS_MAX);
    boolean unhealthy = false;
    while (System.nanoTime() < deadline) {
      unhealthy |= !loop.healthy();
      if (unhealthy && loop.healthy()) {
        return true;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    return false;
  }

  private interface Action {
    void run() throws Exception;
  }

  private static SinkLoop<?> loop(KafkaConfig kafka, Action action) {
    return loop(
        kafka,
        batch -> {
          if (!batch.isEmpty()) {
            action.run();
          }
        });
  }

  private static SinkLoop<?> loop(KafkaConfig kafka, SinkLoop.Step<byte[]> step) {
    return loop(kafka, ConsumerRecord::value, step);
  }

  private static <T> SinkLoop<T> loop(
      KafkaConfig kafka,
      Function<ConsumerRecord<byte[], byte[]>, T> reading,
      SinkLoop.Step<T> step) {
    return new SinkLoop<>(kafka, "sink", List.of(Topic.DEAD_LETTERS.name()), reading, step);
  }

  private static KafkaConfig fresh(String prefix) throws Exception {
    return fresh(prefix, Map.of());
  }

  private static KafkaConfig fresh(String prefix, Map<String, String> more) throws Exception {
    Map<String, String> client = new HashMap<>(broker.client(ClientFiles.ADMIN));
    client.putAll(more);
    KafkaConfig kafka = new KafkaConfig(broker.bootstrap(), prefix, 1, (short) 1, client);
    Topics.ensure(kafka);
    return kafka;
  }

  private static void send(KafkaConfig kafka) throws Exception {
    try (MessageProducer producer = new MessageProducer(kafka, "test")) {
      producer
          .send(
              Topic.DEAD_LETTERS,
              "w",
              new DeadLetter(
                  "t",
                  0,
                  0,
                  ErrorCode.INTERNAL_ERROR,
                  "detail",
                  "w",
                  Digests.sha256Hex("x"),
                  "",
                  "2026-11-21T10:00:00.000Z"))
          .get(30, TimeUnit.SECONDS);
    }
  }
}
