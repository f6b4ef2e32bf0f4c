package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.key.Ed25519Key;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureCallsTest {

  private static final Ed25519Key KEY = Ed25519Key.generate(Instant.EPOCH);
  private static final String TEXT = "java.lang.AssertionError at shop.Cart.total";

  private final TestApi api;

  FailureCallsTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void aFailureSaysHowOftenWhereAndWhenItWasFound() throws Exception {
    api.store.append(
        List.of(
            failing(1, Duration.ofDays(6), "total", "total-404"),
            failing(2, Duration.ofHours(1), "total", "total-500"),
            failing(3, Duration.ofHours(1), "total", "total-404"),
            failing(4, Duration.ZERO, "search", "search"),
            failing(5, Duration.ofDays(8), "total", "total-404")));

    JsonNode answer = api.json("/v1/failures");

    assertThat(answer.path("until").asText()).isEqualTo("2026-01-02T03:05:05.678Z");
    assertThat(answer.path("since").asText()).isEqualTo("2025-12-26T03:05:05.678Z");
    assertThat(answer.path("firstBucket").asText()).isEqualTo("2025-12-26T00:00:00.000Z");
    assertThat(answer.path("bucketSeconds").asInt()).isEqualTo(86_400);
    assertThat(answer.path("whole").asBoolean()).isTrue();
    assertThat(answer.path("items")).hasSize(2);
    JsonNode total = answer.path("items").get(0);
    assertThat(total.path("signature").asText()).isEqualTo("total");
    assertThat(total.path("kind").asText()).isEqualTo("exception");
    assertThat(total.path("untrustedText").asText()).isEqualTo(TEXT);
    assertThat(total.path("count").asInt()).isEqualTo(3);
    assertThat(total.path("workItems").asInt()).isEqualTo(2);
    assertThat(total.path("agents").asInt()).isEqualTo(2);
    assertThat(total.path("verifiers")).extracting(JsonNode::asText).containsExactly("testreport");
    assertThat(total.path("firstTime").asText()).isEqualTo("2025-12-27T03:04:05.678Z");
    assertThat(total.path("lastTime").asText()).isEqualTo("2026-01-02T02:04:05.678Z");
    assertThat(total.path("newest").asText())
        .isEqualTo(failing(3, Duration.ofHours(1), "total", "total-404").id());
    assertThat(total.path("counts"))
        .extracting(JsonNode::asInt)
        .containsExactly(0, 1, 0, 0, 0, 0, 0, 2);
    assertThat(answer.path("items").get(1).path("signature").asText()).isEqualTo("search");
  }

  @Test
  void aVariantIsNoFailureOfItsOwnAlsoWhereTheLimitIsReached() throws Exception {
    List<StoredAttestation> all = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      all.add(failing(i, Duration.ZERO, "total", "total-" + i % 2));
    }
    all.add(failing(9, Duration.ZERO, "search", "search"));
    api.store.append(all);

    assertThat(signatures("/v1/failures")).containsExactly("total", "search");
    assertThat(signatures("/v1/failures?limit=2")).containsExactly("total", "search");
    assertThat(signatures("/v1/failures?limit=1")).containsExactly("total");
    assertThat(api.json("/v1/attestations?signature=total-1").path("items")).hasSize(4);
  }

  @Test
  void theLastHoursAreCountedByTheHour() throws Exception {
    api.store.append(
        List.of(
            failing(1, Duration.ofHours(2), "total", "total"),
            failing(2, Duration.ofHours(1), "total", "total")));

    JsonNode answer =
        api.json("/v1/failures?since=2026-01-02T02:00:00%2B01:00&until=2026-01-02T03:00:00Z");

    assertThat(answer.path("bucketSeconds").asInt()).isEqualTo(3_600);
    assertThat(answer.path("items").get(0).path("counts"))
        .extracting(JsonNode::asInt)
        .containsExactly(1, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "since=yesterday",
        "until=tomorrow",
        "since=2026-01-03T00:00:00Z",
        "since=2024-01-01T00:00:00Z",
        "since=2026-01-02T00:00:00Z&until=2026-01-02T00:00:00Z",
        "limit=0",
        "limit=201",
        "fleet=night",
      })
  void aWindowThatIsNoneAndWhatIsUnknownIsRefused(String query) throws Exception {
    HttpResponse<String> response = api.get("/v1/failures?" + query);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(TestApi.json(response).path("code").asText()).isEqualTo("INVALID_QUERY");
  }

  private List<String> signatures(String path) throws Exception {
    List<String> signatures = new ArrayList<>();
    api.json(path).path("items").forEach(item -> signatures.add(item.path("signature").asText()));
    return signatures;
  }

  /** A failure that was found {@code ago} before the start. */
  private static StoredAttestation failing(int number, Duration ago, String id, String variant) {
    byte[] statement =
        Json.canonical(
            Map.of(
                "_type",
                Statement.TYPE,
                "number",
                number,
                "predicate",
                Map.of(
                    "failureSignatures",
                    List.of(
                        Map.of("id", id, "kind", "exception", "text", TEXT, "variant", variant))),
                "predicateType",
                Statement.VERIFICATION_REPORT));
    return new StoredAttestation(
        Digests.sha256Hex(statement),
        StoredAttestation.Kind.VERIFICATION,
        Statement.VERIFICATION_REPORT,
        "shop/item-" + number / 2,
        1,
        "testreport",
        "FAIL",
        "CLAIMED",
        "agent-" + number % 2,
        "fleet-a",
        null,
        Digests.sha256Hex("report-" + number),
        TestApi.START.minus(ago),
        List.of(),
        id.equals(variant) ? List.of(id) : List.of(id, variant),
        List.of(),
        List.of(),
        Envelope.signed(Statement.PAYLOAD_TYPE, statement, KEY));
  }
}
