package dev.assay.ingest;

import dev.assay.runtime.kafka.ExecutionRecords;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.TopicTail;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.runtime.trace.PipelineTracer.Span;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.topic.Topic;
import dev.assay.service.StoreReads;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The ports of the ingest service on Kafka; decisions from topics alone, where no store is near.
 */
final class KafkaPorts
    implements IngestPorts.EventPublisher,
        IngestPorts.FactPublisher,
        IngestPorts.EventFeed,
        StoreReads {

  private static final long NOTHING_BEFORE_END = 0;
  private static final Parsed<WorkItem> UNWANTED =
      new Parsed.Rejected<>(Rejection.of(ErrorCode.NOT_FOUND, "nobody waits for this work item"));

  private final KafkaConfig kafka;
  private final MessageProducer producer;
  private final Semaphore inFlight;
  private final long eventsPerPartition;
  private final long decisionsPerPartition;
  private final PipelineTracer tracer;
  private final List<TopicTail> feeds = new CopyOnWriteArrayList<>();

  KafkaPorts(
      KafkaConfig kafka, MessageProducer producer, IngestSection config, PipelineTracer tracer) {
    this.tracer = tracer;
    this.kafka = kafka;
    this.producer = producer;
    this.inFlight = new Semaphore(config.inFlightMax());
    this.eventsPerPartition = Math.max(1, config.rememberedEvents() / kafka.partitions());
    this.decisionsPerPartition = Math.max(1, config.rememberedDecisions() / kafka.partitions());
  }

  @Override
  public CompletableFuture<Void> publish(ExecutionEvent event) {
    if (!inFlight.tryAcquire()) {
      return CompletableFuture.failedFuture(
          new RejectedExecutionException("expected fewer events on their way to the broker"));
    }
    Span span =
        tracer
            .begin("assay.accept", event.traceparent(), event.eventKey())
            .with("assay.work_item", event.data().workItem())
            .with("assay.attempt", event.data().attemptNumber());
    return producer
        .send(Topic.EXECUTIONS, event.data().workItem(), event)
        .whenComplete((_, failure) -> {
          inFlight.release();
          if (failure != null) {
            span.failed(failure);
          }
          span.close();
        })
        .thenApply(_ -> null);
  }

  @Override
  public CompletableFuture<Instant> publish(GovernanceFact fact) {
    return producer
        .send(Topic.GOVERNANCE, fact.workItem(), fact)
        .thenApply(kept -> Instant.ofEpochMilli(kept.timestamp()));
  }

  @Override
  public AutoCloseable subscribe(Consumer<ExecutionEvent> listener) {
    return follow(
        Topic.EXECUTIONS,
        record -> ExecutionRecords.read(record.value(), record.headers()),
        eventsPerPartition,
        TopicTail.BATCHING_WAIT,
        listener);
  }

  /** The recent decisions too, in which the open questions are. */
  @Override
  public AutoCloseable onDecision(Consumer<Decision> listener) {
    return follow(
        Topic.DECISIONS,
        record -> Topic.DECISIONS.codec().decode(record.value()),
        decisionsPerPartition,
        Duration.ZERO,
        listener);
  }

  @Override
  public AutoCloseable onRefusal(Predicate<String> wanted, Consumer<WorkItem> listener) {
    return follow(
        Topic.CONTROL_STATE,
        record ->
            record.key() != null && wanted.test(new String(record.key(), StandardCharsets.UTF_8))
                ? Topic.CONTROL_STATE.codec().decode(record.value())
                : UNWANTED,
        NOTHING_BEFORE_END,
        Duration.ZERO,
        item -> {
          if (!item.refusals().isEmpty()) {
            listener.accept(item);
          }
        });
  }

  /** None: what {@link #onDecision} shows is all there is. */
  @Override
  public List<Decision> decisions(String approval) {
    return List.of();
  }

  /** No: what {@link #subscribe} shows is all there is. */
  @Override
  public boolean names(Set<String> fleets, String sha256) {
    return false;
  }

  /** Never: what {@link #subscribe} shows is all there is. */
  @Override
  public Optional<Instant> lastUse(@Nullable Set<String> fleets, String sha256) {
    return Optional.empty();
  }

  /** None: what {@link #subscribe} shows is all there is. */
  @Override
  public Optional<String> fleetOf(String workItem) {
    return Optional.empty();
  }

  /** No: what {@link #onDecision} shows is all there is. */
  @Override
  public boolean isSettled(String workItem) {
    return false;
  }

  /** Which topics are not shown though somebody follows them; none while all are. */
  Optional<String> problem() {
    List<String> failing =
        feeds.stream().filter(feed -> !feed.healthy()).map(TopicTail::topic).toList();
    return failing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "expected to read "
                + String.join(", ", failing)
                + ", found that it fails and is tried again; next: look for its errors in the log;"
                + " assay admin acls --apply lets each service's user read what it needs");
  }

  private <T> AutoCloseable follow(
      Topic<T> topic,
      Function<ConsumerRecord<byte[], byte[]>, Parsed<T>> reader,
      long beforeEnd,
      Duration maxWait,
      Consumer<T> listener) {
    TopicTail feed =
        new TopicTail(
            kafka,
            topic.name(),
            beforeEnd,
            maxWait,
            record -> {
              if (reader.apply(record) instanceof Parsed.Accepted<T>(T value)) {
                listener.accept(value);
              }
            });
    feeds.add(feed);
    try {
      feed.start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return feed;
  }
}
