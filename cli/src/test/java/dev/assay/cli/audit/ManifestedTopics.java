package dev.assay.cli.audit;

import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.topic.Topic;
import dev.assay.store.index.StoredAttestation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Topics of two partitions as a director reads them, and the log that an honest store makes of
 * them: attestations, and manifests as the director's writer makes them.
 */
final class ManifestedTopics {

  /** Between two rounds of manifests. */
  static final Duration ROUND = Duration.ofMinutes(40);

  private final List<StoredAttestation> log = new ArrayList<>();
  private final Map<String, List<ManifestRecord>> uncovered = new HashMap<>();
  private final Map<String, Long> ends = new HashMap<>();
  private final Map<String, Long> covered = new HashMap<>();
  private final Map<String, String> newest = new HashMap<>();
  private @Nullable String after;
  private int next;
  private Instant now = AuditSamples.START;

  /** The log so far. */
  List<StoredAttestation> log() {
    return new ArrayList<>(log);
  }

  /** What was logged since the last time, which is then forgotten. */
  List<StoredAttestation> take() {
    List<StoredAttestation> made = log();
    log.clear();
    return made;
  }

  /** Where the newest manifest of a partition is in the log. */
  int at(Topic<?> topic, int partition) {
    String last = newest.get(Manifest.workItem(topic.name(), partition));
    return log.stream().map(StoredAttestation::id).toList().indexOf(last);
  }

  /** When the newest manifests were made. */
  Instant now() {
    return now;
  }

  /** Attestations from before there were manifests. */
  ManifestedTopics before(int attestations) {
    log.addAll(AuditSamples.range(next, next + attestations));
    next += attestations;
    return this;
  }

  /** Events with one verdict each, on both partitions in turn. */
  ManifestedTopics events(int events) {
    for (int i = 0; i < events; i++) {
      int partition = next % 2;
      accepted(partition, event(next));
      verdict(AuditSamples.at(next, now.plusMillis(next)));
      decided(partition, event(next));
      next++;
    }
    return this;
  }

  /** An event that is decided so. */
  ManifestedTopics decided(Decision decision, byte[] record) {
    var _ = accepted(0, decision.eventKey());
    long offset = end(Topic.DECISIONS, 0);
    String sha256 = Digests.sha256Hex(record);
    add(
        Topic.DECISIONS,
        0,
        ManifestRecord.decision(offset, sha256, decision.eventKey(), decision.id()));
    return this;
  }

  /** An event that nobody decides. */
  ManifestedTopics undecided() {
    accepted(0, event(next++));
    return this;
  }

  /** An event and bytes that are none, both refused. */
  ManifestedTopics refused() {
    long place = accepted(0, event(next++));
    letter(new ManifestRecord.Place(0, place));
    long unreadable = end(Topic.EXECUTIONS, 0);
    add(Topic.EXECUTIONS, 0, ManifestRecord.unreadable(unreadable, sha(unreadable)));
    letter(new ManifestRecord.Place(0, unreadable));
    letter(null);
    return this;
  }

  /** One of the director's, on its topic and in the log. */
  private void verdict(StoredAttestation attestation) {
    attested(next % 2, event(next), attestation);
  }

  /** The same, on {@code event}. */
  void attested(int partition, String event, StoredAttestation attestation) {
    long offset = end(Topic.ATTESTATIONS, partition);
    add(
        Topic.ATTESTATIONS,
        partition,
        ManifestRecord.attestation(offset, sha(offset), event, attestation.id()));
    log.add(attestation);
  }

  /** Manifests of all that is not covered, some time after the last ones. */
  ManifestedTopics manifests() {
    return manifests(ROUND);
  }

  /** The same, {@code later}. */
  ManifestedTopics manifests(Duration later) {
    now = now.plus(later);
    for (Topic<?> topic : Manifest.TOPICS) {
      for (int partition = 0; partition < 2; partition++) {
        manifest(topic, partition);
      }
    }
    return this;
  }

  private void manifest(Topic<?> topic, int partition) {
    String name = Manifest.workItem(topic.name(), partition);
    List<ManifestRecord> all = uncovered.getOrDefault(name, List.of());
    for (int from = 0; from < all.size(); from += Manifest.RECORDS_MAX) {
      List<ManifestRecord> records =
          List.copyOf(all.subList(from, Math.min(from + Manifest.RECORDS_MAX, all.size())));
      write(topic, partition, covered.getOrDefault(name, 0L), newest.get(name), records);
    }
    uncovered.remove(name);
  }

  /** A manifest of the director's, right or not. */
  void write(
      Topic<?> topic,
      int partition,
      long first,
      @Nullable String previous,
      List<ManifestRecord> records) {
    long end = records.getLast().offset() + 1;
    StoredAttestation made =
        AuditSamples.manifest(
            new Manifest(
                topic.name(),
                partition,
                first,
                end,
                null,
                previous,
                after,
                records,
                Times.text(now)));
    String name = Manifest.workItem(topic.name(), partition);
    covered.put(name, end);
    newest.put(name, made.id());
    after = made.id();
    long offset = end(Topic.ATTESTATIONS, partition);
    if (!topic.equals(Topic.ATTESTATIONS)) {
      add(
          Topic.ATTESTATIONS,
          partition,
          ManifestRecord.attestation(offset, sha(offset), null, made.id()));
    } else {
      ends.put(name, Math.max(offset, end));
    }
    log.add(made);
  }

  private long accepted(int partition, String event) {
    long offset = end(Topic.EXECUTIONS, partition);
    add(Topic.EXECUTIONS, partition, ManifestRecord.execution(offset, sha(offset), event));
    return offset;
  }

  private void decided(int partition, String event) {
    long offset = end(Topic.DECISIONS, partition);
    String id = Digests.sha256Hex("decision on " + event);
    add(Topic.DECISIONS, partition, ManifestRecord.decision(offset, sha(offset), event, id));
  }

  private void letter(ManifestRecord.@Nullable Place place) {
    long offset = end(Topic.DEAD_LETTERS, 1);
    add(
        Topic.DEAD_LETTERS,
        1,
        ManifestRecord.deadLetter(offset, sha(offset), ErrorCode.INVALID_FIELD, place));
  }

  private void add(Topic<?> topic, int partition, ManifestRecord record) {
    String name = Manifest.workItem(topic.name(), partition);
    uncovered.computeIfAbsent(name, _ -> new ArrayList<>()).add(record);
    ends.put(name, record.offset() + 1);
  }

  private long end(Topic<?> topic, int partition) {
    return ends.getOrDefault(Manifest.workItem(topic.name(), partition), 0L);
  }

  private static String event(int number) {
    return Digests.sha256Hex("event " + number);
  }

  private static String sha(long offset) {
    return Digests.sha256Hex("value " + offset);
  }
}
