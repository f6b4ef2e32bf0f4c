package dev.assay.store.sink;

import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.Groups;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.kafka.MessageProducer;
import dev.assay.runtime.kafka.SinkLoop;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.Unprocessable;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.topic.Topic;
import dev.assay.service.Hop;
import dev.assay.service.HopTimer;
import dev.assay.store.AttestationGate;
import dev.assay.store.AttestationStore;
import dev.assay.store.index.Batch;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.sink.SinkRecords.Attested;
import dev.assay.store.sink.SinkRecords.Decided;
import dev.assay.store.sink.SinkRecords.Entry;
import dev.assay.store.sink.SinkRecords.Nothing;
import dev.assay.store.sink.SinkRecords.Refused;
import dev.assay.store.sink.SinkRecords.Shown;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves attestations, decisions and work items from their topics into the store, one durable batch
 * per poll. An attestation is kept only when a known key signed it and its id is the hash of its
 * statement, a decision unless it contradicts one; everything else becomes a dead letter and stops
 * nothing.
 */
public final class StoreSink implements Loop {

  /** The name under which it commits how far it is, without prefix. */
  public static final String GROUP = Groups.STORE;

  private static final Logger LOG = LoggerFactory.getLogger(StoreSink.class);

  private final AttestationStore store;
  private final SinkRecords records;
  private final BiConsumer<List<Decision>, List<WorkItem>> written;
  private final NewestDecisions decided = new NewestDecisions();
  private final DecisionVisibility settled;
  private final ToldTimes times;
  private final PromotionCheck promotionCheck;
  private final RefusedSignatures signatures = new RefusedSignatures(InstantSource.system());
  private final MessageProducer producer;
  private final SinkLoop<Entry> loop;
  private final String decisions;
  private final Counter appended;
  private final MeterRegistry registry;

  /**
   * A sink that is not running yet.
   *
   * @param gate lets attestations in
   * @param written told after every durable batch, with the decisions that reads now show in full
   *     and the work items of the batch that show refusals
   */
  public StoreSink(
      KafkaConfig kafka,
      AttestationStore store,
      AttestationGate gate,
      BiConsumer<List<Decision>, List<WorkItem>> written,
      MeterRegistry registry) {
    this.store = store;
    this.records = new SinkRecords(kafka, gate);
    this.settled = new DecisionVisibility(store::kept);
    this.times = new ToldTimes(HopTimer.of(Hop.SINK, registry));
    this.promotionCheck = new PromotionCheck(store::attestations);
    this.written = written;
    this.registry = registry;
    this.decisions = kafka.prefixed(Topic.DECISIONS.name());
    this.producer = new MessageProducer(kafka, "store-sink");
    this.appended =
        Counter.builder("assay.store.appended")
            .description("attestations that became log entries")
            .register(registry);
    this.loop =
        new SinkLoop<>(
            kafka,
            GROUP,
            List.of(Topic.ATTESTATIONS.name(), Topic.DECISIONS.name(), Topic.CONTROL_STATE.name()),
            this::read,
            new Writing(),
            new SinkMemory(store),
            SinkLoop.BATCH_RECORDS_MAX);
  }

  @Override
  public String name() {
    return "attestation-sink";
  }

  @Override
  public void start() {
    loop.start();
  }

  @Override
  public boolean healthy() {
    return loop.healthy();
  }

  /** Why attestations are refused that should probably be kept, in a sentence; mostly empty. */
  public Optional<String> problem() {
    return signatures
        .problem()
        .map(detail ->
            "the last attestation was refused: "
                + detail
                + "; next: give director and store the same key, see docs/operations.md");
  }

  @Override
  public void close() {
    loop.close();
    producer.close();
  }

  /** What {@code record} is to the store, whatever is in it. */
  Entry read(ConsumerRecord<byte[], byte[]> record) {
    return records.read(record);
  }

  /** Writes batches; what the store cannot hold becomes a dead letter. */
  private final class Writing implements SinkLoop.Step<Entry> {

    @Override
    public void accept(List<Entry> batch) throws InterruptedException {
      write(batch);
    }

    /** A decision is, and what it rests on or shows it, which may be read after it. */
    @Override
    public boolean awaited(ConsumerRecord<byte[], byte[]> record) {
      return decided.isAwaited(record.key(), record.topic().equals(decisions));
    }

    @Override
    public boolean blamesContent(Exception failure) {
      return StoreFailures.isOfContent(failure) && store.problem().isEmpty();
    }

    @Override
    public void refuse(Entry entry, Exception failure) throws InterruptedException {
      Rejection rejection = Unprocessable.rejection(failure);
      LOG.atError().setCause(failure).log("the store can't hold a record; it is refused");
      switch (entry) {
        case Refused(var record, _) -> acknowledge(record, rejection);
        case Attested(var record, _) -> acknowledge(record, rejection);
        case Decided(var record, _, _) -> acknowledge(record, rejection);
        case Shown(var record, _, _) -> acknowledge(record, rejection);
        case Nothing() -> {}
      }
    }

