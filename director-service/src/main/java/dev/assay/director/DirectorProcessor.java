package dev.assay.director;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Outcome;
import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Statement;
import dev.assay.runtime.trace.Stage;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.Times;
import dev.assay.schemas.avro.AvroCodec;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Feeds executions and reports to the pure step and sends what it emits. Holds no state but the
 * store. A record that cannot be used becomes a dead letter and stops nothing.
 */
final class DirectorProcessor implements Processor<byte[], byte[], byte[], byte[]> {

  private final DirectorConfig config;
  private final DirectorStep step;
  private final Signer signer;
  private final AvroCodec<ItemState> states;
  private final DirectorMetrics metrics;
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable KeyValueStore<String, byte[]> store;
  private @Nullable Deadlines deadlines;

  DirectorProcessor(
      DirectorConfig config,
      DirectorStep step,
      Signer signer,
      AvroCodec<ItemState> states,
      DirectorMetrics metrics) {
    this.config = config;
    this.step = step;
    this.signer = signer;
    this.states = states;
    this.metrics = metrics;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    store = processorContext.getStateStore(DirectorTopology.STORE);
    deadlines = new Deadlines(processorContext.getStateStore(DirectorTopology.DEADLINES));
    processorContext.schedule(
        DirectorLimits.DEADLINES_EVERY, PunctuationType.WALL_CLOCK_TIME, this::expire);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    try {
      dispatch(record);
    } catch (RejectedException e) {
      refuse(record, e.rejection(), null);
    }
  }

  private void dispatch(Record<byte[], byte[]> record) {
    RecordMetadata place = context().recordMetadata().orElseThrow();
    String time = Times.text(record.timestamp());
    if (place.topic().equals(config.kafka().prefixed(Topic.EXECUTIONS.name()))) {
      switch (ExecutionRecords.read(record.value(), record.headers())) {
        case Parsed.Rejected<ExecutionEvent>(Rejection rejection) ->
            refuse(record, rejection, null);
        case Parsed.Accepted<ExecutionEvent>(ExecutionEvent event) ->
            execution(record, place, event, time);
      }
    } else if (place.topic().equals(config.kafka().prefixed(Topic.GOVERNANCE.name()))) {
      switch (Topic.GOVERNANCE.codec().decode(record.value())) {
        case Parsed.Rejected<GovernanceFact>(Rejection rejection) ->
            refuse(record, rejection, null);
        case Parsed.Accepted<GovernanceFact>(GovernanceFact fact) -> told(record, fact, time);
      }
    } else {
      switch (Topic.REPORTS.codec().decode(record.value())) {
        case Parsed.Rejected<ReportMessage>(Rejection rejection) -> refuse(record, rejection, null);
        case Parsed.Accepted<ReportMessage>(ReportMessage report) -> report(record, report, time);
      }
    }
  }

  private void execution(
      Record<byte[], byte[]> record, RecordMetadata place, ExecutionEvent event, String time) {
    String workItem = event.data().workItem();
    byte[] key = workItem.getBytes(StandardCharsets.UTF_8);
    int home = Utils.toPositive(Utils.murmur2(key)) % config.kafka().partitions();
    if (place.partition() != home || !Arrays.equals(key, record.key())) {
      metrics.rerouted();
      context().forward(record.withKey(key), Topic.EXECUTIONS.name());
      return;
    }
    Record<byte[], byte[]> traced = record.withHeaders(TraceHeader.of(event.traceparent()));
    Known known = load(workItem);
    try (Stage _ = metrics.planning(event)) {
      Outcome outcome = step.onExecution(known.state(), event, time);
      finish(traced, workItem, known, outcome, DirectorLimits.STATE_BYTES_AFTER_EXECUTION_MAX);
    }
  }

  private void report(Record<byte[], byte[]> record, ReportMessage report, String time) {
    if (ReservedIds.isCanary(report.workItem())) {
      return;
    }
    Known known = load(report.workItem());
    Outcome outcome = step.onReport(known.state(), report, time);
    finish(record, report.workItem(), known, outcome, DirectorLimits.STATE_BYTES_MAX);
  }

