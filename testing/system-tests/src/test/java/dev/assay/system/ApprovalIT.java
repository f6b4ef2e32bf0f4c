package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.topic.Topic;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The human lane through {@code assay up}, as the person who answers sees it. */
class ApprovalIT {

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = SharedUp.system();
  }

  @Test
  void aMissingPreferenceIsAskedForAndTheAnswerIsDecidedOnAndAttested() throws Exception {
    JsonNode asked = ask("human/cart", "ask-1");
    String approval = asked.at("/approval/id").asText();

    UpSystem.Command listed = system.command("approvals", "list");
    UpSystem.Command answered =
        system.command(
            "approvals",
            "answer",
            approval.substring(0, 16),
            "--answer",
            "proceed",
            "--reason",
            "the short one is meant");
    UpSystem.Command again = system.command("approvals", "answer", approval, "--answer", "halt");

    assertThat(asked.path("kind").asText()).isEqualTo("REQUEST_APPROVAL");
    assertThat(listed.output()).contains(approval.substring(0, 16), "human/cart", "proceed|halt");
    assertThat(answered.exitCode()).as(answered.output()).isZero();
    assertThat(answered.output()).contains("CONTINUE", "APPROVAL_ANSWERED");
    assertThat(again.exitCode()).isEqualTo(3);
    assertThat(again.output()).contains("[APPROVAL_SETTLED]");
    JsonNode item = system.workItem("human/cart", 2, 2);
    assertThat(item.has("approval")).isFalse();
    assertThat(item.at("/controlState/assert")).isEmpty();
    JsonNode statement = system.statement(item.path("attestations").path(1).asText());
    assertThat(statement.path("predicateType").asText())
        .isEqualTo("https://assay.dev/attestation/approval/v1");
    assertThat(statement.at("/predicate/answer").asText()).isEqualTo("proceed");
    assertThat(statement.at("/predicate/answeredBy").asText()).isEqualTo("operator");
    assertThat(statement.at("/predicate/answeredAs").asText()).isEqualTo("operate");
    JsonNode lineage = system.api().json("/v1/work-items/human/cart/lineage");
    assertThat(lineage.at("/attestations/1/answeredBy").asText()).isEqualTo("operator");
    assertThat(lineage.at("/attestations/1/answeredAs").asText()).isEqualTo("operate");
    assertThat(system.command("work-items", "lineage", "human/cart").output())
        .contains("proceed by operator as operate");
    assertThat(PublicLog.read(system.api()).ids())
        .containsAll(Api.texts(item.path("attestations")));
    assertThat(system.api().json("/v1/approvals?workItem=human/cart").path("items")).isEmpty();
  }

  @Test
  void aQuestionSurvivesARestartAndAnAnswerCanHaltTheWorkItem() throws Exception {
    JsonNode asked = ask("human/pay", "ask-2");
    String approval = asked.at("/approval/id").asText();

    system.stop();
    system.start();
    UpSystem.Command answered =
        system.command("approvals", "answer", approval, "--answer", "halt", "--json");
    UpSystem.Command shown = system.command("work-items", "human/pay");

    assertThat(answered.exitCode()).as(answered.output()).isZero();
    assertThat(answered.output()).contains("\"kind\" : \"HALT\"");
    assertThat(shown.output()).contains("status     halted", "PREFERENCE_MISSING", "cost ");
    assertThat(system.records().all(Topic.GOVERNANCE))
        .filteredOn(fact -> fact.workItem().equals("human/pay"))
        .extracting(GovernanceFact::kind, GovernanceFact::by)
        .contains(
            org.assertj.core.groups.Tuple.tuple(GovernanceKind.APPROVAL_ANSWERED, "operator"));
  }

  /** Submits passing work that misses a preference; answers the decision. */
  private static JsonNode ask(String workItem, String eventId) throws Exception {
    String report = Samples.passing(eventId);
    assertThat(system.api().put(report, "application/xml").status()).isIn(200, 201);
    ObjectNode data = Samples.dataOf(workItem, report);
    data.putArray("hints").add("preference-missing");
    Api.Answer answer =
        system.api().post(Api.EVENT, Samples.event(eventId, data).toString(), "?wait=100");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("decision");
  }
}
