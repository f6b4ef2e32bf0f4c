package dev.assay.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.broker.ClientFiles;
import dev.assay.broker.EmbeddedBroker;
import dev.assay.runtime.kafka.WorkQueue.Disposition;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.topic.Topic;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkQueueIT {

  private static final long WAIT_SECONDS_MAX = 90;
  private static final String DIGEST = Digests.sha256Hex("x");

  @TempDir private static Path directory;
  private static EmbeddedBroker broker;
  private static final int LANES = 12;
  private static final int STOPS = 4;

  /** Longer than a busy machine stands still between two renewals. */
  private static final int LONG_LOCK_MILLIS = 8_000;

  private static final AtomicInteger ROUND = new AtomicInteger();

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(directory.resolve("kafka"), 0);
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void everyRecordIsWorkedOnByConsumersBeyondThePartitions() throws Exception {
    KafkaConfig kafka = fresh(2);
    CountDownLatch done = new CountDownLatch(200);
    WorkQueueConfig config = new WorkQueueConfig("verifications", "g", 3, 50, 30_000, 5_000);

    try (BulkQueue queue = counting(kafka, config, done)) {
      queue.start();
      send(kafka, Topic.VERIFICATIONS, IntStream.range(0, 200).mapToObj(i -> "w-" + i).toList());

      assertThat(done.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aFailingRecordComesAgainAndIsRefusedInTheEndWhileNeighboursPass() throws Exception {
    KafkaConfig kafka = fresh(1);
    Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    CountDownLatch refused = new CountDownLatch(1);
    CountDownLatch good = new CountDownLatch(9);
    WorkQueueConfig config = new WorkQueueConfig("verifications", "g", 1, 50, 30_000, 5_000);

    try (BulkQueue queue =
        new BulkQueue(
            kafka,
            config,
            delivery -> {
              String workItem = workItem(delivery);
              runs.computeIfAbsent(workItem, _ -> new AtomicInteger()).incrementAndGet();
              if (!workItem.equals("w-4")) {
                good.countDown();
                return Disposition.DONE;
              }
              if (delivery.deliveries() > WorkQueueConfig.RUNS_MAX) {
                refused.countDown();
                return Disposition.REFUSED;
              }
              throw new IllegalStateException("poison");
            },
            _ -> Disposition.RELEASE)) {
      queue.start();
      send(kafka, Topic.VERIFICATIONS, IntStream.range(0, 10).mapToObj(i -> "w-" + i).toList());

      assertThat(refused.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      assertThat(good.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(runs.get("w-4")).hasValue(WorkQueueConfig.RUNS_MAX + 1);
  }

  @Test
  void aRecordThatOverrunsIsHandedOverAndHoldsNobodyBack() throws Exception {
    KafkaConfig kafka = fresh(1);
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch handedOver = new CountDownLatch(1);
    CountDownLatch good = new CountDownLatch(9);
    WorkQueueConfig config = new WorkQueueConfig("verifications", "g", 1, 50, 1_000, 5_000);

    try (BulkQueue queue =
        new BulkQueue(
            kafka,
            config,
            delivery -> {
              if (workItem(delivery).equals("w-0")) {
                never.await();
              }
              good.countDown();
              return Disposition.DONE;
            },
            delivery -> {
              if (workItem(delivery).equals("w-0")) {
                handedOver.countDown();
              }
              return Disposition.DONE;
            })) {
      queue.start();
      send(kafka, Topic.VERIFICATIONS, IntStream.range(0, 10).mapToObj(i -> "w-" + i).toList());

      assertThat(handedOver.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      assertThat(good.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void workLongerThanItsLockIsRenewedAndRunsOnce() throws Exception {
    KafkaConfig kafka = fresh(1);
    Queue<String> runs = new ConcurrentLinkedQueue<>();
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(3);
    WorkQueueConfig config =
        new WorkQueueConfig("verifications-long", "g", 2, 1, Long.MAX_VALUE, LONG_LOCK_MILLIS);

    try (LaneQueue queue =
        new LaneQueue(
            kafka,
            config,
            delivery -> {
              runs.add(workItem(delivery));
              if (workItem(delivery).equals("w-0")) {
                var _ = never.await(LONG_LOCK_MILLIS + LONG_LOCK_MILLIS / 2, TimeUnit.MILLISECONDS);
              }
              done.countDown();
              return Disposition.DONE;
            })) {
      queue.start();
      send(kafka, Topic.VERIFICATIONS_LONG, List.of("w-0", "w-1", "w-2"));

      assertThat(done.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(runs).contains("w-1", "w-2").containsOnlyOnce("w-0");
  }

  @Test
  void aRecordThatStopsGiveBackIsDeliveredAsNewEachTime() throws Exception {
    KafkaConfig kafka = fresh(1);
    CountDownLatch never = new CountDownLatch(1);
    Queue<Integer> deliveries = new ConcurrentLinkedQueue<>();
    send(kafka, Topic.VERIFICATIONS_LONG, List.of("w-0"));

    for (int stop = 0; stop < STOPS; stop++) {
      CountDownLatch begun = new CountDownLatch(1);
      try (MessageProducer producer = new MessageProducer(kafka, "test");
          LaneQueue queue =
              new LaneQueue(
                  kafka,
                  WorkQueueConfig.lanes(Topic.VERIFICATIONS_LONG.name(), "g", LANES),
                  delivery -> {
                    deliveries.add(delivery.deliveries());
                    begun.countDown();
                    never.await();
                    return Disposition.DONE;
                  },
                  _ -> {
                    MessageProducer.acknowledged(
                        producer.send(Topic.VERIFICATIONS_LONG, null, request("w-0")));
                    return Disposition.DONE;
                  })) {
        queue.start();
        assertThat(begun.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(deliveries).containsExactlyElementsOf(Collections.nCopies(STOPS, 1));
  }

  @Test
  void aQueueIsNotHealthyWhileOneOfItsConsumersFailsAndAnotherWorks() throws Exception {
    KafkaConfig kafka = fresh(1, FailingConsumers.settings());
    CountDownLatch failedAgain = FailingConsumers.of(kafka.prefixed("g"), 2, Integer.MAX_VALUE, 2);
    CountDownLatch done = new CountDownLatch(2);
    WorkQueueConfig config = new WorkQueueConfig("verifications", "g", 2, 50, 30_000, 5_000);

    try (BulkQueue queue = counting(kafka, config, done)) {
      queue.start();
      assertThat(failedAgain.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      send(kafka, Topic.VERIFICATIONS, List.of("w-0", "w-1"));
      assertThat(done.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();

      assertThat(queue.healthy()).isFalse();
    }
  }

  @Test
  void recordsThatNobodyTakesAreAProblemAndWorkThatLastsIsNone() throws Exception {
    KafkaConfig kafka = fresh(1);
    WorkQueueConfig config = WorkQueueConfig.lanes(Topic.VERIFICATIONS_LONG.name(), "g", 1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    AtomicLong nanos = new AtomicLong();
    WorkQueue.Worker lasting =
        _ -> {
          begun.countDown();
          end.await();
          done.countDown();
          return Disposition.DONE;
        };
    try (Admin admin = Admin.create(kafka.with(Map.of()))) {
      QueueWatch watch;
      try (LaneQueue queue = new LaneQueue(kafka, config, lasting);
          LaneQueue other = new LaneQueue(kafka, config, lasting)) {
        watch = new QueueWatch(kafka, "w", List.of(queue), nanos::get);
        QueueWatch others = new QueueWatch(kafka, "o", List.of(other), nanos::get);
        send(kafka, Topic.VERIFICATIONS_LONG, List.of("w-0"));

        assertThat(afterAMinute(watch, admin, nanos))
            .hasValueSatisfying(
                text -> assertThat(text).contains(queue.name(), "1 wait", "restart"));
        queue.start();
        assertThat(begun.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        assertThat(afterAMinute(watch, admin, nanos)).as("in hand").isEmpty();
        other.start();
        long joined = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS_MAX);
        while (afterAMinute(others, admin, nanos).isPresent()) {
          assertThat(System.nanoTime()).as("when it has joined").isLessThan(joined);
        }
        end.countDown();
        assertThat(done.await(WAIT_SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(afterAMinute(watch, admin, nanos)).as("done").isEmpty();
      send(kafka, Topic.VERIFICATIONS_LONG, List.of("w-1"));
      assertThat(afterAMinute(watch, admin, nanos)).as("nobody is left").isPresent();
    }
  }

  private static Optional<String> afterAMinute(QueueWatch watch, Admin admin, AtomicLong nanos)
      throws Exception {
    watch.take(admin);
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    watch.take(admin);
    return watch.problem();
  }

  /** A queue whose records are done at once and counted. */
  private static BulkQueue counting(
      KafkaConfig kafka, WorkQueueConfig config, CountDownLatch done) {
    return new BulkQueue(
        kafka,
        config,
        _ -> {
          done.countDown();
          return Disposition.DONE;
        },
        _ -> Disposition.RELEASE);
  }

  private static KafkaConfig fresh(int partitions) throws Exception {
    return fresh(partitions, Map.of());
  }

  private static KafkaConfig fresh(int partitions, Map<String, String> more) throws Exception {
    Map<String, String> client = new HashMap<>(broker.client(ClientFiles.ADMIN));
    client.putAll(more);
    KafkaConfig kafka =
        new KafkaConfig(
            broker.bootstrap(), "t" + ROUND.incrementAndGet() + ".", partitions, (short) 1, client);
    Topics.ensure(kafka);
    return kafka;
  }

  private static void send(
      KafkaConfig kafka, Topic<VerificationRequest> topic, List<String> workItems)
      throws Exception {
    try (MessageProducer producer = new MessageProducer(kafka, "test")) {
      for (String workItem : workItems) {
        producer.send(topic, null, request(workItem)).get(30, TimeUnit.SECONDS);
      }
    }
  }

  private static VerificationRequest request(String workItem) {
    return new VerificationRequest(
        DIGEST, workItem, DIGEST, DIGEST, 1, "t", "{}", List.of(), null, null, Risk.LOW, null, 1,
        null);
  }

  private static String workItem(WorkQueue.Delivery delivery) {
    return switch (Topic.VERIFICATIONS.codec().decode(delivery.value())) {
      case Parsed.Accepted<VerificationRequest>(VerificationRequest request) -> request.workItem();
      case Parsed.Rejected<VerificationRequest>(var rejection) -> throw rejection.asException();
    };
  }
}
