package dev.assay.store.sink;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.Unprocessable;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.AttestationGate;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the records of the sink's topics are to the store, and the rows that they become. */
final class SinkRecords {

  private static final Logger LOG = LoggerFactory.getLogger(SinkRecords.class);

  private final KafkaConfig kafka;
  private final AttestationGate gate;

  /** Lets attestations in through {@code gate}. */
  SinkRecords(KafkaConfig kafka, AttestationGate gate) {
    this.kafka = kafka;
    this.gate = gate;
  }

  /** What a record is to the store. */
  sealed interface Entry {}

  record Attested(ConsumerRecord<byte[], byte[]> record, StoredAttestation attestation)
      implements Entry {}

  /** A decision with the record that it came in. */
  record Decided(ConsumerRecord<byte[], byte[]> record, Decision decision, DecisionRow row)
      implements Entry {}

  record Shown(ConsumerRecord<byte[], byte[]> record, WorkItem item, WorkItemRow row)
      implements Entry {}

  record Refused(ConsumerRecord<byte[], byte[]> record, Rejection rejection) implements Entry {}

  /** A record without a value. */
  record Nothing() implements Entry {}

  /** What {@code record} is to the store, whatever is in it. */
  Entry read(ConsumerRecord<byte[], byte[]> record) {
    try {
      return entry(record);
    } catch (RejectedException e) {
      return new Refused(record, e.rejection());
    } catch (RuntimeException | StackOverflowError e) {
      LOG.atError().addKeyValue("offset", record.offset()).setCause(e).log("a record is refused");
      return new Refused(record, Unprocessable.rejection(e));
    }
  }

  private Entry entry(ConsumerRecord<byte[], byte[]> record) {
    String topic = record.topic();
    if (record.value() == null) {
      return new Nothing();
    }
    if (topic.equals(kafka.prefixed(Topic.ATTESTATIONS.name()))) {
      return new Attested(record, attestation(read(Topic.ATTESTATIONS, record.value())));
    }
    if (topic.equals(kafka.prefixed(Topic.DECISIONS.name()))) {
      Decision decision = read(Topic.DECISIONS, record.value());
      return new Decided(record, decision, decision(decision));
    }
    WorkItem item = read(Topic.CONTROL_STATE, record.value());
    return new Shown(record, item, workItem(item));
  }

  private static <T> T read(Topic<T> topic, byte[] value) {
    return switch (topic.codec().decode(value)) {
      case Parsed.Accepted<T>(T message) -> message;
      case Parsed.Rejected<T>(Rejection rejection) -> throw rejection.asException();
    };
  }

  private StoredAttestation attestation(AttestationMessage message) {
    return switch (gate.admit(message)) {
      case Parsed.Accepted<StoredAttestation>(StoredAttestation attestation) -> attestation;
      case Parsed.Rejected<StoredAttestation>(Rejection rejection) -> throw rejection.asException();
    };
  }

  private static DecisionRow decision(Decision decision) {
    return new DecisionRow(
        decision.id(),
        decision.workItem(),
        decision.attempt(),
        decision.kind().name(),
        text(decision),
        Times.parsed(decision.time()),
        decision.approval() == null ? null : decision.approval().id());
  }

  private static WorkItemRow.Approval question(Approval approval) {
    return new WorkItemRow.Approval(
        approval.id(), Times.parsed(approval.deadline()), text(approval));
  }

  private static String text(Object document) {
    return new String(Json.write(document), StandardCharsets.UTF_8);
  }

  /** The control state with what belongs beside its registers, as the index keeps it. */
  record Registers(
      @JsonUnwrapped ControlState controlState,
      List<WorkItem.Atom> atoms,
      List<Refusal> refusals,
      int refused) {}

  private static WorkItemRow workItem(WorkItem item) {
    return new WorkItemRow(
        item.workItem(),
        item.status().word(),
        item.mood().name(),
        item.attempt(),
        item.agent() == null ? null : item.agent().id(),
        item.agent() == null ? null : item.agent().fleet(),
        Times.parsed(item.firstTime()),
        Times.parsed(item.lastTime()),
        text(
            new Registers(
                item.controlState(), item.atoms(), item.refusals(), item.refusedAltogether())),
        item.parent(),
        text(item.children()),
        item.approval() == null ? null : question(item.approval()),
        text(item.cost()));
  }
}
