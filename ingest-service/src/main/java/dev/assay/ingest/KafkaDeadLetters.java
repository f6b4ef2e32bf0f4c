package dev.assay.ingest;

import dev.assay.http.ProblemException;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters where they are kept: on their topic, read for each call by a consumer of its own. A
 * replay is recorded beside its dead letter, as the same message with a header that names it.
 */
final class KafkaDeadLetters implements DeadLetters {

  /** Names the dead letter whose replay a record of the topic stands for. */
  static final String REPLAY_OF = "assay-replay-of";

  private static final Duration POLL_WAIT = Duration.ofMillis(500);
  private static final Duration ANSWER_WAIT_MAX = Duration.ofSeconds(10);

  /** Calls at once; each has a consumer, which costs some megabytes. */
  private static final int CALLS_MAX = 2;

  private final KafkaConfig kafka;
  private final MessageProducer producer;
  private final Semaphore calls = new Semaphore(CALLS_MAX);
  private final Semaphore replays = new Semaphore(1);

  KafkaDeadLetters(KafkaConfig kafka, MessageProducer producer) {
    this.kafka = kafka;
    this.producer = producer;
  }

  private interface Reading<T> {
    T of(KafkaConsumer<byte[], byte[]> consumer) throws InterruptedException;
  }

  private record Place(TopicPartition partition, long offset) {}

  @Override
  public Page list(Wanted wanted) throws InterruptedException {
    return reading(consumer -> {
      DeadLetterScan scan = new DeadLetterScan(consumer, partitions(consumer), wanted.cursor());
      List<Kept> items = new ArrayList<>();
      ConsumerRecord<byte[], byte[]> record = scan.next();
      while (record != null) {
        kept(record).filter(kept -> matches(wanted, kept.letter())).ifPresent(items::add);
        record = items.size() < wanted.limit() ? scan.next() : null;
      }
      return new Page(items, scan.cursor());
    });
  }

  private boolean matches(Wanted wanted, DeadLetter letter) {
    return (wanted.topic() == null || letter.topic().equals(kafka.prefixed(wanted.topic())))
        && (wanted.code() == null || letter.code() == wanted.code())
        && (wanted.workItem() == null || wanted.workItem().equals(letter.workItem()))
        && (wanted.since() == null || letter.time().compareTo(Times.text(wanted.since())) >= 0)
        && (wanted.until() == null || letter.time().compareTo(Times.text(wanted.until())) < 0);
  }

  @Override
  public Optional<Kept> find(String id) throws InterruptedException {
    return reading(consumer -> at(consumer, place(id)).flatMap(KafkaDeadLetters::kept));
  }

  @Override
  public Optional<Replayed> replay(String id) throws InterruptedException {
    replays.acquire();
    try {
      return reading(consumer -> {
        ConsumerRecord<byte[], byte[]> record = at(consumer, place(id)).orElse(null);
        Kept kept = record == null ? null : kept(record).orElse(null);
        return record == null || kept == null
            ? Optional.empty()
            : Optional.of(replayed(consumer, record, kept));
      });
    } finally {
      replays.release();
    }
  }

