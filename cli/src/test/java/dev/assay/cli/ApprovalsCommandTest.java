package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.GovernanceFact;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalsCommandTest {

  private final TestSystem system;

  ApprovalsCommandTest(@TempDir Path directory) throws Exception {
    this.system = new TestSystem(directory);
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void theListShowsWhatIsAskedAndWhatMayBeAnswered() throws Exception {
    String question = "Which of the two shops is meant, " + "and why? ".repeat(20);
    Approval approval = system.ask("shop/cart", question + "\u202eknow");

    TestSystem.Ran table = system.run("approvals", "list");
    TestSystem.Ran json = system.run("approvals", "list", "--json", "--limit", "1");

    assertThat(table.exitCode()).as(table.errors()).isZero();
    assertThat(table.output())
        .contains(approval.id().substring(0, 16), "shop/cart", "resume|halt", "2999-01-01")
        .contains(question + " know")
        .doesNotContain("\u202e");
    JsonNode page = new ObjectMapper().readTree(json.output());
    assertThat(page.at("/items/0/id").asText()).isEqualTo(approval.id());
    assertThat(page.has("next")).isTrue();
  }

  @Test
  void anAnswerIsSentAndTheDecisionShown() throws Exception {
    Approval approval = system.ask("shop/cart", "Which shop is meant?");

    TestSystem.Ran ran =
        system.run("approvals", "answer", approval.id(), "--answer", "resume", "--reason", "ok");

    assertThat(ran.exitCode()).as(ran.errors()).isZero();
    assertThat(ran.output()).contains("shop/cart", "CONTINUE");
    assertThat(system.facts)
        .containsExactly(
            GovernanceFact.answered("shop/cart", approval.id(), "resume", "ok", "operator")
                .as("operate", null));
  }

  @Test
  void theBeginningOfAnIdIsEnoughWhenItIsUnambiguous() {
    Approval cart = system.ask("shop/cart", "One?");
    Approval pay = system.ask("shop/pay", "Two?");

    TestSystem.Ran one =
        system.run("approvals", "answer", cart.id().substring(0, 16), "--answer", "halt", "--json");
    TestSystem.Ran none = system.run("approvals", "answer", "zz", "--answer", "halt");
    TestSystem.Ran empty = system.run("approvals", "answer", "", "--answer", "halt");

    assertThat(one.exitCode()).as(one.errors()).isZero();
    assertThat(one.output()).contains("\"kind\" : \"CONTINUE\"");
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.errors()).contains("found none", "[NOT_FOUND]");
    assertThat(empty.exitCode()).isEqualTo(3);
    assertThat(system.facts).extracting(GovernanceFact::subject).containsExactly(cart.id());
    assertThat(pay.id()).isNotEqualTo(cart.id());
  }

  @Test
  void withoutADecisionInTimeTheCommandSaysThatItIsUndecided() {
    Approval approval = system.ask("shop/cart", "Which shop is meant?");
    system.stopDeciding();

    TestSystem.Ran waited =
        system.run("approvals", "answer", approval.id(), "--answer", "halt", "--wait", "1");
    TestSystem.Ran sent =
        system.run("approvals", "answer", approval.id(), "--answer", "halt", "--wait", "0");

    assertThat(waited.exitCode()).isEqualTo(2);
    assertThat(waited.output()).contains("kept: work item shop/cart");
    assertThat(sent.exitCode()).isZero();
  }

  @Test
  void whatTheServerRefusesIsAnOperationalErrorWithItsCode() {
    Approval approval = system.ask("shop/cart", "Which shop is meant?");

    TestSystem.Ran wrong = system.run("approvals", "answer", approval.id(), "--answer", "maybe");
    TestSystem.Ran unknown = system.run("approvals", "answer", "0".repeat(64), "--answer", "x");
    var _ = system.run("approvals", "answer", approval.id(), "--answer", "halt");
    TestSystem.Ran late = system.run("approvals", "answer", approval.id(), "--answer", "resume");

    assertThat(wrong.exitCode()).isEqualTo(3);
    assertThat(wrong.errors()).contains("'resume' 'halt'", "[INVALID_FIELD]");
    assertThat(unknown.errors()).contains("[NOT_FOUND]");
    assertThat(late.exitCode()).isEqualTo(3);
    assertThat(late.errors()).contains("[APPROVAL_SETTLED]");
  }

  @Test
  void usageErrorsAndHelpFollowTheTable() {
    assertThat(system.run("approvals", "answer", "x").exitCode()).isEqualTo(3);
    TestSystem.Ran help = TestSystem.ran(_ -> java.util.List.of("approvals", "answer", "--help"));
    assertThat(help.exitCode()).isZero();
    assertThat(help.output()).contains("--answer", "--reason", "--wait", "Exit codes:");
  }

  @Test
  void aWorkItemShowsItsFamilyItsQuestionItsCostAndWhyItsMoodChanged() {
    Approval approval = system.ask("shop/cart", "Which shop is meant?");

    TestSystem.Ran shown = system.run("work-items", "shop/cart");
    TestSystem.Ran listed =
        system.run(
            "work-items",
            "--status",
            "waiting-for-human",
            "--agent",
            "agent-7",
            "--since",
            "2026-01-01T00:00:00Z",
            "--limit",
            "5");
    TestSystem.Ran pending = system.run("work-items", "--status", "pending");

    assertThat(shown.exitCode()).as(shown.errors()).isZero();
    assertThat(shown.output())
        .contains(
            "parent     shop",
            "child      shop/cart/s1  PROMOTED",
            "question   Which shop is meant?",
            "answer " + approval.id().substring(0, 16) + " --answer resume|halt",
            "cost       attempts 3, verifierMillis 1200",
            "mood       CALM -> DEFERENTIAL  PREFERENCE_MISSING, attempt 1");
    assertThat(listed.output()).contains("shop/cart", "waiting_for_human");
    assertThat(pending.exitCode()).isZero();
    assertThat(pending.output()).doesNotContain("shop/cart");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop/events", "shop/explanation", "a/./b", "shop/a+b@c:d"})
  void aWorkItemIsFoundWhateverItsIdLooksLike(String id) {
    system.ask(id, "Which shop is meant?");

    TestSystem.Ran shown = system.run("work-items", id);

    assertThat(shown.exitCode()).as(shown.errors()).isZero();
    assertThat(shown.output()).contains("question   Which shop is meant?");
  }
}
