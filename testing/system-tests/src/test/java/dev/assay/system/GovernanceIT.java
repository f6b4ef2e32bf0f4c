package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a client sees of the governance loop, through {@code assay up}. */
class GovernanceIT {

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = SharedUp.system();
  }

  @Test
  void theSameFailureMovesTheMoodThenSplitsThenHalts() throws Exception {
    String report = Samples.failing("gov.Same");
    List<JsonNode> decisions = new ArrayList<>();
    for (int attempt = 1; attempt <= 6; attempt++) {
      decisions.add(submit("gov/same", attempt, report, _ -> {}));
    }

    assertThat(texts(decisions, "kind"))
        .containsExactly("RETRY", "RETRY", "ESCALATE", "SPLIT", "HALT", "HALT");
    assertThat(texts(decisions, "moodAfter")).startsWith("CALM", "SKEPTICAL", "CURIOUS");
    assertThat(reasons(decisions.get(1))).contains("VERIFICATION_FAILED", "SAME_SIGNATURE");
    assertThat(reasons(decisions.get(5))).containsExactly("HALTED");
    JsonNode children = decisions.get(3).path("children");
    assertThat(children).hasSizeGreaterThan(1);
    JsonNode child =
        Await.value(
            "the child",
            () -> {
              Api.Answer answer = system.api().get("/v1/work-items/" + children.path(0).asText());
              return answer.status() == 200 ? Optional.of(answer.json()) : Optional.empty();
            });
    assertThat(child.path("status").asText()).isEqualTo("pending");
    JsonNode item = system.api().json("/v1/work-items/gov/same");
    assertThat(item.path("status").asText()).isEqualTo("halted");
    assertThat(item.path("controlState").path("assert")).isEmpty();
    assertThat(item.path("controlState").path("hypothesize")).isNotEmpty();
    assertThat(item.path("controlState").path("conjectures")).isNotEmpty();
  }

  @Test
  void aContradictionDemotesWhatWasPromoted() throws Exception {
    JsonNode promoted = submit("gov/falls", 1, Samples.passing("gov.Falls"), _ -> {});
    JsonNode demoted = submit("gov/falls", 2, Samples.failing("gov.Falls"), _ -> {});

    assertThat(demoted.path("kind").asText()).isEqualTo("DEMOTE");
    assertThat(reasons(demoted)).contains("CONTRADICTED");
    JsonNode item = system.workItem("gov/falls", 2, 4);
    assertThat(item.path("status").asText()).isEqualTo("demoted");
    assertThat(item.path("controlState").path("assert")).isEmpty();
    String revocation = item.path("attestations").path(3).asText();
    JsonNode statement = system.statement(revocation);
    assertThat(statement.path("predicate").path("verificationResult").asText()).isEqualTo("FAILED");
    assertThat(statement.toString()).contains(promoted.path("promotion").asText());
    JsonNode lineage = system.api().json("/v1/work-items/gov/falls/lineage");
    JsonNode promotion = lineage.at("/promotions/0");
    assertThat(promotion.path("attestation")).isEqualTo(promoted.path("promotion"));
    assertThat(promotion.path("decision")).isEqualTo(promoted.path("id"));
    assertThat(promotion.path("restsOn")).isEqualTo(promoted.path("attestations"));
    JsonNode demotion = lineage.at("/demotions/0");
    assertThat(demotion.path("attestation").asText()).isEqualTo(revocation);
    assertThat(demotion.path("decision")).isEqualTo(demoted.path("id"));
    assertThat(demotion.path("restsOn")).contains(promotion.path("attestation"));
    assertThat(lineage.path("executions")).hasSize(2);
    assertThat(lineage.at("/attestations/0/execution")).isEqualTo(lineage.at("/executions/0/key"));
    assertThat(lineage.at("/reports/0/artifacts")).isEqualTo(lineage.at("/executions/0/artifacts"));
  }

  @Test
  void aReportThatIsInconclusiveIsReadOnceAndTheDecisionSaysWhatToAttach() throws Exception {
    JsonNode decision = submit("gov/cut", 1, Samples.truncated("gov.Cut"), _ -> {});

    assertThat(decision.path("kind").asText()).isEqualTo("ESCALATE");
    assertThat(reasons(decision)).containsExactly("INCONCLUSIVE", "NO_FURTHER_EVIDENCE");
    assertThat(decision.path("attestations")).hasSize(1);
    assertThat(decision.path("needed").path("how").path(0).asText()).isEqualTo("ATTACH_COMPLETE");
  }

  @Test
  void aClaimIsNotPromotedAtHighRisk() throws Exception {
    JsonNode decision =
        submit("gov/risk", 1, Samples.passing("gov.Risk"), data -> data.put("risk", "high"));

    assertThat(decision.path("kind").asText()).isEqualTo("ESCALATE");
    assertThat(reasons(decision))
        .containsExactly("EVIDENCE_BELOW_POLICY", "INDEPENDENT_ATTESTATIONS_MISSING");
    assertThat(decision.path("attestations")).hasSize(1);
  }

  @Test
  void aSecurityBoundaryAsksAPersonBeforeAnythingIsPromoted() throws Exception {
    JsonNode decision =
        submit(
            "gov/boundary",
            1,
            Samples.passing("gov.Boundary"),
            data -> data.putArray("hints").add("security-boundary"));

    assertThat(decision.path("kind").asText()).isEqualTo("REQUEST_APPROVAL");
    assertThat(decision.path("moodAfter").asText()).isEqualTo("PARANOID");
    assertThat(decision.path("approval").path("options")).hasSizeBetween(1, 3);
    assertThat(decision.path("approval").path("defaultAnswer").asText()).isEqualTo("halt");
    JsonNode item = system.api().json("/v1/work-items/gov/boundary");
    assertThat(item.path("status").asText()).isEqualTo("waiting_for_human");
    assertThat(item.path("controlState").path("assert")).isEmpty();
  }

  private static JsonNode submit(
      String workItem, int attempt, String report, Consumer<ObjectNode> change) throws Exception {
    var _ = system.api().put(report, "application/xml");
    ObjectNode data = Samples.dataOf(workItem, report).put("attempt", attempt);
    change.accept(data);
    Api.Answer answer =
        system
            .api()
            .post(Api.EVENT, Samples.event(workItem + "-" + attempt, data).toString(), "?wait=100");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("decision");
  }

  private static List<String> texts(List<JsonNode> nodes, String member) {
    return nodes.stream().map(node -> node.path(member).asText()).toList();
  }

  private static List<String> reasons(JsonNode decision) {
    return Api.texts(decision.path("reasons"));
  }
}