  private void told(Record<byte[], byte[]> record, GovernanceFact fact, String time) {
    Known known = load(fact.workItem());
    Outcome outcome = step.onFact(known.state(), fact, time);
    finish(record, fact.workItem(), known, outcome, DirectorLimits.STATE_BYTES_MAX);
  }

  /**
   * Tells every work item whose question nobody answered in time; the fact decides, not the clock.
   */
  private void expire(long now) {
    for (GovernanceFact fact : deadlines().passed(now)) {
      context()
          .forward(
              new Record<>(
                  fact.workItem().getBytes(StandardCharsets.UTF_8),
                  Topic.GOVERNANCE.codec().encode(fact),
                  now),
              Topic.GOVERNANCE.name());
    }
  }

  private void finish(
      Record<byte[], byte[]> record,
      String workItem,
      Known known,
      Outcome outcome,
      int stateBytesMax) {
    byte[] state = states.encode(outcome.next());
    boolean grows = state.length > known.bytes();
    if (grows && state.length > stateBytesMax) {
      throw Rejection.of(
              ErrorCode.LIMIT_EXCEEDED,
              "expected all that is known of a work item to stay within "
                  + stateBytesMax
                  + " bytes, found "
                  + state.length
                  + "; send further attempts as another work item")
          .asException();
    }
    store().put(workItem, state);
    deadlines().follow(workItem, known.state(), outcome.next());
    config.betweenStateAndOutput().run();
    for (Emission emission : outcome.emissions()) {
      emit(record, workItem, emission);
    }
  }

  private void emit(Record<byte[], byte[]> record, String workItem, Emission emission) {
    switch (emission) {
      case Emission.Ask(var request, boolean slow) ->
          send(record, null, slow ? Topic.VERIFICATIONS_LONG : Topic.VERIFICATIONS, request);
      case Emission.Attest attest -> send(record, workItem, Topic.ATTESTATIONS, signed(attest));
      case Emission.Decide(var decision) -> {
        metrics.decided(decision, TraceHeader.in(record.headers()));
        send(record, workItem, Topic.DECISIONS, decision);
      }
      case Emission.Show(var item) -> send(record, workItem, Topic.CONTROL_STATE, item);
      case Emission.Tell(var fact) -> send(record, fact.workItem(), Topic.GOVERNANCE, fact);
      case Emission.Refuse(var rejection) -> refuse(record, rejection, workItem);
    }
  }

  private AttestationMessage signed(Emission.Attest attest) {
    byte[] payload = attest.statement().text().getBytes(StandardCharsets.UTF_8);
    byte[] signature = signer.sign(Pae.encode(Statement.PAYLOAD_TYPE, payload));
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

  private void refuse(
      Record<byte[], byte[]> record, Rejection rejection, @Nullable String workItem) {
    RecordMetadata place = context().recordMetadata().orElseThrow();
    byte[] value = record.value() == null ? new byte[0] : record.value();
    metrics.refused(rejection.code());
    send(
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

  private <T> void send(
      Record<byte[], byte[]> cause, @Nullable String key, Topic<T> topic, T message) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    context()
        .forward(
            new Record<>(
                keyBytes,
                topic.codec().encode(message),
                cause.timestamp(),
                TraceHeader.of(TraceHeader.in(cause.headers()))),
            topic.name());
  }

  /** A state as it is stored, with its size. */
  private record Known(@Nullable ItemState state, int bytes) {}

  private Known load(String workItem) {
    byte[] stored = store().get(workItem);
    if (stored == null) {
      return new Known(null, 0);
    }
    return switch (states.decode(stored)) {
      case Parsed.Accepted<ItemState>(ItemState state) -> new Known(state, stored.length);
      case Parsed.Rejected<ItemState>(Rejection rejection) ->
          throw new IllegalStateException(
              ErrorCode.UNDECODABLE_RECORD + " in the director's own store: " + rejection.detail());
    };
  }

  private ProcessorContext<byte[], byte[]> context() {
    return java.util.Objects.requireNonNull(context, "init comes first");
  }

  private KeyValueStore<String, byte[]> store() {
    return java.util.Objects.requireNonNull(store, "init comes first");
  }

  private Deadlines deadlines() {
    return java.util.Objects.requireNonNull(deadlines, "init comes first");
  }
}