    private void acknowledge(ConsumerRecord<byte[], byte[]> record, Rejection rejection)
        throws InterruptedException {
      MessageProducer.acknowledged(StoreSink.this.refuse(record, rejection));
    }
  }

  /** Makes a batch durable and tells of it. */
  void write(List<Entry> batch) throws InterruptedException {
    Rows rows = new Rows();
    List<CompletableFuture<?>> refusals = new ArrayList<>();
    for (Entry entry : batch) {
      switch (entry) {
        case Refused(ConsumerRecord<byte[], byte[]> record, Rejection rejection) ->
            refusals.add(refuse(record, rejection));
        case Attested attested -> rows.add(attested);
        case Decided decided -> rows.add(decided);
        case Shown shown -> rows.add(shown);
        case Nothing() -> {}
      }
    }
    for (Decided contradicting : rows.withoutContradicting()) {
      refusals.add(
          refuse(contradicting.record(), PromotionCheck.rejection(contradicting.decision())));
    }
    for (CompletableFuture<?> refusal : refusals) {
      MessageProducer.acknowledged(refusal);
    }
    if (!batch.isEmpty()) {
      appended.increment(store.write(rows.batch()).added());
    }
    written.accept(rows.settled(), rows.refusing());
  }

  /** The rows of one batch; of a work item only the newest is kept. */
  private final class Rows {

    private final List<StoredAttestation> attestations = new ArrayList<>();
    private final Map<String, WorkItemRow> workItems = new LinkedHashMap<>();
    private final List<WorkItem> shown = new ArrayList<>();
    private final List<Decided> decided = new ArrayList<>();

    void add(Attested attested) {
      attestations.add(attested.attestation());
      signatures.accepted();
    }

    void add(Decided each) {
      decided.add(each);
    }

    void add(Shown each) {
      workItems.put(each.row().id(), each.row());
      shown.add(each.item());
    }

    /** Takes out the decisions that contradict attestations. */
    List<Decided> withoutContradicting() {
      Predicate<Decision> contradicts =
          promotionCheck.contradicting(
              decided.stream().map(Decided::decision).toList(), attestations);
      List<Decided> contradicting =
          decided.stream().filter(each -> contradicts.test(each.decision())).toList();
      decided.removeAll(contradicting);
      return contradicting;
    }

    Batch batch() {
      return new Batch(
          attestations,
          decided.stream().map(Decided::row).toList(),
          List.copyOf(workItems.values()));
    }

    /** The work items that show refusals. */
    List<WorkItem> refusing() {
      return shown.stream().filter(item -> !item.refusals().isEmpty()).toList();
    }

    /** The decisions that became whole with these rows, which are durable. */
    List<Decision> settled() {
      attestations.forEach(attestation -> settled.attested(attestation.id()));
      shown.forEach(settled::shown);
      for (Decided each : decided) {
        times.kept(each.record(), each.decision());
        settled.decided(each.decision());
      }
      List<Decision> told = settled.take();
      times.told(told);
      return told;
    }
  }

  private CompletableFuture<?> refuse(ConsumerRecord<byte[], byte[]> record, Rejection rejection) {
    registry.counter("assay.store.refused", "code", rejection.code().name()).increment();
    if (rejection.code() == ErrorCode.SIGNATURE_INVALID) {
      signatures
          .refused(rejection.detail())
          .ifPresent(count ->
              LOG.atWarn()
                  .addKeyValue("refused", count)
                  .addKeyValue("offset", record.offset())
                  .addKeyValue("reason", rejection.detail())
                  .log("attestations are refused for their signature"));
    }
    byte @Nullable [] key = record.key();
    byte[] value = record.value();
    return producer.send(
        Topic.DEAD_LETTERS,
        key == null ? null : new String(key, StandardCharsets.UTF_8),
        DeadLetter.of(
            record.topic(),
            record.partition(),
            record.offset(),
            rejection,
            null,
            value,
            Times.text(record.timestamp())));
  }

  /**
   * Keeps the log's checkpoint with the offsets, where no backup of the store reaches it, and has
   * the topics read again for rows that a repair could not make.
   */
  private static final class SinkMemory implements SinkLoop.Memory {

    private final AttestationStore store;

    SinkMemory(AttestationStore store) {
      this.store = store;
    }

    @Override
    public String mark() {
      return store.checkpoint();
    }

    @Override
    public void committed(String mark) {
      store.remember(mark);
    }

    @Override
    public boolean readsAgain() {
      return store.topicsAreReadAgain();
    }

    @Override
    public void readingAgain() {
      store.topicsReadAgain();
    }
  }
}
