package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Manifest;
import dev.assay.core.statement.ManifestRecord;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.store.formats.FormatSamples;
import dev.assay.store.index.StoredAttestation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestCallsTest {

  private static final String TIME = "2026-01-02T03:04:05.000Z";

  private final TestApi api;

  ManifestCallsTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void withoutManifestsThereIsNothing() throws Exception {
    api.store.append(List.of(TestApi.attestation(1)));

    assertThat(api.json("/v1/manifests").path("items")).isEmpty();
  }

  @Test
  void theNewestOfAPartitionIsThereWithTheOneBefore() throws Exception {
    Manifest first = manifest("decisions", 3, 0, 2, null, null);
    Manifest second = manifest("decisions", 3, 2, 5, null, first.statement().id());
    Manifest third = manifest("decisions", 3, 5, 9, 7L, second.statement().id());
    api.store.append(List.of(stored(first), TestApi.attestation(1), stored(second), stored(third)));

    JsonNode items = api.json("/v1/manifests").path("items");

    assertThat(items).hasSize(1);
    assertThat(items.at("/0/topic").asText()).isEqualTo("decisions");
    assertThat(items.at("/0/partition").asInt()).isEqualTo(3);
    JsonNode newest = items.at("/0/newest");
    assertThat(newest.path("id").asText()).isEqualTo(third.statement().id());
    assertThat(newest.path("logIndex").asInt()).isEqualTo(3);
    assertThat(newest.path("firstOffset").asInt()).isEqualTo(5);
    assertThat(newest.path("endOffset").asInt()).isEqualTo(9);
    assertThat(newest.path("readFrom").asInt()).isEqualTo(7);
    assertThat(newest.path("previous").asText()).isEqualTo(second.statement().id());
    assertThat(newest.path("records").asInt()).isEqualTo(1);
    assertThat(newest.path("time").asText()).isEqualTo(TIME);
    assertThat(items.at("/0/before/id").asText()).isEqualTo(second.statement().id());
    assertThat(items.at("/0/before/readFrom").isNull()).isTrue();
  }

  @Test
  void partitionsComeInOrderAndEachTopicByItself() throws Exception {
    api.store.append(
        List.of(
            stored(manifest("decisions", 10, 0, 1, null, null)),
            stored(manifest("decisions", 2, 0, 1, null, null)),
            stored(manifest("dead-letters", 0, 0, 1, null, null)),
            stored(manifest("executions", 7, 0, 1, null, null))));

    JsonNode items = api.json("/v1/manifests").path("items");

    assertThat(items)
        .extracting(each -> each.path("topic").asText(), each -> each.path("partition").asInt())
        .containsExactly(
            tuple("executions", 7),
            tuple("decisions", 2),
            tuple("decisions", 10),
            tuple("dead-letters", 0));
    assertThat(items).allMatch(each -> each.path("before").isNull());
  }

  @Test
  void partitionsAreLookedForUpToABound() throws Exception {
    api.store.append(
        IntStream.range(0, ReadLimits.PARTITIONS_MAX + 3)
            .mapToObj(i -> stored(manifest("decisions", i, 0, 1, null, null)))
            .toList());
    api.store.append(
        List.of(stored(manifest("executions", ReadLimits.PARTITIONS_STEP, 0, 1, null, null))));

    assertThat(api.json("/v1/manifests").path("items")).hasSize(ReadLimits.PARTITIONS_MAX);
  }

  private static Manifest manifest(
      String topic,
      int partition,
      long first,
      long end,
      @Nullable Long readFrom,
      @Nullable String previous) {
    String digest = Digests.sha256Hex(topic + partition + first);
    return new Manifest(
        topic,
        partition,
        first,
        end,
        readFrom,
        previous,
        null,
        List.of(
            ManifestRecord.decision(readFrom == null ? first : readFrom, digest, digest, digest)),
        TIME);
  }

  private static StoredAttestation stored(Manifest manifest) {
    Statement statement = manifest.statement();
    return new StoredAttestation(
        statement.id(),
        StoredAttestation.Kind.MANIFEST,
        Statement.MANIFEST,
        manifest.workItem(),
        1,
        null,
        Manifest.RESULT,
        null,
        null,
        null,
        null,
        null,
        Times.instant(TIME),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Envelope.signed(
            Statement.PAYLOAD_TYPE,
            statement.text().getBytes(StandardCharsets.UTF_8),
            FormatSamples.DIRECTOR));
  }
}
