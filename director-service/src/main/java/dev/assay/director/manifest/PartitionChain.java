package dev.assay.director.manifest;

import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The manifests of one partition: what was read of it and is not covered yet, and what the next
 * manifest says. It closes a range at {@link Manifest#RECORDS_MAX} records, or some time after the
 * first record that is no manifest. Pure; for one thread.
 */
final class PartitionChain {

  private record Waiting(ManifestRecord record, boolean manifest) {}

  private final String topic;
  private final int partition;
  private final List<Waiting> waiting = new ArrayList<>();
  private long first;
  private @Nullable Long begins;
  private ChainMark mark;
  private @Nullable Long sinceNanos;

  /**
   * A chain that goes on.
   *
   * @param topic without prefix
   * @param first the first offset that no manifest covers
   * @param mark what was committed with it
   */
  PartitionChain(String topic, int partition, long first, ChainMark mark) {
    this.topic = topic;
    this.partition = partition;
    this.first = first;
    this.mark = mark;
  }

  String topic() {
    return topic;
  }

  int partition() {
    return partition;
  }

  /** The first offset that no manifest covers. */
  long first() {
    return first;
  }

  /** What is to be committed with {@link #first}. */
  ChainMark mark() {
    return mark;
  }

  /** Records that were read and are not covered. */
  int waiting() {
    return waiting.size();
  }

  /** The topic has removed what stood before {@code offset}, read or not. */
  void removedBefore(long offset) {
    waiting.removeIf(each -> each.record().offset() < offset);
    begins = offset;
  }

  /**
   * The next record.
   *
   * @param manifest whether it is a manifest, for which alone no range is closed in time
   */
  void add(ManifestRecord record, boolean manifest, long nowNanos) {
    waiting.add(new Waiting(record, manifest));
    if (!manifest && sinceNanos == null) {
      sinceNanos = nowNanos;
    }
  }

  /**
   * Whether a manifest is to be made.
   *
   * @param waitNanos how long the first record waits for others
   */
  boolean due(long nowNanos, long waitNanos) {
    if (mark.planned() != null) {
      return !waiting.isEmpty() && waiting.getLast().record().offset() >= mark.planned().end() - 1;
    }
    return waiting.size() >= Manifest.RECORDS_MAX
        || sinceNanos != null && nowNanos - sinceNanos >= waitNanos;
  }

  /**
   * Settles what the next manifest says, unless that was settled before; {@link #mark} then holds
   * it.
   *
   * @param time when it is made
   * @param after id of the newest manifest that was made, of any partition, or null
   */
  void plan(String time, @Nullable String after) {
    if (mark.planned() == null) {
      int size = Math.min(waiting.size(), Manifest.RECORDS_MAX);
      long end = waiting.get(size - 1).record().offset() + 1;
      Long from = begins;
      Long readFrom = from == null || from <= first ? null : from;
      mark =
          new ChainMark(
              mark.last(),
              mark.lastTime(),
              new ChainMark.Planned(end, readFrom, time, after, ChainMark.Planned.FORM));
    }
  }

  /** The manifest that was planned. */
  Manifest manifest() {
    ChainMark.Planned planned = planned();
    return new Manifest(
        topic,
        partition,
        first,
        planned.end(),
        planned.readFrom(),
        mark.last(),
        planned.after(),
        waiting.stream()
            .map(Waiting::record)
            .filter(record -> record.offset() < planned.end())
            .map(record -> planned.form() == null ? record : record.brief())
            .toList(),
        planned.time());
  }

  /** The cluster has the manifest that was planned, under {@code id}. */
  void written(String id, long nowNanos) {
    ChainMark.Planned planned = planned();
    waiting.removeIf(each -> each.record().offset() < planned.end());
    first = planned.end();
    begins = null;
    mark = new ChainMark(id, planned.time(), null);
    sinceNanos = waiting.stream().allMatch(Waiting::manifest) ? null : Long.valueOf(nowNanos);
  }

  private ChainMark.Planned planned() {
    return Objects.requireNonNull(mark.planned(), "plan comes first");
  }
}
