package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromotionCallsTest {

  private static final Ed25519Key KEY = Ed25519Key.generate(Instant.EPOCH);

  private static final StoredAttestation CLAIMED = verdict("testreport", "CLAIMED");
  private static final StoredAttestation WITNESSED = verdict("provenance", "WITNESSED");
  private static final StoredAttestation RUN_AGAIN = verdict("reexecution", "REEXECUTED");
  private static final StoredAttestation UNSAID = verdict("quick", null);

  private final TestApi api;

  PromotionCallsTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
    api.store.append(List.of(CLAIMED, WITNESSED, RUN_AGAIN, UNSAID));
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void aPromotionSaysWhatItRestsOn() throws Exception {
    StoredAttestation promotion = promotion("shop/a", RUN_AGAIN, CLAIMED);
    api.store.append(List.of(promotion));

    JsonNode answer = api.json("/v1/promotions");

    assertThat(answer.path("next").isNull()).isTrue();
    assertThat(answer.path("items")).hasSize(1);
    JsonNode item = answer.path("items").get(0);
    assertThat(item.path("id").asText()).isEqualTo(promotion.id());
    assertThat(item.path("workItem").asText()).isEqualTo("shop/a");
    assertThat(item.path("attempt").asInt()).isEqualTo(2);
    assertThat(item.path("fleet").asText()).isEqualTo("fleet-a");
    assertThat(item.path("basis").asText()).isEqualTo("CLAIMED");
    assertThat(item.path("verifiers"))
        .extracting(JsonNode::asText)
        .containsExactly("reexecution", "testreport");
    assertThat(item.path("attestations"))
        .extracting(
            each -> each.path("id").asText(),
            each -> each.path("verifier").asText(),
            each -> each.path("result").asText(),
            each -> each.path("basis").asText())
        .containsExactly(
            tuple(RUN_AGAIN.id(), "reexecution", "PASS", "REEXECUTED"),
            tuple(CLAIMED.id(), "testreport", "PASS", "CLAIMED"));
    assertThat(item.path("logIndex").asInt()).isEqualTo(4);
    assertThat(item.path("time").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
  }

  @Test
  void whatIsNoPromotionIsNotListed() throws Exception {
    api.store.append(List.of(summary("shop/a", "FAILED", List.of(CLAIMED.id()))));

    assertThat(api.json("/v1/promotions").path("items")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "basis=CLAIMED, shop/said-and-claimed shop/claimed",
    "basis=claimed&verifier=reexecution, shop/claimed",
    "basis=WITNESSED, shop/witnessed",
    "basis=REEXECUTED, shop/run-again",
    "basis=OBSERVED, ''",
    "verifier=quick, shop/said-and-claimed shop/unsaid",
    "verifier=none, ''",
  })
  void aFilterFindsWhatRestsOnThatEvidence(String query, String items) throws Exception {
    api.store.append(
        List.of(
            promotion("shop/claimed", CLAIMED, RUN_AGAIN),
            promotion("shop/witnessed", RUN_AGAIN, WITNESSED),
            promotion("shop/run-again", RUN_AGAIN),
            promotion("shop/unsaid", RUN_AGAIN, UNSAID),
            promotion("shop/said-and-claimed", UNSAID, CLAIMED),
            summary("shop/gone", "PASSED", List.of(RUN_AGAIN.id(), Digests.sha256Hex("gone"))),
            summary("shop/nothing", "PASSED", List.of())));

    assertThat(String.join(" ", workItems("/v1/promotions?" + query))).isEqualTo(items);
  }

  @Test
  void whatACitedAttestationDoesNotSayIsNoStrongBasis() throws Exception {
    api.store.append(
        List.of(
            promotion("shop/unsaid", RUN_AGAIN, UNSAID),
            summary("shop/gone", "PASSED", List.of(RUN_AGAIN.id(), Digests.sha256Hex("gone"))),
            summary("shop/nothing", "PASSED", List.of())));

    JsonNode items = api.json("/v1/promotions").path("items");

    assertThat(items)
        .hasSize(3)
        .allSatisfy(item -> assertThat(item.get("basis").isNull()).isTrue());
    JsonNode gone = items.get(1).path("attestations").get(1);
    assertThat(gone.path("id").asText()).isEqualTo(Digests.sha256Hex("gone"));
    assertThat(gone.get("verifier").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&basis=CLAIMED", "&verifier=testreport"})
  void thePagesTogetherAreTheWholeListAlsoWhileItGrows(String filter) throws Exception {
    List<StoredAttestation> all = new ArrayList<>();
    for (int i = 0; i < 23; i++) {
      all.add(promotion("shop/p-" + i, i % 2 == 0 ? CLAIMED : RUN_AGAIN));
    }
    api.store.append(all);
    List<String> expected = new ArrayList<>();
    for (int i = 22; i >= 0; i -= filter.isEmpty() ? 1 : 2) {
      expected.add("shop/p-" + i);
    }

    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = api.json("/v1/promotions?limit=4" + filter + cursor);
      page.path("items").forEach(item -> seen.add(item.path("workItem").asText()));
      cursor = page.path("next").isNull() ? "" : "&cursor=" + page.path("next").asText();
      api.store.append(List.of(promotion("shop/later-" + seen.size(), CLAIMED)));
    } while (!cursor.isEmpty());

    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void aPageLooksAtSoManyAndSaysWhereToGoOn() throws Exception {
    List<StoredAttestation> all = new ArrayList<>();
    all.add(promotion("shop/first", CLAIMED));
    for (int i = 0; i < ReadLimits.PROMOTIONS_LOOKED_AT_MAX; i++) {
      all.add(promotion("shop/p-" + i, RUN_AGAIN));
    }
    api.store.append(all);

    JsonNode page = api.json("/v1/promotions?basis=CLAIMED");

    assertThat(page.path("items")).isEmpty();
    String next = "&cursor=" + page.path("next").asText();
    assertThat(workItems("/v1/promotions?basis=CLAIMED" + next)).containsExactly("shop/first");
    assertThat(workItems("/v1/promotions?limit=1" + next)).containsExactly("shop/first");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "basis=HEARSAY",
        "basis=",
        "verifier=",
        "limit=0",
        "limit=201",
        "cursor=nonsense",
        "cursor=YToz",
        "workItem=shop/a",
      })
  void aParameterThatIsUnknownOrWrongIsRefused(String query) throws Exception {
    HttpResponse<String> response = api.get("/v1/promotions?" + query);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(TestApi.json(response).path("code").asText()).isEqualTo("INVALID_QUERY");
  }

  private List<String> workItems(String path) throws Exception {
    List<String> items = new ArrayList<>();
    api.json(path).path("items").forEach(item -> items.add(item.path("workItem").asText()));
    return items;
  }

  private static StoredAttestation promotion(String workItem, StoredAttestation... cited) {
    return summary(workItem, "PASSED", Stream.of(cited).map(StoredAttestation::id).toList());
  }

  private static StoredAttestation summary(String workItem, String result, List<String> cited) {
    return stored(
        Kind.VSA,
        Statement.VERIFICATION_SUMMARY,
        workItem,
        null,
        result,
        null,
        Map.of(
            "inputAttestations",
            cited.stream().map(id -> Map.of("digest", Map.of("sha256", id))).toList(),
            "resourceUri",
            "assay:work-item/" + workItem,
            "verificationResult",
            result));
  }

  private static StoredAttestation verdict(String verifier, @Nullable String basis) {
    return stored(
        Kind.VERIFICATION,
        Statement.VERIFICATION_REPORT,
        "shop/judged",
        verifier,
        "PASS",
        basis,
        Map.of("verifierType", verifier));
  }

  private static StoredAttestation stored(
      Kind kind,
      String type,
      String workItem,
      @Nullable String verifier,
      String result,
      @Nullable String basis,
      Map<String, Object> predicate) {
    byte[] statement =
        Json.canonical(
            Map.of("_type", Statement.TYPE, "predicate", predicate, "predicateType", type));
    return new StoredAttestation(
        Digests.sha256Hex(statement),
        kind,
        type,
        workItem,
        2,
        verifier,
        result,
        basis,
        "agent-1",
        "fleet-a",
        null,
        null,
        TestApi.START,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Envelope.signed(Statement.PAYLOAD_TYPE, statement, KEY));
  }
}
