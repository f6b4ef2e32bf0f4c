package dev.assay.store.outgoing;

import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.SinkLoop;
import dev.assay.runtime.trace.TraceHeader;
import dev.assay.schemas.Bounded;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.topic.Topic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Tells one endpoint of decisions, in the order of their partitions, one at a time. A message that
 * is not taken holds those behind it back until it is, or until its tries are used up and it is a
 * dead letter; other endpoints go on. A receiver that is gone is sent nothing until the next start.
 * Every decision is sent at least once, under an id by which a receiver knows it again. Not told
 * are decisions from before the endpoint was there, and those that it took since the process began.
 */
final class EndpointLoop implements Loop {

  /**
   * How long it waits between tries.
   *
   * @param first before the second try; each further pause is twice as long
   * @param max the longest
   */
  record Pace(Duration first, Duration max) {

    static final Pace STANDARD = new Pace(OutgoingLimits.PAUSE_FIRST, OutgoingLimits.PAUSE_MAX);

    Duration pause(int tried, Duration asked) {
      Duration grown = first.multipliedBy(1L << Math.min(tried - 1, 20));
      Duration longer = asked.compareTo(grown) > 0 ? asked : grown;
      return longer.compareTo(max) < 0 ? longer : max;
    }
  }

  private final String name;
  private final Delivery delivery;
  private final EndpointState state;
  private final Pace pace;
  private final InstantSource clock;
  private final MessageProducer producer;
  private final SinkLoop<ConsumerRecord<byte[], byte[]>> loop;
  private final CountDownLatch stopped;
  private final Map<Integer, Long> done = new HashMap<>();

  /** The decisions that it took; those that were not met for longest are forgotten first. */
  private final Map<String, Boolean> told = Bounded.map(OutgoingLimits.TOLD_MAX, true);

  private final Begun begun;

  /** What the receiver answered that wants nothing any more, until the next start. */
  private @Nullable String gone;

  /**
   * A loop that is not running yet.
   *
   * @param stopped shared by the loops of a process: when one is closed none begins with another
   *     message, so that those that are closed after it do not wait out their tries one by one
   */
  EndpointLoop(
      String name,
      KafkaConfig kafka,
      Delivery delivery,
      EndpointState state,
      Pace pace,
      InstantSource clock,
      CountDownLatch stopped) {
    this.name = OutgoingSection.group(name);
    this.delivery = delivery;
    this.state = state;
    this.pace = pace;
    this.clock = clock;
    this.stopped = stopped;
    this.begun = new Begun(clock);
    this.producer = new MessageProducer(kafka, this.name);
    this.loop =
        new SinkLoop<>(
            kafka,
            this.name,
            List.of(Topic.DECISIONS.name()),
            record -> record,
            this::tell,
            begun,
            1);
  }

  @Override
  public void start() {
    loop.start();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean healthy() {
    return loop.healthy();
  }

  @Override
  public void close() {
    stopped.countDown();
    loop.close();
    producer.close();
    delivery.close();
  }

  private void tell(List<ConsumerRecord<byte[], byte[]>> batch) throws InterruptedException {
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      if (stopped.getCount() == 0) {
        throw stopped();
      }
      // What was done and not yet committed comes again when the consumer is opened anew.
      if (record.offset() > done.getOrDefault(record.partition(), -1L)) {
        tell(record);
        done.put(record.partition(), record.offset());
      }
    }
  }

  private void tell(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
    // What cannot be read is the store's to refuse.
    if (record.value() != null
        && Topic.DECISIONS.codec().decode(record.value())
            instanceof Parsed.Accepted<Decision>(Decision decision)
        && begun.covers(decision.time())
        && told.get(decision.id()) == null
        && Message.wanted(decision, delivery.endpoint())) {
      tell(record, decision);
    }
  }

  private void tell(ConsumerRecord<byte[], byte[]> record, Decision decision)
      throws InterruptedException {
    byte[] body = Message.body(delivery.endpoint(), decision, TraceHeader.in(record.headers()));
    if (body.length > OutgoingLimits.BODY_BYTES_MAX) {
      bury(record, decision, "BODY_TOO_LARGE", 0);
      return;
    }
    if (gone != null) {
      bury(record, decision, gone, 0);
      return;
    }
    for (int tried = 1; ; tried++) {
      Delivery.Ended ended = delivery.send(decision, body);
      int tries =
          switch (ended.kind()) {
            case TAKEN, GONE -> tried;
            case REFUSED -> Math.min(delivery.endpoint().tries(), OutgoingLimits.REFUSED_TRIES_MAX);
            case AGAIN -> delivery.endpoint().tries();
          };
      if (ended.kind() == Delivery.Ended.Kind.TAKEN) {
        told.put(decision.id(), true);
        state.taken(ended.code(), clock.instant());
        return;
      }
      if (ended.kind() == Delivery.Ended.Kind.GONE) {
        gone = ended.code();
      }
      if (tried >= tries) {
        bury(record, decision, ended.code(), tried);
        return;
      }
      state.again(decision, tried, ended.code());
      if (stopped.await(pace.pause(tried, ended.pause()).toMillis(), TimeUnit.MILLISECONDS)) {
        throw stopped();
      }
    }
  }

  /** What was not told is not committed, and is told after the next start. */
  private static InterruptedException stopped() {
    return new InterruptedException("the endpoint is no longer told");
  }

  private void bury(
      ConsumerRecord<byte[], byte[]> record, Decision decision, String code, int tried)
      throws InterruptedException {
    DeadLetter letter =
        DeadLetter.of(
            record.topic(),
            record.partition(),
            record.offset(),
            Rejection.of(
                ErrorCode.DELIVERY_EXHAUSTED,
                "expected that "
                    + name
                    + " takes the message"
                    + (tried == 0
                        ? ", found " + code + "; not tried"
                        : " in " + tried + " tries, found " + code)),
            decision.workItem(),
            record.value(),
            Times.canonical("time", clock.instant().toString()));
    MessageProducer.acknowledged(producer.send(Topic.DEAD_LETTERS, decision.workItem(), letter));
    state.dead(code);
  }
}
