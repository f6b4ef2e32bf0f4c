package dev.assay.core.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ManifestTest {

  private static final String ONE = Digests.sha256Hex("one");

  @Test
  void aManifestIsReadAgainAsItself() {
    Manifest manifest = manifest("dead-letters", 7, 9, 8L, List.of(refused(8)));

    assertThat(read(manifest.statement())).isEqualTo(new Parsed.Accepted<>(manifest));
  }

  @Test
  void theSubjectIsTheDigestOverTheDigestsOfTheRecordsInTheirOrder() {
    Manifest two = manifest("executions", 0, 2, null, List.of(record(0, "a"), record(1, "b")));
    Manifest reversed = manifest("executions", 0, 2, null, List.of(record(0, "b"), record(1, "a")));

    assertThat(two.recordsDigest()).isNotEqualTo(reversed.recordsDigest());
    assertThat(two.statement().text()).contains(two.recordsDigest());
  }

  @Test
  void aFullManifestTakesTwoThirdsOfAStatementAtMost() {
    List<ManifestRecord> records =
        LongStream.range(0, Manifest.RECORDS_MAX)
            .mapToObj(i -> ManifestRecord.attestation((1L << 52) + i, ONE, ONE, ONE))
            .toList();

    assertThat(manifest("attestations", 1L << 52, 1L << 53, null, records).statement().text())
        .hasSizeLessThan(Limits.STATEMENT_BYTES_MAX * 2 / 3);
  }

  @Test
  void whatIsOutsideOfTheRangeOrOutOfOrderIsRefused() {
    refuses("executions", 4, 4, null, List.of());
    refuses("executions", 0, 2, null, List.of(record(2, "a")));
    refuses("executions", 1, 4, null, List.of(record(0, "a")));
    refuses("executions", 0, 9, null, List.of(record(3, "a"), record(3, "b")));
    refuses("executions", 0, 9, 5L, List.of(record(4, "a")));
    refuses("reports", 0, 9, null, List.of());
    refuses(
        "executions",
        0,
        1_000,
        null,
        LongStream.range(0, Manifest.RECORDS_MAX + 1).mapToObj(i -> record(i, "a")).toList());
  }

  private static void refuses(
      String topic, long first, long end, @Nullable Long from, List<ManifestRecord> records) {
    assertThatThrownBy(() -> manifest(topic, first, end, from, records))
        .isInstanceOf(RejectedException.class);
  }

  private static ManifestRecord record(long offset, String value) {
    return ManifestRecord.execution(offset, Digests.sha256Hex(value), ONE);
  }

  private static ManifestRecord refused(long offset) {
    return ManifestRecord.deadLetter(
        offset, ONE, ErrorCode.INVALID_FIELD, new ManifestRecord.Place(1, 5L));
  }

  private static Manifest manifest(
      String topic, long first, long end, @Nullable Long from, List<ManifestRecord> records) {
    return new Manifest(topic, 2, first, end, from, ONE, null, records, "2026-11-21T10:00:00.000Z");
  }

  private static Parsed<Manifest> read(Statement statement) {
    if (Json.tree(statement.text().getBytes(StandardCharsets.UTF_8))
        instanceof Parsed.Accepted<JsonNode>(JsonNode tree)) {
      return Manifest.read(tree);
    }
    throw new AssertionError("expected JSON");
  }
}
