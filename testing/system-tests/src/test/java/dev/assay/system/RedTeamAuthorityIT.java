package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent with its own token tries against {@code assay up}. */
class RedTeamAuthorityIT {

  private static final String FIRST_EDITION = "the-token-of-the-first-edition";

  @TempDir private static Path directory;
  private static UpSystem system;

  @BeforeAll
  static void start() throws Exception {
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("token"), FIRST_EDITION + "\n");
    Files.writeString(
        data.resolve("assay.yaml"),
        example("local issuer") + "keys: {redaction: keys/redaction}\n");
    var _ = issued("repository=acme/shop"); // makes the keys
    system = new UpSystem(data).start();
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void anAgentCannotAnswerTheQuestionThatItsOwnWorkRaised() throws Exception {
    try (Api agent = agent()) {
      ObjectNode data = data("self-approval", "default");
      data.putArray("hints").add("preference-missing");
      JsonNode decision = submit(agent, "e-self", data).json().path("decision");
      String path = "/v1/approvals/" + decision.at("/approval/id").asText();

      Api.Answer refused = agent.answer(path, "{\"answer\":\"resume\"}");

      assertThat(decision.path("kind").asText()).isEqualTo("REQUEST_APPROVAL");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.code()).isEqualTo("FORBIDDEN");
      assertThat(
              agent.answer("/v1/approvals/" + "0".repeat(64), "{\"answer\":\"resume\"}").status())
          .isEqualTo(404);
      assertThat(agent.get("/v1/dead-letters").status()).isEqualTo(403);
      assertThat(agent.get("/metrics").status()).isEqualTo(403);
    }
  }

  @Test
  void anotherFleetsWorkIsNotThere() throws Exception {
    Api operator = system.api();
    JsonNode decision =
        submit(operator, "e-other", data("secret", "other")).json().path("decision");
    String attestation = decision.path("attestations").path(0).asText();
    String report =
        operator.json("/v1/attestations?workItem=secret").at("/items/0/report").asText();
    String artifact = Digests.sha256Hex(report("secret"));

    try (Api agent = agent()) {
      for (String path :
          List.of(
              "/v1/work-items/secret",
              "/v1/work-items/secret/events",
              "/v1/attestations/" + attestation,
              "/v1/attestations/" + attestation + "/proof",
              "/v1/reports/" + report,
              "/v1/artifacts/" + artifact)) {
        assertThat(agent.get(path).status()).as(path).isEqualTo(404);
      }
      assertThat(agent.get("/v1/work-items").body()).doesNotContain("secret");
      assertThat(agent.get("/v1/attestations").body()).doesNotContain("secret");
      assertThat(submit(agent, "e-take", data("secret", "default")).status()).isEqualTo(403);
      assertThat(submit(agent, "e-fleet", data("mine", "other")).status()).isEqualTo(403);
    }
  }

  /** Ingest lets in who acts for all fleets, as it does what it has forgotten. */
  @Test
  void noWorkItemGoesOnUnderAnotherFleet() throws Exception {
    Api operator = system.api();
    submit(operator, "e-begun", data("begun", "default"));

    Api.Answer taken = submit(operator, "e-taken", data("begun", "other"));

    assertThat(taken.status()).isEqualTo(403);
    assertThat(taken.code()).isEqualTo("FORBIDDEN");
    try (Api agent = agent()) {
      JsonNode item = agent.json("/v1/work-items/begun");
      assertThat(item.at("/refusals/0/eventId").asText()).isEqualTo("e-taken");
      assertThat(item.path("decisions")).hasSize(1);
    }
  }

  /** Otherwise a fleet would take any number of names with nothing but refused events. */
  @Test
  void whatIsRefusedTakesNoWorkItemFromOtherFleets() throws Exception {
    try (Api agent = agent();
        Api ci = new Api(system.api().url(), issued("repository=acme/shop"))) {
      ObjectNode unknown = Samples.data("refused/missing", "0".repeat(64), 1);
      ((ObjectNode) unknown.get("agent")).put("fleet", "shop");
      Api.Answer missing =
          ci.post(Api.EVENT, Samples.event("e-missing", unknown).toString(), "?wait=100");
      submit(ci, "e-again", data("refused/first", "shop"));
      Api.Answer conflict = submit(ci, "e-again", data("refused/conflict", "shop"));

      assertThat(missing.code()).isEqualTo("ARTIFACT_MISSING");
      assertThat(conflict.code()).isEqualTo("EVENT_CONFLICT");
      assertThat(submit(agent, "e-free-1", data("refused/missing", "default")).status())
          .isEqualTo(200);
      assertThat(submit(agent, "e-free-2", data("refused/conflict", "default")).status())
          .isEqualTo(200);
      assertThat(submit(agent, "e-free-3", data("refused/first", "default")).status())
          .as("what was accepted is its fleet's")
          .isEqualTo(403);
    }
  }

  /** Keys of claims and numbers of builds are easily guessed. */
  @Test
  void noFleetTakesTheNamesThatAnotherKeepsForItself() throws Exception {
    try (Api agent = agent();
        Api ci = new Api(system.api().url(), issued("repository=acme/shop"))) {
      assertThat(named(ci, "shop", "build-1", "default").code()).isEqualTo("FORBIDDEN");
      assertThat(named(ci, "shop", "build-1", "shop").status()).isEqualTo(200);
      assertThat(named(agent, "default", "build-1", "default").status()).isEqualTo(200);
      assertThat(claimed(ci, "claim-1", "claims/shop")).isTrue();
      assertThat(claimed(agent, "claim-1", "claims/default")).isTrue();
      assertThat(claimed(agent, "claim-1", "claims/other"))
          .as("in a fleet a name stands for one claim")
          .isFalse();
    }
  }

  private static Api.Answer named(Api api, String fleet, String id, String sourceOf)
      throws IOException, InterruptedException {
    ObjectNode data = data("named/" + fleet, fleet);
    var _ = api.put(report("named/" + fleet), "application/xml");
    ObjectNode event = Samples.event(id, data).put("source", "assay:fleet:" + sourceOf);
    return api.post(Api.EVENT, event.toString(), "?wait=100");
  }

  /** Whether {@code submit_claim} takes it. */
  private static boolean claimed(Api api, String key, String workItem) throws Exception {
    String report = report(workItem);
    var _ = api.put(report, "application/xml");
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"submit_claim\","
            + "\"arguments\":{\"work_item\":\"%s\",\"idempotency_key\":\"%s\",\"artifacts\":[{\"role\":"
                .formatted(workItem, key)
            + "\"test-report\",\"sha256\":\"%s\",\"size\":%d,\"media_type\":\"application/xml\"}]}}}"
                .formatted(Digests.sha256Hex(report), report.length());
    JsonNode result = api.answer("/mcp", call).json().path("result");
    assertThat(result.path("content")).as(result.toString()).isNotEmpty();
    return !result.path("isError").asBoolean();
  }

  @Test
  void whoSendsWorkAndApprovesIsToldThatItsOwnIsNotForIt() throws Exception {
    UpSystem.Command made =
        system.local(
            "tokens", "create", "--json", "--id", "boss", "--role", "submit", "--role", "approve",
            "--fleet", "default");
    String token = new Api.Answer(200, made.output()).json().path("token").asText();
    try (Api boss = new Api(system.api().url(), token)) {
      ObjectNode data = data("own-work", "default");
      data.putArray("hints").add("preference-missing");
      JsonNode decision = submit(boss, "e-own", data).json().path("decision");
      String path = "/v1/approvals/" + decision.at("/approval/id").asText();

      Api.Answer first = boss.answer(path, "{\"answer\":\"proceed\"}");
      Api.Answer again = boss.answer(path, "{\"answer\":\"proceed\"}");
      Api.Answer other = boss.answer(path, "{\"answer\":\"halt\"}");

      for (Api.Answer refused : List.of(first, again, other)) {
        assertThat(refused.status()).as(refused.body()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("SELF_APPROVAL");
      }
      assertThat(system.api().answer(path, "{\"answer\":\"proceed\"}").status()).isEqualTo(200);
    }
  }

  @Test
  void aTokenOfTheIssuerOfTheDocumentsSendsForItsFleetAndNoFurther() throws Exception {
    try (Api ci = new Api(system.api().url(), issued("repository=acme/shop"));
        Api stranger = new Api(system.api().url(), issued("repository=evil/shop"))) {
      assertThat(submit(ci, "e-ci", data("from-ci", "shop")).status()).isEqualTo(200);
      assertThat(submit(ci, "e-ci-2", data("from-ci-2", "default")).status()).isEqualTo(403);
      assertThat(ci.get("/v1/dead-letters").status()).isEqualTo(403);
      assertThat(ci.get("/v1/work-items/secret").status()).isEqualTo(404);
      assertThat(stranger.get("/v1/work-items").status()).isEqualTo(401);
    }
  }

  @Test
  void whatOnlyTheAgentClaimsIsPromotedAtMediumRiskOnceContinuousIntegrationVouchesForIt()
      throws Exception {
    try (Api agent = agent();
        Api ci = new Api(system.api().url(), issued("repository=acme/web"))) {
      ObjectNode claimed = data("vouched", "default").put("risk", "medium");
      JsonNode first = submit(agent, "e-claim", claimed).json().path("decision");
      Api.Answer self = evidence(agent, "e-self", "vouched");
      Api.Answer elsewhere = evidence(system.api(), "e-unknown", "nobody-sent-this");

      JsonNode second = evidence(ci, "e-vouch", "vouched").json().path("decision");

      assertThat(first.path("kind").asText()).isEqualTo("ESCALATE");
      assertThat(Api.texts(first.path("reasons"))).contains("EVIDENCE_BELOW_POLICY");
      assertThat(self.status()).as("an agent vouches for nothing").isEqualTo(403);
      assertThat(elsewhere.status()).isEqualTo(422);
      assertThat(second.path("kind").asText()).isEqualTo("PROMOTE");
      assertThat(second.path("evidence").asText()).isEqualTo("WITNESSED");
      String attestation = second.path("attestations").path(0).asText();
      assertThat(statement(attestation).at("/predicate/submittedBy").asText())
          .isEqualTo("ci/acme/web");
    }
  }

  @Test
  void aJobOfContinuousIntegrationIsWhoItsIssuerSaysItIs() throws Exception {
    String rules =
        "fleet: shop\nrequires: [testreport]\nartifacts:\n"
            + "  - {role: test-report, glob: reports/*.xml}\n";
    String token = issued("repository=acme/shop");
    try (CiJob own = new CiJob(directory.resolve("own"), "acme/shop", token);
        CiJob liar =
            new CiJob(directory.resolve("liar"), "acme/shop", issued("repository=evil/shop"))) {
      own.with(".assay.yaml", rules).with("reports/one.xml", report("shop.Cart"));
      liar.with(".assay.yaml", rules).with("reports/one.xml", report("shop.Cart"));

      UpSystem.Command promoted = own.run(system, "--work-item", "ci-job");
      UpSystem.Command refused = liar.run(system, "--work-item", "ci-liar");

      assertThat(promoted.exitCode()).as(promoted.output()).isZero();
      assertThat(promoted.output())
          .contains("::add-mask::" + token)
          .contains("PROMOTE of ci-job")
          .contains("::notice title=Assay%3A promoted::");
      String attestation =
          system.api().json("/v1/work-items/ci-job").at("/decisions/0/attestations/0").asText();
      assertThat(statement(attestation).at("/predicate/submittedBy").asText())
          .isEqualTo("ci/acme/shop");
      assertThat(refused.exitCode()).as(refused.output()).isEqualTo(3);
      assertThat(refused.output()).contains("UNAUTHENTICATED").contains("::error");
      assertThat(system.api().get("/v1/work-items/ci-liar").status()).isEqualTo(404);
    }
  }

  @Test
  void fieldsOfReportAndClaimAreShownToWhoMayAndVerifyAgainstTheAttestation() throws Exception {
    JsonNode decision = system.submit("parts-1", "parts", Samples.passing("shop.Parts"));
    String id = decision.path("attestations").path(0).asText();
    JsonNode commitments = system.statement(id).at("/predicate/commitments");
    Path report = directory.resolve("report.json");
    Path claim = directory.resolve("claim.json");

    disclose(id, "--field", "result", "--out", report.toString());
    disclose(id, "--of", "claim", "--field", "workItem", "--out", claim.toString());

    assertThat(verified(id, report)).contains("  result  \"PASS\"", "  withheld  ");
    assertThat(verified(id, claim)).contains("  workItem  \"parts\"", "  withheld  ");
    assertThat(claim).content().contains(commitments.path("claim").asText());
    assertThat(Files.getPosixFilePermissions(system.directory().resolve("keys/redaction")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    try (Api agent = agent()) {
      assertThat(agent.get("/v1/attestations/" + id + "/disclosure").status()).isEqualTo(403);
    }
  }

  private static void disclose(String id, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("attestations", "disclose", id));
    all.addAll(List.of(words));
    UpSystem.Command command = system.command(all.toArray(String[]::new));
    assertThat(command.exitCode()).as(command.output()).isZero();
  }

  private static String verified(String id, Path disclosure) throws Exception {
    UpSystem.Command command =
        system.command("attestations", "verify", id, "--disclosure", disclosure.toString());
    assertThat(command.exitCode()).as(command.output()).isZero();
    return command.output();
  }

  @Test
  void aTestThatFailedAndIsGoneNeedsAPersonWhateverTheAgentNames() throws Exception {
    try (Api agent = agent();
        Api ci = new Api(system.api().url(), issued("repository=acme/web"))) {
      String failing = Samples.failing("shop.Prices");
      var _ = agent.put(failing, "application/xml");
      ObjectNode first = Samples.dataOf("gone", failing).put("risk", "medium");
      ((ObjectNode) first.get("agent")).put("fleet", "default");
      Api.Answer failed =
          agent.post(Api.EVENT, Samples.event("e-gone-1", first).toString(), "?wait=100");

      JsonNode asks = evidence(ci, "e-gone-2", "gone").json().path("decision");
      String question = "/v1/approvals/" + asks.at("/approval/id").asText();
      String lower = "/v1/work-items/gone/requirements";
      String lowRisk = "{\"risk\":\"low\",\"reason\":\"a small change\"}";

      assertThat(failed.json().at("/decision/kind").asText()).isEqualTo("RETRY");
      assertThat(asks.path("kind").asText()).isEqualTo("REQUEST_APPROVAL");
      assertThat(Api.texts(asks.path("reasons"))).contains("FAILURE_NOT_CLEARED");
      assertThat(Api.texts(asks.at("/uncleared/failures/0/tests")))
          .containsExactly("shop.Prices roundsDown");
      assertThat(agent.answer(question, "{\"answer\":\"promote\"}").status()).isEqualTo(403);
      assertThat(agent.answer(lower, lowRisk).status()).isEqualTo(403);

      Api.Answer lowered = system.api().answer(lower + "?wait=100", lowRisk);
      assertThat(lowered.status()).isEqualTo(200);
      assertThat(Api.texts(lowered.json().path("reasons"))).containsExactly("REQUIREMENTS_LOWERED");
      Api.Answer again =
          system.api().answer(lower + "?wait=100", "{\"risk\":\"low\",\"reason\":\"again\"}");
      assertThat(again.status()).isEqualTo(422);
      assertThat(again.json().path("code").asText()).isEqualTo("UNKNOWN_REQUEST");
      JsonNode promoted = system.api().answer(question, "{\"answer\":\"promote\"}").json();
      assertThat(promoted.path("kind").asText()).isEqualTo("PROMOTE");
      assertThat(promoted.at("/attestations/0")).isEqualTo(asks.at("/attestations/0"));
    }
  }

  private static Api.Answer evidence(Api api, String eventId, String workItem)
      throws IOException, InterruptedException {
    var _ = api.put(report(workItem), "application/xml");
    ObjectNode data = Samples.dataOf(workItem, report(workItem));
    data.retain("workItem", "artifacts");
    ObjectNode event = Samples.event(eventId, data).put("type", "dev.assay.evidence.v1");
    return api.post(Api.EVENT, event.toString(), "?wait=100");
  }

  private static JsonNode statement(String attestation) throws IOException, InterruptedException {
    JsonNode envelope = system.api().json("/v1/attestations/" + attestation);
    byte[] payload = Base64.getDecoder().decode(envelope.path("payload").asText());
    return new Api.Answer(200, new String(payload, StandardCharsets.UTF_8)).json();
  }

  @Test
  void theTokenOfTheFirstEditionIsTheOperators() throws Exception {
    try (Api first = new Api(system.api().url(), FIRST_EDITION)) {
      assertThat(first.get("/v1/dead-letters").status()).isEqualTo(200);
    }
    assertThat(system.directory().resolve("tokens/operator")).content().startsWith(FIRST_EDITION);
  }

  /** The YAML after that mark in the document. */
  private static String example(String name) throws IOException {
    String document = Files.readString(Path.of("../../docs/security.md"));
    String from = document.substring(document.indexOf("<!-- example: " + name + " -->"));
    int begin = from.indexOf("```yaml\n") + "```yaml\n".length();
    return from.substring(begin, from.indexOf("```", begin));
  }

  /** A token of the issuer of the documents that says {@code claim}. */
  private static String issued(String claim) throws IOException, InterruptedException {
    Process issuer =
        new ProcessBuilder(
                "python3",
                "../../demo/oidc/issuer.py",
                directory.resolve("data/oidc").toString(),
                "http://issuer.local",
                "assay",
                claim)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String token = new String(issuer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(issuer.waitFor()).isZero();
    return token.strip();
  }

  private static Api agent() throws IOException {
    Path file = system.directory().resolve("tokens/agent");
    return new Api(system.api().url(), Files.readString(file).strip());
  }

  private static String report(String workItem) {
    return "<testsuite tests=\"1\"><testcase name=\"" + workItem + "\"/></testsuite>";
  }

  private static ObjectNode data(String workItem, String fleet) {
    ObjectNode data = Samples.dataOf(workItem, report(workItem));
    ((ObjectNode) data.get("agent")).put("fleet", fleet);
    return data;
  }

  private static Api.Answer submit(Api api, String eventId, ObjectNode data)
      throws IOException, InterruptedException {
    var _ = api.put(report(data.path("workItem").asText()), "application/xml");
    return api.post(Api.EVENT, Samples.event(eventId, data).toString(), "?wait=100");
  }
}
