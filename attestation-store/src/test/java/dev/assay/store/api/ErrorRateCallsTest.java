package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.StoredAttestation.Kind;
import dev.assay.store.key.Ed25519Key;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorRateCallsTest {

  private static final Ed25519Key KEY = Ed25519Key.generate(Instant.EPOCH);

  private final TestApi api;

  ErrorRateCallsTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void aVerifiersBoundsAreToldFromItsFirstAttestationToItsLast() throws Exception {
    StoredAttestation unmeasured = verdict("quick", 0, 0);
    StoredAttestation last = verdict("quick", 64, 400);
    api.store.append(
        List.of(unmeasured, verdict("quick", 1, 20), verdict("testreport", 63, 9), last));

    JsonNode answer = api.json("/v1/error-rates?verifier=quick");

    assertThat(answer.path("verifier").asText()).isEqualTo("quick");
    assertThat(answer.path("since").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
    assertThat(answer.path("until").asText()).isEqualTo("2026-01-02T04:08:05.679Z");
    JsonNode points = answer.path("points");
    assertThat(points).hasSize(2);
    assertThat(points.at("/0/rates/knownBad").asInt()).isEqualTo(20);
    assertThat(points.at("/0/version").asText()).isEqualTo("1");
    assertThat(points.at("/1/attestation").asText()).isEqualTo(last.id());
    assertThat(points.at("/1/time").asText()).isEqualTo("2026-01-02T04:08:05.678Z");
    assertThat(points.at("/1/rates/falsePassUpper").asDouble()).isEqualTo(0.025);
  }

  @Test
  void thePointsAreTheLastOfEachPartOfTheWindow() throws Exception {
    api.store.append(
        IntStream.range(0, 640).mapToObj(minute -> verdict("quick", minute, minute + 1)).toList());

    JsonNode points = api.json("/v1/error-rates?verifier=quick").path("points");
    assertThat(points).hasSize(ReadLimits.ERROR_RATE_POINTS_MAX);
    assertThat(points.at("/31/rates/knownBad").asInt()).isEqualTo(640);

    assertThat(
            api.json(
                    "/v1/error-rates?verifier=quick&since=2026-01-02T03:04:05Z"
                        + "&until=2026-01-02T03:36:05Z")
                .path("points"))
        .extracting(point -> point.at("/rates/knownBad").asInt())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 32).boxed().toList());
  }

  @Test
  void whoPublishedNothingInTheWindowHasNoPoints() throws Exception {
    api.store.append(List.of(verdict("quick", 0, 0)));

    JsonNode unmeasured = api.json("/v1/error-rates?verifier=quick").path("points");
    assertThat(unmeasured).hasSize(1);
    assertThat(unmeasured.at("/0/rates").isNull()).isTrue();
    for (String query :
        List.of(
            "nobody",
            "quick&since=2030-01-01T00:00:00Z",
            "quick&until=2000-01-01T00:00:00Z",
            "nobody&since=2000-01-01T00:00:00Z&until=2030-01-01T00:00:00Z")) {
      assertThat(api.json("/v1/error-rates?verifier=" + query).path("points")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?verifier=",
        "?verifier=quick&since=yesterday",
        "?verifier=quick&since=2026-01-02T00:00:00Z&until=2026-01-02T00:00:00Z",
        "?verifier=quick&fleet=night",
      })
  void whatIsMissingUnknownOrWrongIsRefused(String query) throws Exception {
    HttpResponse<String> response = api.get("/v1/error-rates" + query);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(TestApi.json(response).path("code").asText()).isEqualTo("INVALID_QUERY");
  }

  /** Reached so many minutes after the start, by one that passed none of so many bad canaries. */
  private static StoredAttestation verdict(String verifier, int minute, int knownBad) {
    Map<String, Object> predicate =
        new HashMap<>(Map.of("verifierType", verifier, "verifierVersion", "1", "minute", minute));
    if (knownBad > 0) {
      predicate.put(
          "verifierErrorRates", Map.of("knownBad", knownBad, "falsePassUpper", 10.0 / knownBad));
    }
    byte[] statement =
        Json.canonical(
            Map.of(
                "_type",
                Statement.TYPE,
                "predicate",
                predicate,
                "predicateType",
                Statement.VERIFICATION_REPORT));
    return new StoredAttestation(
        Digests.sha256Hex(statement),
        Kind.VERIFICATION,
        Statement.VERIFICATION_REPORT,
        "shop/judged",
        1,
        verifier,
        "PASS",
        "OBSERVED",
        "agent-1",
        "fleet-a",
        null,
        null,
        TestApi.START.plus(Duration.ofMinutes(minute)),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Envelope.signed(Statement.PAYLOAD_TYPE, statement, KEY));
  }
}
