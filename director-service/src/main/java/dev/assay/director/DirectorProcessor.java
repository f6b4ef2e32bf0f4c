package dev.assay.director;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Outcome;
import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Statement;
import dev.assay.runtime.kafka.PacedProducer;
import dev.assay.runtime.trace.PipelineTracer.Span;
import dev.assay.runtime.trace.TraceHeader;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.Unprocessable;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds executions, reports and governance facts to the pure step and sends what it emits. Holds no
 * state but its two stores: the work items, and the deadlines of their open questions. A record
 * that cannot be used becomes a dead letter and stops nothing.
 */
final class DirectorProcessor implements Processor<byte[], byte[], byte[], byte[]> {

  private static final Logger LOG = LoggerFactory.getLogger(DirectorProcessor.class);

  private final DirectorConfig config;
  private final ItemFold fold;
  private final Signer signer;
  private final DirectorMetrics metrics;
  private final Map<String, Topic<?>> inputs;
  private final InstantSource clock;
  private final InputHops hops;
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable ItemStore items;
  private @Nullable Deadlines deadlines;

  DirectorProcessor(
      DirectorConfig config,
      ItemFold fold,
      Signer signer,
      DirectorMetrics metrics,
      InstantSource clock) {
    this.clock = clock;
    this.config = config;
    this.fold = fold;
    this.signer = signer;
    this.metrics = metrics;
    this.hops = new InputHops(metrics.hops(), clock);
    this.inputs =
        DirectorTopology.inputs().stream()
            .collect(toUnmodifiableMap(topic -> config.kafka().prefixed(topic.name()), identity()));
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    items = new ItemStore(processorContext.getStateStore(DirectorTopology.STORE));
    deadlines = new Deadlines(processorContext.getStateStore(DirectorTopology.DEADLINES));
    PassingTime time = new PassingTime(config, items, deadlines, clock);
    processorContext.schedule(
        DirectorLimits.DEADLINES_EVERY,
        PunctuationType.WALL_CLOCK_TIME,
        _ -> time.passes(processorContext));
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    long begun = System.nanoTime();
    take(record);
    long took = System.nanoTime() - begun;
    metrics.took(took);
    hops.ended(took);
  }

  /**
   * Makes everything that follows from a record before anything is put or sent. Whatever its
   * content makes fail until then makes a dead letter of it; only what Kafka Streams itself fails
   * at ends the thread.
   */
  private void take(Record<byte[], byte[]> record) {
    Consequences consequences;
    try {
      consequences = consequences(record);
    } catch (KafkaException e) {
      throw e;
    } catch (RejectedException e) {
      consequences = refused(record, e.rejection(), null);
    } catch (RuntimeException | StackOverflowError e) {
      LOG.atError().addKeyValue("place", place()).setCause(e).log("a record is refused");
      consequences = refused(record, Unprocessable.rejection(e), null);
    }
    PacedProducer.together(consequences::happen);
  }

  private Consequences consequences(Record<byte[], byte[]> record) {
    DirectorInput input = DirectorInput.read(topic(place()), record.value(), record.headers());
    return switch (input) {
      case DirectorInput.Unusable(Rejection rejection) -> refused(record, rejection, null);
      case DirectorInput.Execution(var event) when !atHome(record, place(), input.workItem()) -> {
        Record<byte[], byte[]> named = record.withHeaders(TraceHeader.of(event.traceparent()));
        Consequences rerouted = new Consequences();
        rerouted.send(named, input.workItem(), Topic.EXECUTIONS, event);
        rerouted.counts.add(metrics::rerouted);
        yield rerouted;
      }
      case DirectorInput.Execution(var event) -> {
        try (Span _ = metrics.planning(event)) {
          yield folded(record.withHeaders(TraceHeader.of(event.traceparent())), input);
        }
      }
      case DirectorInput.Canary _ -> new Consequences();
      case DirectorInput.Report _, DirectorInput.Governance _ ->
          input
              .misplaced(place().partition(), config.kafka().partitions())
              .map(rejection -> refused(record, rejection, input.workItem()))
              .orElseGet(() -> folded(record, input));
    };
  }

  private RecordMetadata place() {
    return context().recordMetadata().orElseThrow();
  }

  private Topic<?> topic(RecordMetadata place) {
    Topic<?> topic = inputs.get(place.topic());
    if (topic == null) {
      throw new IllegalStateException("expected a topic of the topology, found " + place.topic());
    }
    return topic;
  }

  private boolean atHome(Record<byte[], byte[]> record, RecordMetadata place, String workItem) {
    return DirectorInput.atHome(
        workItem, record.key(), place.partition(), config.kafka().partitions());
  }

