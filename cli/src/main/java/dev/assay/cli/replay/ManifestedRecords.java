package dev.assay.cli.replay;

import dev.assay.cli.replay.Difference.Code;
import dev.assay.cli.replay.TopicRecords.Extent;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares executions and dead letters with what manifests list of them: nothing else tells a
 * record that was dropped, changed or put in between from what the director read. Attestations and
 * decisions are compared with what the director would have said. For one thread.
 */
final class ManifestedRecords {

  private static final List<Topic<?>> TOPICS = List.of(Topic.EXECUTIONS, Topic.DEAD_LETTERS);

  /** Bytes of a digest that are held, enough to tell records apart. */
  private static final int DIGEST_BYTES = 16;

  private record Partition(String topic, int number) {}

  /** What one manifest lists, and which of it was seen. */
  private static final class Range {

    private final String workItem;
    private final long madeMillis;
    private final long from;
    private final long end;
    private final long[] offsets;
    private final byte[] digests;
    private final boolean[] seen;

    Range(Manifest manifest) {
      List<ManifestRecord> records = manifest.records();
      Long readFrom = manifest.readFrom();
      workItem = manifest.workItem();
      madeMillis = Times.parsed(manifest.time()).toEpochMilli();
      from = readFrom == null ? manifest.firstOffset() : readFrom;
      end = manifest.endOffset();
      offsets = records.stream().mapToLong(ManifestRecord::offset).toArray();
      digests = new byte[DIGEST_BYTES * offsets.length];
      seen = new boolean[offsets.length];
      for (int i = 0; i < offsets.length; i++) {
        byte[] digest = HexFormat.of().parseHex(records.get(i).sha256());
        System.arraycopy(digest, 0, digests, DIGEST_BYTES * i, DIGEST_BYTES);
      }
    }

    long from() {
      return from;
    }
  }

  private final Map<Partition, List<Range>> ranges = new HashMap<>();

  /** Remembers what {@code manifest} lists, each manifest once. */
  void add(Manifest manifest) {
    if (TOPICS.stream().noneMatch(topic -> topic.name().equals(manifest.topic()))) {
      return;
    }
    ranges
        .computeIfAbsent(
            new Partition(manifest.topic(), manifest.partition()), _ -> new ArrayList<>())
        .add(new Range(manifest));
  }

  /**
   * Tells what differs. Manifests cover no more than what is read: the topic that they stand on is
   * cut before the others.
   */
  void compare(TopicRecords records, Differences differences)
      throws IOException, InterruptedException {
    for (Topic<?> topic : TOPICS) {
      List<Extent> extents = records.extents(topic);
      for (Map.Entry<Partition, List<Range>> each : ranges.entrySet()) {
        if (each.getKey().topic().equals(topic.name())) {
          int number = each.getKey().number();
          Extent extent =
              extents.stream()
                  .filter(there -> there.partition() == number)
                  .findFirst()
                  .orElseGet(() -> new Extent(number, 0, 0, 0));
          each.getValue().sort(Comparator.comparingLong(Range::from));
          compare(records, topic, extent, each.getValue(), differences);
        }
      }
    }
  }

  private static void compare(
      TopicRecords records,
      Topic<?> topic,
      Extent extent,
      List<Range> listed,
      Differences differences)
      throws IOException, InterruptedException {
    if (extent.records() > 0) {
      // who read the topic before has told of damaged records
      records.read(
          topic,
          extent,
          entry -> {
            for (Range range : around(listed, entry.place().offset())) {
              compare(range, entry, differences);
            }
          },
          _ -> {});
    }
    for (Range range : listed) {
      for (int i = 0; i < range.offsets.length; i++) {
        long offset = range.offsets[i];
        if (!range.seen[i] && offset >= extent.first()) {
          differences.add(
              difference(
                  range.madeMillis,
                  new RecordPosition(records.name(topic), extent.partition(), offset),
                  "the record that a manifest of " + range.workItem + " lists",
                  "none"));
        }
      }
    }
  }

  /** The ranges that have {@code offset}: one, unless manifests contradict each other. */
  private static List<Range> around(List<Range> listed, long offset) {
    int low = 0;
    int high = listed.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (listed.get(middle).from <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    List<Range> found = new ArrayList<>(1);
    for (int i = low - 1; i >= 0 && offset < listed.get(i).end; i--) {
      found.add(listed.get(i));
    }
    return found;
  }

  private static void compare(Range range, Entry entry, Differences differences) {
    int at = Arrays.binarySearch(range.offsets, entry.place().offset());
    byte[] digest = digest(entry.value());
    if (at < 0) {
      differences.add(
          difference(
              entry.timestampMillis(),
              entry.place(),
              "none, as a manifest of " + range.workItem + " says",
              "a record with the SHA-256 " + HexFormat.of().formatHex(digest)));
      return;
    }
    range.seen[at] = true;
    int from = DIGEST_BYTES * at;
    int end = from + DIGEST_BYTES;
    if (!Arrays.equals(range.digests, from, end, digest, 0, DIGEST_BYTES)) {
      differences.add(
          difference(
              entry.timestampMillis(),
              entry.place(),
              "a value whose SHA-256 begins with "
                  + HexFormat.of().formatHex(range.digests, from, end)
                  + ", as a manifest of "
                  + range.workItem
                  + " says",
              "one with " + HexFormat.of().formatHex(digest)));
    }
  }

  private static byte[] digest(byte @Nullable [] value) {
    return Digests.sha256().digest(value == null ? new byte[0] : value);
  }

  private static Difference difference(
      long timeMillis, RecordPosition place, String expected, String there) {
    return new Difference(Code.MANIFEST_DIFFERS, timeMillis, place, null, null, expected, there);
  }
}
