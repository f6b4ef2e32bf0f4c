package dev.assay.director.manifest;

import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.runtime.kafka.ExecutionRecords;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.ReservedIds;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.topic.Topic;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** What manifests say about the records of the topics that they cover, whatever is in them. */
final class ManifestRecords {

  /**
   * A record as it is listed.
   *
   * @param manifest whether it is itself a manifest
   */
  record Read(ManifestRecord record, boolean manifest) {}

  private final Map<String, Topic<?>> topics = new HashMap<>();
  private final String executions;

  ManifestRecords(KafkaConfig kafka) {
    Manifest.TOPICS.forEach(topic -> topics.put(kafka.prefixed(topic.name()), topic));
    executions = kafka.prefixed(Topic.EXECUTIONS.name());
  }

  /**
   * The name of a topic without prefix.
   *
   * @param prefixed one that manifests cover
   */
  String name(String prefixed) {
    Topic<?> topic = topics.get(prefixed);
    if (topic == null) {
      throw new IllegalArgumentException(
          "expected a topic that manifests cover, found " + prefixed);
    }
    return topic.name();
  }

  /** What a manifest says about {@code record}. */
  Read read(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    String sha256 = Digests.sha256Hex(value == null ? new byte[0] : value);
    long offset = record.offset();
    Read unreadable = new Read(ManifestRecord.unreadable(offset, sha256), false);
    try {
      Topic<?> topic = topics.get(record.topic());
      if (Topic.EXECUTIONS.equals(topic)) {
        return switch (ExecutionRecords.read(value, record.headers())) {
          case Parsed.Accepted<ExecutionEvent>(ExecutionEvent event) ->
              new Read(ManifestRecord.execution(offset, sha256, event.eventKey()), false);
          case Parsed.Rejected<ExecutionEvent> _ -> unreadable;
        };
      }
      if (Topic.DECISIONS.equals(topic)) {
        return switch (Topic.DECISIONS.codec().decode(value)) {
          case Parsed.Accepted<Decision>(Decision made) ->
              new Read(ManifestRecord.decision(offset, sha256, made.eventKey(), made.id()), false);
          case Parsed.Rejected<Decision> _ -> unreadable;
        };
      }
      if (Topic.ATTESTATIONS.equals(topic)) {
        return switch (Topic.ATTESTATIONS.codec().decode(value)) {
          case Parsed.Accepted<AttestationMessage>(AttestationMessage message) ->
              attestation(offset, sha256, message);
          case Parsed.Rejected<AttestationMessage> _ -> unreadable;
        };
      }
      return switch (Topic.DEAD_LETTERS.codec().decode(value)) {
        case Parsed.Accepted<DeadLetter>(DeadLetter letter) ->
            new Read(
                ManifestRecord.deadLetter(offset, sha256, letter.code(), refused(letter)), false);
        case Parsed.Rejected<DeadLetter> _ -> unreadable;
      };
    } catch (RuntimeException | StackOverflowError _) {
      return unreadable;
    }
  }

  private static Read attestation(long offset, String sha256, AttestationMessage message) {
    boolean manifest = ReservedIds.isManifest(message.workItem());
    String id = Digests.sha256Hex(message.statement());
    String event = manifest ? null : message.eventKey();
    return new Read(ManifestRecord.attestation(offset, sha256, event, id), manifest);
  }

  private ManifestRecord.@Nullable Place refused(DeadLetter letter) {
    boolean execution =
        letter.topic().equals(executions)
            && letter.partition() >= 0
            && letter.offset() >= 0
            && letter.offset() <= Limits.INTEGER_MAX;
    return execution ? new ManifestRecord.Place(letter.partition(), letter.offset()) : null;
  }
}