  private Consequences folded(Record<byte[], byte[]> record, DirectorInput input) {
    hops.arrived(input, record.timestamp());
    String workItem = input.workItem();
    ItemReader stored = items().item(workItem);
    ItemState before = ItemState.of(stored);
    Outcome outcome = fold.fold(stored, input, Times.text(record.timestamp()));
    Runnable kept = items().prepared(workItem, outcome.next());
    Consequences consequences = new Consequences();
    consequences.state =
        () -> {
          kept.run();
          deadlines().follow(workItem, before, outcome.next());
          config.betweenStateAndOutput().run();
        };
    for (Emission emission : outcome.emissions()) {
      emit(record, workItem, emission, consequences);
    }
    return consequences;
  }

  /** What follows from a record: its state, then what is sent, then what is counted. */
  private final class Consequences {

    private Runnable state = () -> {};
    private final List<Sending> sends = new ArrayList<>();
    private final List<Runnable> counts = new ArrayList<>();

    void happen() {
      state.run();
      sends.forEach(sending -> context().forward(sending.record(), sending.child()));
      counts.forEach(Runnable::run);
    }

    <T> void send(Record<byte[], byte[]> cause, @Nullable String key, Topic<T> topic, T message) {
      byte[] value = topic.codec().encode(message);
      if (value.length > DirectorLimits.MESSAGE_BYTES_MAX) {
        throw Rejection.of(
                ErrorCode.LIMIT_EXCEEDED,
                "expected what follows from this record for "
                    + topic.name()
                    + " to be at most "
                    + DirectorLimits.MESSAGE_BYTES_MAX
                    + " bytes, found "
                    + value.length)
            .asException();
      }
      byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
      Headers headers = TraceHeader.of(TraceHeader.in(cause.headers()));
      sends.add(
          new Sending(new Record<>(keyBytes, value, time(topic, cause), headers), topic.name()));
    }
  }

  /** The record's time: that of its cause, or of its sending when others wait for it. */
  private long time(Topic<?> topic, Record<byte[], byte[]> cause) {
    return DirectorTopology.WAITED_FOR.contains(topic) ? clock.millis() : cause.timestamp();
  }

  private record Sending(Record<byte[], byte[]> record, String child) {}

  private void emit(
      Record<byte[], byte[]> record, String workItem, Emission emission, Consequences to) {
    switch (emission) {
      case Emission.RequestVerification(var request, boolean slow) ->
          to.send(record, null, slow ? Topic.VERIFICATIONS_LONG : Topic.VERIFICATIONS, request);
      case Emission.Attest attest -> to.send(record, workItem, Topic.ATTESTATIONS, signed(attest));
      case Emission.Decide(var decision) -> {
        to.counts.add(() -> metrics.decided(decision, TraceHeader.in(record.headers())));
        to.send(record, workItem, Topic.DECISIONS, decision);
      }
      case Emission.PublishWorkItem(var item) ->
          to.send(record, workItem, Topic.CONTROL_STATE, item);
      case Emission.NotifyWorkItem(var fact) ->
          to.send(record, fact.workItem(), Topic.GOVERNANCE, fact);
      case Emission.Refuse(var rejection, var early) ->
          refuse(
              early == null ? record : record.withValue(Topic.REPORTS.codec().encode(early)),
              rejection,
              workItem,
              to);
    }
  }

  private AttestationMessage signed(Emission.Attest attest) {
    byte[] payload = attest.statement().text().getBytes(StandardCharsets.UTF_8);
    byte[] signature = signature(Pae.encode(Statement.PAYLOAD_TYPE, payload));
    return new AttestationMessage(
        attest.statement().id(),
        attest.workItem(),
        attest.eventKey(),
        attest.attempt(),
        attest.agent(),
        attest.statement().text(),
        signer.keyId(),
        Base64.getEncoder().encodeToString(signature),
        attest.time());
  }

  /** A key that does not sign is no fault of what was to be signed. */
  private byte[] signature(byte[] signed) {
    long begun = System.nanoTime();
    try {
      return signer.sign(signed);
    } catch (RuntimeException e) {
      throw new StreamsException("expected the key " + signer.keyId() + " to sign", e);
    } finally {
      hops.signed(System.nanoTime() - begun);
    }
  }

  private Consequences refused(
      Record<byte[], byte[]> record, Rejection rejection, @Nullable String workItem) {
    Consequences consequences = new Consequences();
    refuse(record, rejection, workItem, consequences);
    return consequences;
  }

  private void refuse(
      Record<byte[], byte[]> record,
      Rejection rejection,
      @Nullable String workItem,
      Consequences to) {
    RecordMetadata place = place();
    byte[] value = record.value() == null ? new byte[0] : record.value();
    to.counts.add(() -> metrics.refused(rejection.code()));
    to.send(
        record,
        workItem,
        Topic.DEAD_LETTERS,
        DeadLetter.of(
            place.topic(),
            place.partition(),
            place.offset(),
            rejection,
            workItem,
            value,
            Times.text(record.timestamp())));
  }

  private ProcessorContext<byte[], byte[]> context() {
    return Objects.requireNonNull(context, "init comes first");
  }

  private ItemStore items() {
    return Objects.requireNonNull(items, "init comes first");
  }

  private Deadlines deadlines() {
    return Objects.requireNonNull(deadlines, "init comes first");
  }
}
