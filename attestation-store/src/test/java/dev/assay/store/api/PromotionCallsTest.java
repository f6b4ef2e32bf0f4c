package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sign.Envelope;
import dev.assay.core.statement.Statement;
import dev.assay.http.Principal;
import dev.assay.http.Role;
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
import java.util.Optional;
import java.util.Set;
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

  private static final StoredAttestation UNSEEN =
      verdict("screenshot", "fleet-a", List.of("COST", "ADVERSARY"), rates(20, 0.168));
  private static final StoredAttestation DOUBTED =
      verdict("delegation", "fleet-a", List.of("ADVERSARY", "SEMANTICS"), rates(400, 0.009));

  private final TestApi api;

  PromotionCallsTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
    api.store.append(List.of(CLAIMED, WITNESSED, RUN_AGAIN, UNSAID, UNSEEN, DOUBTED));
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
    assertThat(item.path("logIndex").asInt()).isEqualTo(6);
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

  @ParameterizedTest
  @CsvSource({
    "scope=partial, shop/own shop/both shop/unseen",
    "scope=WHOLE, shop/nothing shop/answered shop/measured shop/doubted",
    "scope=partial&verifier=delegation, shop/own shop/both",
    "boundAbove=0, shop/own shop/both shop/measured shop/doubted shop/unseen",
    "boundAbove=0.02, shop/both shop/measured shop/unseen",
    "boundAbove=0.168, shop/measured",
    "boundAbove=0.999999&scope=partial, ''",
  })
  void aFilterFindsWhatWasLeftUnseenAndWhoMayBeWrongHowOften(String query, String items)
      throws Exception {
    api.store.append(
        List.of(
            promotion("shop/unseen", UNSEEN),
            promotion("shop/doubted", DOUBTED),
            promotion("shop/measured", DOUBTED, RUN_AGAIN),
            summary("shop/gone", "PASSED", List.of(Digests.sha256Hex("gone"))),
            promotion("shop/answered", answer()),
            summary("shop/nothing", "PASSED", List.of()),
            promotion("shop/both", UNSEEN, DOUBTED),
            summary("shop/own", "PASSED", List.of(DOUBTED.id()), List.of("MISSING_TOOL"))));

    assertThat(String.join(" ", workItems("/v1/promotions?" + query)).split(" "))
        .containsExactlyInAnyOrder(items.split(" "));
  }

  @Test
  void aPromotionSaysWhatWasNotSeenAndHowOftenItsWeakestVerifierPassesBadWork() throws Exception {
    api.store.append(
        List.of(
            summary("shop/gone", "PASSED", List.of(Digests.sha256Hex("gone"))),
            summary("shop/a", "PASSED", List.of(UNSEEN.id(), DOUBTED.id()), List.of("COST"))));

    JsonNode items = api.json("/v1/promotions").path("items");

    JsonNode item = items.get(0);
    assertThat(item.path("scope").asText()).isEqualTo("PARTIAL");
    assertThat(item.path("falsePassUpper").asDouble()).isEqualTo(0.168);
    assertThat(item.path("hyperthesis")).extracting(JsonNode::asText).containsExactly("COST");
    assertThat(item.at("/attestations/0/hyperthesis"))
        .extracting(JsonNode::asText)
        .containsExactly("ADVERSARY", "COST");
    JsonNode gone = items.get(1);
    assertThat(gone.get("scope").isNull()).isTrue();
    assertThat(gone.get("falsePassUpper").isNull()).isTrue();
    assertThat(gone.at("/attestations/0/hyperthesis").isNull()).isTrue();
  }

  /** What counts is how good a verifier is now, and not when it judged. */
  @Test
  void theBoundOfAVerifierIsThatOfItsNewestAttestation() throws Exception {
    api.store.append(List.of(promotion("shop/a", UNSEEN)));
    assertThat(workItems("/v1/promotions?boundAbove=0.02")).containsExactly("shop/a");

    api.store.append(List.of(verdict("screenshot", "fleet-a", List.of(), rates(900, 0.004))));
    assertThat(workItems("/v1/promotions?boundAbove=0.02")).isEmpty();

    api.store.append(List.of(verdict("screenshot", "fleet-a", List.of(), rates(0, 0))));
    assertThat(workItems("/v1/promotions?boundAbove=0.02")).containsExactly("shop/a");
  }

  @Test
  void theBoundOfAVerifierIsReadFromWorkThatItsReaderMaySee() {
    api.store.append(List.of(verdict("screenshot", "fleet-b", List.of(), rates(900, 0.004))));

    assertThat(bound(null)).contains(0.004);
    assertThat(bound(Set.of("fleet-a"))).contains(0.168);
    assertThat(bound(Set.of("fleet-a", "fleet-b"))).contains(0.004);
    assertThat(bound(Set.of("fleet-c"))).isEmpty();
  }

  private Optional<Double> bound(@Nullable Set<String> fleets) {
    Principal reader = new Principal("reader", Set.of(Role.AUDIT), fleets);
    return new VerifierBounds(api.store, reader).of("screenshot");
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
  @ValueSource(
      strings = {
        "",
        "&basis=CLAIMED",
        "&verifier=testreport",
        "&boundAbove=0.5&verifier=testreport"
      })
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
        "scope=some",
        "scope=",
        "boundAbove=",
        "boundAbove=1",
        "boundAbove=-0.1",
        "boundAbove=.02",
        "boundAbove=2%25",
        "boundAbove=0.0000001",
        "boundAbove=NaN",
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
    return summary(workItem, result, cited, List.of());
  }

  private static StoredAttestation summary(
      String workItem, String result, List<String> cited, List<String> hypertheses) {
    return stored(
        Kind.VSA,
        Statement.VERIFICATION_SUMMARY,
        workItem,
        null,
        result,
        null,
        "fleet-a",
        hypertheses,
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
        "fleet-a",
        List.of(),
        Map.of("verifierType", verifier));
  }

  private static StoredAttestation verdict(
      String verifier, String fleet, List<String> hypertheses, Map<String, Object> rates) {
    return stored(
        Kind.VERIFICATION,
        Statement.VERIFICATION_REPORT,
        "shop/judged",
        verifier,
        "PASS",
        "OBSERVED",
        fleet,
        hypertheses,
        Map.of("verifierType", verifier, "verifierErrorRates", rates));
  }

  private static Map<String, Object> rates(int knownBad, double falsePassUpper) {
    return Map.of("knownBad", knownBad, "falsePassUpper", falsePassUpper);
  }

  /** A person's, of whom nobody measures anything. */
  private StoredAttestation answer() {
    StoredAttestation answer =
        stored(
            Kind.APPROVAL,
            Statement.APPROVAL,
            "shop/answered",
            null,
            "promote",
            null,
            "fleet-a",
            List.of(),
            Map.of("answer", "promote"));
    api.store.append(List.of(answer));
    return answer;
  }

  private static StoredAttestation stored(
      Kind kind,
      String type,
      String workItem,
      @Nullable String verifier,
      String result,
      @Nullable String basis,
      String fleet,
      List<String> hypertheses,
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
        fleet,
        null,
        null,
        TestApi.START,
        List.of(),
        List.of(),
        hypertheses,
        List.of(),
        Envelope.signed(Statement.PAYLOAD_TYPE, statement, KEY));
  }
}
