package dev.assay.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.schemas.Digests;
import dev.assay.schemas.topic.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Dead letters and executions that are not those that the director's manifests list. */
class ManifestedRecordsTest {

  private static final String TIME = "2026-11-21T10:00:01.000Z";

  /** Two manifests: of offsets 0 to 2, of which Kafka took 1 for itself, and of 3. */
  private static final Map<Long, String> LISTED = Map.of(0L, "a", 2L, "c", 3L, "d");

  private final TreeMap<Long, String> there = new TreeMap<>(LISTED);
  private long first;
  private long end = 5;

  private List<String> differences() throws Exception {
    ManifestedRecords manifested = new ManifestedRecords();
    manifested.add(manifest(3, 4, null));
    manifested.add(manifest(0, 3, null));
    return differences(manifested);
  }

  private List<String> differences(ManifestedRecords manifested) throws Exception {
    Differences found = new Differences();
    manifested.compare(new Letters(), found);
    assertThat(found.first()).allMatch(each -> each.code() == Difference.Code.MANIFEST_DIFFERS);
    return found.first().stream()
        .map(each -> each.place() + " " + (each.found().equals("none") ? "none" : "other"))
        .toList();
  }

  private static Manifest manifest(long from, long to, @Nullable Long readFrom) {
    List<ManifestRecord> records =
        new TreeMap<>(LISTED)
            .subMap(readFrom == null ? from : readFrom, to).entrySet().stream()
                .map(each ->
                    ManifestRecord.unreadable(each.getKey(), Digests.sha256Hex(each.getValue())))
                .toList();
    return new Manifest(
        Topic.DEAD_LETTERS.name(), 0, from, to, readFrom, null, null, records, TIME);
  }

  @Test
  void whatManifestsListIsThereAndWhatTheyDoNotCoverIsNotCompared() throws Exception {
    there.put(4L, "newer");

    assertThat(differences()).isEmpty();
  }

  @Test
  void aDroppedRecordIsNamed() throws Exception {
    there.remove(2L);

    assertThat(differences()).containsExactly("assay.dead-letters/0/2 none");
  }

  @Test
  void aChangedRecordIsNamed() throws Exception {
    there.put(3L, "x");

    assertThat(differences()).containsExactly("assay.dead-letters/0/3 other");
  }

  @Test
  void anInventedRecordIsNamed() throws Exception {
    there.put(1L, "b");

    assertThat(differences()).containsExactly("assay.dead-letters/0/1 other");
  }

  @Test
  void whatItsTopicHasRemovedIsNotCompared() throws Exception {
    there.remove(0L);
    first = 1;

    assertThat(differences()).isEmpty();
  }

  @Test
  void aTopicThatEndsEarlierLacksWhatIsListedBehindItsEnd() throws Exception {
    end = 3;
    assertThat(differences()).containsExactly("assay.dead-letters/0/3 none");

    end = 0;
    assertThat(differences()).hasSize(3);
  }

  @Test
  void whatTheTopicHadRemovedBeforeItWasReadIsNotInvented() throws Exception {
    ManifestedRecords manifested = new ManifestedRecords();
    manifested.add(manifest(0, 3, 2L));

    assertThat(differences(manifested)).isEmpty();
  }

  private final class Letters implements TopicRecords {

    @Override
    public String prefix() {
      return "assay.";
    }

    @Override
    public List<Extent> extents(Topic<?> topic) {
      return topic.equals(Topic.DEAD_LETTERS) ? List.of(new Extent(0, first, end, end)) : List.of();
    }

    @Override
    public void read(Topic<?> topic, Extent extent, Visitor visitor, Consumer<Damage> damaged)
        throws IOException, InterruptedException {
      for (Map.Entry<Long, String> each : there.subMap(first, end).entrySet()) {
        visitor.accept(
            new Entry(
                new RecordPosition(name(topic), 0, each.getKey()),
                0,
                null,
                new RecordHeaders(),
                each.getValue().getBytes(StandardCharsets.UTF_8)));
      }
    }

    @Override
    public void close() {}
  }
}
