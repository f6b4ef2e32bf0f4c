package dev.assay.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.Approval;
import dev.assay.store.index.Batch;
import dev.assay.store.index.StoredAttestation;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadServiceTest {

  private final TestApi api;

  ReadServiceTest(@TempDir Path directory) {
    this.api = new TestApi(directory);
    api.store.append(TestApi.attestations(0, 25));
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @ParameterizedTest
  @CsvSource({
    "'', 25",
    "workItem=shop/item-1, 10",
    "workItem=shop%2Fitem-1, 10",
    "workItem=shop/none, 0",
    "verifier=quick, 9",
    "result=FAIL, 12",
    "result=flaky, 0",
    "basis=CLAIMED, 13",
    "basis=reexecuted, 12",
    "basis=OBSERVED, 0",
    "basis=CLAIMED&verifier=quick, 5",
    "agent=agent-1, 6",
    "commit=c0ffee, 5",
    "signature=sig-1, 6",
    "fleet=fleet-a, 25",
    "fleet=fleet-b, 0",
    "hyperthesis=COST, 5",
    "hyperthesis=cost&result=FAIL, 2",
    "hyperthesis=MISSING_TOOL, 0",
    "file=src/cart.js, 12",
    "file=cart.js, 12",
    "file=art.js, 0",
    "file=cart.js&verifier=quick, 4",
    "since=2026-01-02T03:04:05.688Z, 15",
    "until=2026-01-02T03:04:05.688Z, 10",
    "since=2026-01-02T04:04:05.688+01:00, 15",
    "workItem=shop/item-0&result=PASS&verifier=quick, 2",
  })
  void everyParameterNarrowsTheList(String query, int count) throws Exception {
    assertThat(api.json("/v1/attestations?" + query).get("items")).hasSize(count);
  }

  @Test
  void anArtifactHasItsAttestations() throws Exception {
    String artifact = Digests.sha256Hex("artifact-2");

    JsonNode items = api.json("/v1/attestations?artifact=" + artifact).get("items");

    assertThat(items).hasSize(5);
    assertThat(items.get(0).get("artifact").asText()).isEqualTo(artifact);
  }

  @Test
  void aLineHasAllItsMembers() throws Exception {
    JsonNode line = api.json("/v1/attestations?limit=1").get("items").get(0);

    assertThat(line.get("id").asText()).isEqualTo(TestApi.attestation(0).id());
    assertThat(line.get("workItem").asText()).isEqualTo("shop/item-0");
    assertThat(line.get("verifier").asText()).isEqualTo("quick");
    assertThat(line.get("result").asText()).isEqualTo("PASS");
    assertThat(line.get("report").asText()).isEqualTo(Digests.sha256Hex("report-0"));
    assertThat(line.get("logIndex").asLong()).isZero();
    assertThat(line.get("time").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest"})
  void thePagesTogetherAreTheWholeList(String order) throws Exception {
    List<Long> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = api.json("/v1/attestations?limit=7&order=" + order + cursor);
      page.get("items").forEach(line -> seen.add(line.get("logIndex").asLong()));
      cursor = page.get("next").isNull() ? "" : "&cursor=" + page.get("next").asText();
    } while (!cursor.isEmpty());

    List<Long> expected = new ArrayList<>();
    for (long index = 0; index < 25; index++) {
      expected.add(index);
    }
    assertThat(seen).isEqualTo(order.equals("oldest") ? expected : expected.reversed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/attestations?colour=red",
        "/v1/attestations?artifact=abc",
        "/v1/attestations?prefix=",
        "/v1/attestations?prefix=abc",
        "/v1/attestations?prefix=ABCD",
        "/v1/attestations?prefix=%25%25%25%25",
        "/v1/attestations?result=GOOD",
        "/v1/attestations?basis=HEARSAY",
        "/v1/attestations?basis=",
        "/v1/attestations?workItem=../x",
        "/v1/attestations?fleet=../x",
        "/v1/attestations?hyperthesis=BOREDOM",
        "/v1/attestations?hyperthesis=",
        "/v1/attestations?file=",
        "/v1/attestations?file=/src/cart.js",
        "/v1/attestations?file=src/",
        "/v1/attestations?file=cart.js&file=src/cart.js",
        "/v1/attestations?verifier=",
        "/v1/attestations?limit=0",
        "/v1/attestations?limit=1001",
        "/v1/attestations?limit=ten",
        "/v1/attestations?since=yesterday",
        "/v1/attestations?since=%2B999999999-12-31T23:59:59Z",
        "/v1/attestations?until=-999999999-01-01T00:00:00Z",
        "/v1/work-items?since=%2B292278995-01-01T00:00:00Z",
        "/v1/attestations?cursor=nonsense",
        "/v1/attestations?limit=1&limit=2",
        "/v1/work-items?status=happy",
        "/v1/work-items?agent=a%20b",
        "/v1/work-items?cursor=nonsense",
        "/v1/approvals?status=open",
        "/v1/approvals?limit=0",
        "/v1/approvals?cursor=nonsense",
        "/v1/approvals?workItem=../x",
        "/v1/keys?x=1",
        "/v1/work-items/shop/item-1/explanation?decision=newest",
      })
  void aParameterThatIsUnknownOrWrongIsRefused(String path) throws Exception {
    assertCode(api.get(path), 400, "INVALID_QUERY");
  }

  @Test
  void anAttestationIsItsEnvelope() throws Exception {
    String id = TestApi.attestation(7).id();

    HttpResponse<String> response = api.get("/v1/attestations/" + id);

    assertThat(response.headers().firstValue("Content-Type"))
        .hasValue("application/vnd.dsse.envelope.v1+json");
    assertThat(response.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    byte[] payload = Base64.getDecoder().decode(TestApi.json(response).get("payload").asText());
    assertThat(Digests.sha256Hex(payload)).isEqualTo(id);
    String refused = "application/vnd.in-toto+json;q=0, */*";
    assertThat(api.get("/v1/attestations/" + id, "Accept", refused).body())
        .isEqualTo(api.get("/v1/attestations/" + id).body());
    assertThat(api.get("/v1/attestations/" + id, "Accept", "application/vnd.in-toto+json").body())
        .isEqualTo(new String(payload, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/vnd.dsse.envelope.v1+json", "application/vnd.in-toto+json"})
  void anAttestationThatTheClientHasIsNotSentAgain(String type) throws Exception {
    String path = "/v1/attestations/" + TestApi.attestation(7).id();
    String tag = api.get(path, "Accept", type).headers().firstValue("ETag").orElseThrow();

    for (String known : List.of(tag, "\"other\", W/" + tag, "*")) {
      HttpResponse<String> again = api.get(path, "Accept", type, "If-None-Match", known);
      assertThat(again.statusCode()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
    }
    assertThat(api.get(path, "Accept", type, "If-None-Match", "\"other\"").statusCode())
        .isEqualTo(200);
  }

  @Test
  void anAttestationHasAProofThatEndsInTheCheckpoint() throws Exception {
    HttpResponse<String> response =
        api.get("/v1/attestations/" + TestApi.attestation(7).id() + "/proof");

    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
    assertThat(response.body()).startsWith("c2sp.org/tlog-proof@v1\nindex 7\n");
    assertThat(response.body()).endsWith("\n\n" + api.get("/checkpoint").body());
  }

  @Test
  void whatIsNotThereIsNotFound() throws Exception {
    String id = Digests.sha256Hex("none");

    assertCode(api.get("/v1/attestations/" + id), 404, "NOT_FOUND");
    assertCode(api.get("/v1/attestations/" + id + "/proof"), 404, "NOT_FOUND");
    assertCode(api.get("/v1/work-items/shop/none"), 404, "NOT_FOUND");
    assertCode(api.get("/v1/attestations/abc"), 422, "INVALID_DIGEST");
    assertCode(api.get("/v1/work-items/a..b"), 422, "INVALID_ID");
  }

  @Test
  void theLogIsForEverybody() throws Exception {
    for (String path : List.of("/checkpoint", "/v1/keys", "/tile/0/000.p/25")) {
      assertThat(api.statusWithoutToken(path)).as(path).isEqualTo(200);
    }
    for (String path : List.of("/v1/attestations", "/v1/work-items", "/v1/approvals", "/metrics")) {
      assertThat(api.statusWithoutToken(path)).as(path).isEqualTo(401);
    }
  }

  @Test
  void theKeysSayWhatTheySign() throws Exception {
    JsonNode keys = api.json("/v1/keys").get("keys");

    assertThat(keys.findValuesAsText("use")).containsExactly("attestation", "checkpoint");
    assertThat(keys.get(0).get("spki").asText()).startsWith("-----BEGIN PUBLIC KEY-----");
    assertThat(keys.get(0).has("vkey")).isFalse();
    assertThat(keys.get(1).get("vkey").asText()).startsWith("assay.example/log+");
    assertThat(keys.get(0).get("keyid").asText()).matches("[0-9a-f]{64}");
  }

  @Test
  void theCheckpointIsFreshAndTilesAreForEver() throws Exception {
    HttpResponse<String> checkpoint = api.get("/checkpoint");
    HttpResponse<byte[]> hashes = api.bytes("/tile/0/000.p/25");
    HttpResponse<byte[]> entries = api.bytes("/tile/entries/000.p/25");

    assertThat(checkpoint.body()).startsWith("assay.example/log\n25\n");
    assertThat(checkpoint.headers().firstValue("Cache-Control")).hasValue("no-cache");
    assertThat(hashes.body()).hasSize(25 * 32);
    assertThat(hashes.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
    assertThat(hashes.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    assertThat(entries.statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/tile/0/000",
        "/tile/0/000.p/26",
        "/tile/0/0",
        "/tile/64/000.p/1",
        "/tile/0/..%2F..%2Fcheckpoint",
        "/tile/entries/../checkpoint",
      })
  void aTileThatTheTreeDoesNotHaveIsNotFound(String path) throws Exception {
    assertCode(api.get(path), 404, "NOT_FOUND");
  }

  @Test
  void aWorkItemShowsItsDecisionsAttestationsAndControlState() throws Exception {
    api.store.write(
        new Batch(
            List.of(),
            List.of(TestApi.decision("shop/item-1", 1), TestApi.decision("shop/item-1", 2)),
            List.of(TestApi.workItem("shop/item-1", "retrying", "agent-1", 1))));

    JsonNode item = api.json("/v1/work-items/shop/item-1");

    assertThat(item.get("workItem").asText()).isEqualTo("shop/item-1");
    assertThat(item.get("status").asText()).isEqualTo("retrying");
    assertThat(item.get("mood").asText()).isEqualTo("CALM");
    assertThat(item.get("decisions").findValuesAsText("attempt")).containsExactly("1", "2");
    assertThat(item.get("attestations")).hasSize(10);
    assertThat(item.get("attestations").get(0).asText()).isEqualTo(TestApi.attestation(10).id());
    assertThat(item.get("controlState").fieldNames())
        .toIterable()
        .contains("assert", "hypothesize", "drive", "believe", "hyperthesis", "conjectures");
  }

  @Test
  void anExplanationIsOfTheNewestDecisionOrOfTheOneThatIsAskedFor() throws Exception {
    api.store.recordDecisions(
        List.of(TestApi.decision("shop/both", 1), TestApi.decision("shop/both", 2)));
    String first = TestApi.decision("shop/both", 1).id();
    String explanation = "/v1/work-items/shop/both/explanation";

    assertThat(api.json(explanation).at("/decision/attempt").asInt()).isEqualTo(2);
    JsonNode asked = api.json(explanation + "?decision=" + first);
    assertThat(asked.at("/decision/id").asText()).isEqualTo(first);
    assertThat(asked.at("/decision/attempt").asInt()).isEqualTo(1);
    assertCode(api.get(explanation + "?decision=" + "0".repeat(64)), 404, "NOT_FOUND");
  }

  @Test
  void aLineageHasTheAttestationsOfItsWorkItemInTheOrderOfTheLogAndItsDecisions() throws Exception {
    api.store.recordDecisions(List.of(TestApi.decision("shop/item-1", 1)));

    JsonNode lineage = api.json("/v1/work-items/shop/item-1/lineage");

    assertThat(lineage.path("attestations").findValuesAsText("id"))
        .containsExactlyElementsOf(
            TestApi.attestations(10, 20).stream().map(StoredAttestation::id).toList());
    assertThat(lineage.path("decisions").findValuesAsText("id"))
        .containsExactly(TestApi.decision("shop/item-1", 1).id());
    assertThat(lineage.path("whole").asBoolean()).isTrue();
    assertCode(api.get("/v1/work-items/shop/nothing/lineage"), 404, "NOT_FOUND");
  }

  @Test
  void aWorkItemWhoseRowIsStillOnItsWayIsShownFromItsDecisions() throws Exception {
    api.store.recordDecisions(List.of(TestApi.decision("shop/early", 3)));

    JsonNode item = api.json("/v1/work-items/shop/early");

    assertThat(item.get("status").asText()).isEqualTo("verifying");
    assertThat(item.get("mood").asText()).isEqualTo("SKEPTICAL");
    assertThat(item.get("attempt").asInt()).isEqualTo(3);
    assertThat(item.get("controlState").get("assert")).isEmpty();
  }

  @Test
  void workItemsAreFilteredByStatusAgentAndTime() throws Exception {
    api.store.upsertWorkItems(
        List.of(
            TestApi.workItem("a", "promoted", "agent-1", 1),
            TestApi.workItem("b", "retrying", "agent-2", 2),
            TestApi.workItem("c", "promoted", "agent-2", 3)));

    assertThat(names("/v1/work-items")).containsExactly("c", "b", "a");
    assertThat(names("/v1/work-items?status=promoted")).containsExactly("c", "a");
    assertThat(names("/v1/work-items?status=PROMOTED&agent=agent-2")).containsExactly("c");
    assertThat(names("/v1/work-items?fleet=fleet-a")).hasSize(3);
    assertThat(names("/v1/work-items?since=2026-01-02T03:04:07.678Z")).containsExactly("c", "b");
    JsonNode page = api.json("/v1/work-items?limit=2");
    assertThat(names("/v1/work-items?limit=2&cursor=" + page.get("next").asText()))
        .containsExactly("a");
  }

  @Test
  void theOpenQuestionsAreListedByDeadlineInPages() throws Exception {
    Approval late = TestApi.approval("late", 90);
    Approval soon = TestApi.approval("soon", 30);
    api.store.write(
        new Batch(
            List.of(),
            List.of(TestApi.asked("shop/soon", soon.id())),
            List.of(TestApi.asking("shop/late", late), TestApi.asking("shop/soon", soon))));

    JsonNode all = api.json("/v1/approvals");
    JsonNode first = api.json("/v1/approvals?limit=1");
    JsonNode second = api.json("/v1/approvals?limit=1&cursor=" + first.get("next").asText());

    assertThat(all.get("items").findValuesAsText("id")).containsExactly(soon.id(), late.id());
    assertThat(all.get("next").isNull()).isTrue();
    JsonNode line = all.get("items").get(0);
    assertThat(line.get("workItem").asText()).isEqualTo("shop/soon");
    assertThat(line.get("question").asText()).isEqualTo("May soon go on?");
    assertThat(line.get("options")).hasSize(2);
    assertThat(line.get("deadline").asText()).isEqualTo(soon.deadline());
    assertThat(line.get("defaultAnswer").asText()).isEqualTo("halt");
    assertThat(line.get("decision").asText()).isEqualTo(TestApi.asked("shop/soon", soon.id()).id());
    assertThat(first.get("items").findValuesAsText("id")).containsExactly(soon.id());
    assertThat(second.get("items").findValuesAsText("id")).containsExactly(late.id());
    assertThat(api.json("/v1/approvals?workItem=shop/late").get("items")).hasSize(1);
  }

  @Test
  void aWorkItemShowsWhereItBelongsWhatItWaitsForAndWhatItCost() throws Exception {
    Approval approval = TestApi.approval("cart", 60);
    api.store.upsertWorkItems(
        List.of(
            TestApi.asking("shop/cart", approval),
            TestApi.workItem("shop/plain", "promoted", "agent-1", 1)));

    JsonNode asking = api.json("/v1/work-items/shop/cart");
    JsonNode plain = api.json("/v1/work-items/shop/plain");

    assertThat(asking.get("parent").asText()).isEqualTo("shop");
    assertThat(asking.at("/children/0/workItem").asText()).isEqualTo("shop/cart/s1");
    assertThat(asking.at("/children/0/state").asText()).isEqualTo("OPEN");
    assertThat(asking.at("/approval/id").asText()).isEqualTo(approval.id());
    assertThat(asking.at("/cost/verifierMillis").asLong()).isEqualTo(5_000);
    assertThat(asking.at("/cost/rerunsSaved").asInt()).isEqualTo(1);
    assertThat(plain.has("parent")).isFalse();
    assertThat(plain.has("approval")).isFalse();
    assertThat(plain.get("children")).isEmpty();
    assertThat(plain.at("/cost/attempts").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "waiting-for-human", "WAITING_FOR_HUMAN", "demoted", "split"})
  void everyStatusOfAWorkItemCanBeAskedFor(String status) throws Exception {
    api.store.upsertWorkItems(
        List.of(
            TestApi.workItem("a", status.toLowerCase(Locale.ROOT).replace('-', '_'), "agent-1", 1),
            TestApi.workItem("b", "promoted", "agent-1", 2)));

    assertThat(names("/v1/work-items?status=" + status)).containsExactly("a");
  }

  @Test
  void anEventStreamBringsWhatIsThereThenWhatComes() throws Exception {
    api.store.recordDecisions(List.of(TestApi.decision("shop/item-2", 1)));
    Iterator<String> lines = api.lines("/v1/work-items/shop/item-2/events").body().iterator();

    assertThat(events(lines, 6))
        .containsExactly(
            "attestation", "attestation", "attestation", "attestation", "attestation", "decision");

    api.store.recordDecisions(List.of(TestApi.decision("shop/item-2", 2)));
    api.reads.storeChanged();
    assertThat(events(lines, 1)).containsExactly("decision");

    api.store.append(TestApi.attestations(25, 27));
    assertThat(events(lines, 2)).containsExactly("attestation", "attestation");
  }

  @Test
  void whatADirectorRefusedShowsOnTheItemAndInItsEvents() throws Exception {
    api.store.upsertWorkItems(List.of(TestApi.refusing("shop/refused")));

    JsonNode item = TestApi.json(api.get("/v1/work-items/shop/refused"));
    assertThat(item.path("refusals").path(0).path("code").asText()).isEqualTo("EVENT_CONFLICT");
    assertThat(item.path("refused").asInt()).isEqualTo(3);
    assertThat(item.path("controlState").has("refusals")).isFalse();
    assertThat(item.path("controlState").has("refused")).isFalse();

    assertThat(events(api.lines("/v1/work-items/shop/refused/events").body().iterator(), 1))
        .containsExactly("refusal");
  }

  @Test
  void anEventStreamGoesOnBehindTheLastEventSeen() throws Exception {
    api.store.recordDecisions(
        List.of(TestApi.decision("shop/item-2", 1), TestApi.decision("shop/item-2", 2)));

    Iterator<String> lines =
        api.lines("/v1/work-items/shop/item-2/events", "Last-Event-ID", "24-1").body().iterator();

    assertThat(events(lines, 2)).containsExactly("attestation", "decision");
    assertCode(
        api.get("/v1/work-items/shop/item-2/events", "Last-Event-ID", "x"), 400, "INVALID_QUERY");
  }

  @Test
  void theServerIsReady() throws Exception {
    assertThat(api.json("/readyz").get("checks").findValuesAsText("name"))
        .containsExactly("attestation-log", "attestation-store");
  }

  /** The types of the next {@code count} events. */
  private static List<String> events(Iterator<String> lines, int count) {
    List<String> types = new ArrayList<>();
    while (types.size() < count) {
      String line = lines.next();
      if (line.startsWith("event: ")) {
        types.add(line.substring("event: ".length()));
      }
    }
    return types;
  }

  private List<String> names(String path) throws Exception {
    return api.json(path).get("items").findValuesAsText("workItem");
  }

  private static void assertCode(HttpResponse<String> response, int status, String code)
      throws IOException {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(TestApi.json(response).get("code").asText()).isEqualTo(code);
  }
}