  private Replayed replayed(
      KafkaConsumer<byte[], byte[]> consumer, ConsumerRecord<byte[], byte[]> record, Kept kept)
      throws InterruptedException {
    if (kept.replayOf() != null || replayedBefore(consumer, record, kept.id())) {
      throw Rejection.of(
              ErrorCode.ALREADY_REPLAYED,
              "expected a dead letter that was not replayed yet, found one that was")
          .asException();
    }
    RecordMetadata went = acknowledged(original(consumer, kept.letter()));
    ProducerRecord<byte[], byte[]> marker =
        new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value());
    marker.headers().add(REPLAY_OF, kept.id().getBytes(StandardCharsets.UTF_8));
    var _ = acknowledged(marker);
    return new Replayed(kept.id(), went.topic(), went.partition(), went.offset());
  }

  private static boolean replayedBefore(
      KafkaConsumer<byte[], byte[]> consumer, ConsumerRecord<byte[], byte[]> record, String id) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    consumer.assign(List.of(partition));
    consumer.seek(partition, record.offset() + 1);
    long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<byte[], byte[]> later : consumer.poll(POLL_WAIT)) {
        if (id.equals(replayOf(later))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * The record as it was, which has to stand where the dead letter says. The bytes that a dead
   * letter brings along are its writer's word: whoever may write dead letters may not therefore
   * write everywhere.
   */
  private ProducerRecord<byte[], byte[]> original(
      KafkaConsumer<byte[], byte[]> consumer, DeadLetter letter) {
    TopicPartition partition = new TopicPartition(letter.topic(), letter.partition());
    boolean ours =
        Topic.all().stream()
            .filter(topic -> !topic.equals(Topic.DEAD_LETTERS))
            .anyMatch(topic -> kafka.prefixed(topic.name()).equals(letter.topic()));
    return (ours
            ? at(consumer, new Place(partition, letter.offset()))
            : Optional.<ConsumerRecord<byte[], byte[]>>empty())
        .filter(found -> digest(found.value()).equals(letter.payloadDigest()))
        .map(found ->
            new ProducerRecord<>(
                found.topic(), found.partition(), found.key(), found.value(), found.headers()))
        .orElseThrow(() ->
            Rejection.of(
                    ErrorCode.NOT_REPLAYABLE,
                    "expected the refused record at "
                        + partition
                        + ", offset "
                        + letter.offset()
                        + ", found that no record with its digest stands there")
                .asException());
  }

  private static String digest(byte @Nullable [] value) {
    return Digests.sha256Hex(value == null ? new byte[0] : value);
  }

  private RecordMetadata acknowledged(ProducerRecord<byte[], byte[]> record)
      throws InterruptedException {
    try {
      return producer.send(record).get(ANSWER_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw unavailable(e.getCause());
    }
  }

  private static ProblemException unavailable(@Nullable Throwable cause) {
    String found =
        cause instanceof AuthorizationException || cause instanceof AuthenticationException
            ? "that it does not let this service's user do so ("
                + cause.getMessage()
                + "); name one that may in ingest.replayer"
            : "that it does not; retry";
    return new ProblemException(
        ErrorCode.BROKER_UNAVAILABLE,
        "expected the broker to answer about dead letters, found " + found);
  }

  private static Optional<Kept> kept(ConsumerRecord<byte[], byte[]> record) {
    return Topic.DEAD_LETTERS.codec().decode(record.value())
            instanceof Parsed.Accepted<DeadLetter>(DeadLetter letter)
        ? Optional.of(
            new Kept(record.partition() + "-" + record.offset(), letter, replayOf(record)))
        : Optional.empty();
  }

  private static @Nullable String replayOf(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(REPLAY_OF);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  private Place place(String id) {
    int dash = id.indexOf('-');
    return new Place(
        new TopicPartition(
            kafka.prefixed(Topic.DEAD_LETTERS.name()), Integer.parseInt(id.substring(0, dash))),
        Long.parseLong(id.substring(dash + 1)));
  }

  private static Optional<ConsumerRecord<byte[], byte[]>> at(
      KafkaConsumer<byte[], byte[]> consumer, Place place) {
    TopicPartition partition = place.partition();
    List<TopicPartition> one = List.of(partition);
    boolean known =
        consumer.partitionsFor(partition.topic()).stream()
            .anyMatch(info -> info.partition() == partition.partition());
    if (!known
        || place.offset() < consumer.beginningOffsets(one).getOrDefault(partition, 0L)
        || place.offset() >= consumer.endOffsets(one).getOrDefault(partition, 0L)) {
      return Optional.empty();
    }
    consumer.assign(one);
    consumer.seek(partition, place.offset());
    while (consumer.position(partition) <= place.offset()) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
        return record.offset() == place.offset() ? Optional.of(record) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
    return consumer.partitionsFor(kafka.prefixed(Topic.DEAD_LETTERS.name())).stream()
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  private <T> T reading(Reading<T> reading) throws InterruptedException {
    if (!calls.tryAcquire(ANSWER_WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new ProblemException(
          ErrorCode.OVERLOADED, "expected fewer calls about dead letters at once; retry");
    }
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      return reading.of(consumer);
    } catch (KafkaException e) {
      throw unavailable(e);
    } finally {
      calls.release();
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        kafka.with(
            Map.of(
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) ANSWER_WAIT_MAX.toMillis())),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
