package dev.assay.director;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Standing.Question;
import dev.assay.core.sign.Pae;
import dev.assay.core.sign.Signer;
import dev.assay.core.statement.Statement;
import dev.assay.runtime.trace.Stage;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Feeds executions, reports and governance facts to the pure step and sends what it emits. Holds no
 * state but its two stores: the work items, and the deadlines of their open questions. A record
 * that cannot be used becomes a dead letter and stops nothing.
 */
final class DirectorProcessor implements Processor<byte[], byte[], byte[], byte[]> {

  private final DirectorConfig config;
  private final ItemFold fold;
  private final Signer signer;
  private final DirectorMetrics metrics;
  private final Map<String, Topic<?>> inputs;
  private final RecentItems recent = new RecentItems();
  private @Nullable ProcessorContext<byte[], byte[]> context;
  private @Nullable KeyValueStore<String, byte[]> store;
  private @Nullable Deadlines deadlines;

  DirectorProcessor(DirectorConfig config, ItemFold fold, Signer signer, DirectorMetrics metrics) {
    this.config = config;
    this.fold = fold;
    this.signer = signer;
    this.metrics = metrics;
    this.inputs =
        DirectorTopology.inputs().stream()
            .collect(toUnmodifiableMap(topic -> config.kafka().prefixed(topic.name()), identity()));
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    recent.clear();
    store = processorContext.getStateStore(DirectorTopology.STORE);
    deadlines = new Deadlines(processorContext.getStateStore(DirectorTopology.DEADLINES));
    processorContext.schedule(
        DirectorLimits.DEADLINES_EVERY, PunctuationType.WALL_CLOCK_TIME, this::expire);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    long begun = System.nanoTime();
    take(record);
    metrics.took(System.nanoTime() - begun);
  }

  private void take(Record<byte[], byte[]> record) {
    RecordMetadata place = context().recordMetadata().orElseThrow();
    DirectorInput input = DirectorInput.read(topic(place), record.value(), record.headers());
    switch (input) {
      case DirectorInput.Unusable(Rejection rejection) -> refuse(record, rejection, null);
      case DirectorInput.Execution _ when !atHome(record, place, input.workItem()) -> {
        metrics.rerouted();
        byte[] key = input.workItem().getBytes(StandardCharsets.UTF_8);
        context().forward(record.withKey(key), Topic.EXECUTIONS.name());
      }
      case DirectorInput.Execution(var event) -> {
        try (Stage _ = metrics.planning(event)) {
          fold(record.withHeaders(TraceHeader.of(event.traceparent())), input);
        }
      }
      case DirectorInput.Canary _ -> {}
      case DirectorInput.Report _, DirectorInput.Told _ -> fold(record, input);
    }
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

  private void fold(Record<byte[], byte[]> record, DirectorInput input) {
    String workItem = input.workItem();
    ItemFold.Known known = known(workItem);
    ItemFold.Folded folded = fold.fold(known, input, Times.text(record.timestamp()));
    ItemState next = folded.next().state();
    if (next != null) {
      if (folded.next() != known) {
        store().put(workItem, folded.next().stored());
        recent.put(workItem, folded.next());
      }
      deadlines().follow(workItem, known.state(), next);
    }
    config.betweenStateAndOutput().run();
    for (Emission emission : folded.emissions()) {
      emit(record, workItem, emission);
    }
  }

  /**
   * Tells every work item whose question nobody answered in time, and every execution that no model
   * suggests a plan for; the fact decides, not the clock.
   */
  private void expire(long now) {
    List<GovernanceFact> facts = new ArrayList<>(deadlines().passed(now, this::openQuestion));
    Long since =
        config.policy().modelPlans() ? now - DirectorLimits.SUGGESTION_WAIT_MAX.toMillis() : null;
    facts.addAll(deadlines().unsuggested(since, this::stateOf));
    for (GovernanceFact fact : facts) {
      context()
          .forward(
              new Record<>(
                  fact.workItem().getBytes(StandardCharsets.UTF_8),
                  Topic.GOVERNANCE.codec().encode(fact),
                  now),
              Topic.GOVERNANCE.name());
    }
  }

  /** What is known of a work item; of one that changed lately without decoding it once more. */
  private ItemFold.Known known(String workItem) {
    ItemFold.Known known = recent.get(workItem);
    return known == null ? ItemFold.Known.of(store().get(workItem)) : known;
  }

  private @Nullable Question openQuestion(String workItem) {
    return stateOf(workItem).standing().question();
  }

  private ItemState stateOf(String workItem) {
    ItemState state = known(workItem).state();
    return state == null ? ItemState.empty() : state;
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
      case Emission.Refuse(var rejection, var early) ->
          refuse(
              early == null ? record : record.withValue(Topic.REPORTS.codec().encode(early)),
              rejection,
              workItem);
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

  private ProcessorContext<byte[], byte[]> context() {
    return Objects.requireNonNull(context, "init comes first");
  }

  private KeyValueStore<String, byte[]> store() {
    return Objects.requireNonNull(store, "init comes first");
  }

  private Deadlines deadlines() {
    return Objects.requireNonNull(deadlines, "init comes first");
  }
}
