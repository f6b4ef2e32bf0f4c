package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.Role;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import dev.assay.schemas.message.Mood;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalCallsTest {

  private static final String ASKED = "2026-11-21T10:00:00.000Z";
  private static final String ANSWERED = Times.text(TestIngest.FACT_TIME);
  private static final String LATE = "2026-11-21T12:00:00.000Z";
  private static final Approval QUESTION = question("go-on", "2999-01-01T00:00:00.000Z");

  private final TestIngest api;

  ApprovalCallsTest(@TempDir Path directory) throws IOException {
    this.api = new TestIngest(directory);
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void anAnswerBecomesAFactAndTheResponseIsTheDecisionItLedTo() throws Exception {
    api.decide(asking(QUESTION));
    CompletableFuture<HttpResponse<String>> answer =
        answerLater(QUESTION, "", "{\"answer\":\"resume\",\"reason\":\"I looked at it\"}");

    GovernanceFact fact = api.facts.poll(20, TimeUnit.SECONDS);
    Decision decision = settling(ANSWERED);
    api.decide(decision);

    assertThat(fact)
        .isEqualTo(
            GovernanceFact.answered(
                    "shop/cart", QUESTION.id(), "resume", "I looked at it", "operator")
                .as("operate", null));
    HttpResponse<String> response = answer.get(20, TimeUnit.SECONDS);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(TestIngest.json(response).path("id").asText()).isEqualTo(decision.id());
    assertThat(TestIngest.json(response).path("kind").asText()).isEqualTo("CONTINUE");
  }

  @Test
  void withoutADecisionInTimeTheAnswerIsAcceptedAndNamesTheWorkItem() throws Exception {
    api.decide(asking(QUESTION));

    HttpResponse<String> response = answer(QUESTION, "?wait=0", "{\"answer\":\"halt\"}");

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.headers().firstValue("Location")).hasValue("/v1/work-items/shop/cart");
    JsonNode body = TestIngest.json(response);
    assertThat(body.path("approval").asText()).isEqualTo(QUESTION.id());
    assertThat(body.path("workItem").asText()).isEqualTo("shop/cart");
    assertThat(body.path("answer").asText()).isEqualTo("halt");
  }

  @Test
  void whoAnswersIsNotForTheBodyToSay() throws Exception {
    api.decide(asking(QUESTION));

    refused(
        answer(QUESTION, "?wait=0", "{\"answer\":\"halt\",\"by\":\"the boss\"}"),
        422,
        "UNKNOWN_FIELD");
    assertThat(api.facts).isEmpty();
  }

  @Test
  void anAgentAnswersNothingAndAnAnswerCarriesItsPrincipal() throws Exception {
    api.decide(asking(QUESTION));

    refused(answerAs(Role.SUBMIT, "f", QUESTION.id()), 403, "FORBIDDEN");
    refused(answerAs(Role.SUBMIT, "f", "0".repeat(64)), 404, "NOT_FOUND");
    assertThat(api.facts).isEmpty();
    assertThat(answerAs(Role.APPROVE, "f", QUESTION.id()).statusCode()).isEqualTo(202);
    assertThat(api.facts)
        .containsExactly(
            GovernanceFact.answered("shop/cart", QUESTION.id(), "halt", null, "approve-f")
                .as("approve", "f"));
  }

  @Test
  void anAnswerThatMayBeRefusedStandsInNobodyElsesWay() throws Exception {
    api.decide(asking(QUESTION));
    assertThat(answerAs(Role.APPROVE, "f", QUESTION.id()).statusCode()).isEqualTo(202);

    assertThat(answer(QUESTION, "?wait=0", "{\"answer\":\"halt\"}").statusCode()).isEqualTo(202);

    assertThat(api.facts).extracting(GovernanceFact::by).containsExactly("approve-f", "operator");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"answer\":\"approve\"}|422|INVALID_FIELD",
        "{\"answer\":\"\"}|422|INVALID_FIELD",
        "{\"answer\":7}|422|INVALID_FIELD",
        "{\"reason\":\"x\"}|422|MISSING_FIELD",
        "{\"answer\":\"halt\",\"answer\":\"resume\"}|400|INVALID_JSON",
        "not json|400|INVALID_JSON",
      })
  void aMalformedAnswerIsRefusedAndNothingIsPublished(String body, int status, String code)
      throws Exception {
    api.decide(asking(QUESTION));

    refused(answer(QUESTION, "?wait=0", body), status, code);
    assertThat(api.facts).isEmpty();
  }

  @Test
  void aWrongAnswerIsToldTheOptions() throws Exception {
    api.decide(asking(QUESTION));

    JsonNode problem =
        refused(answer(QUESTION, "", "{\"answer\":\"approve\"}"), 422, "INVALID_FIELD");

    assertThat(problem.path("field").asText()).isEqualTo("answer");
    assertThat(problem.path("expected").asText()).contains("'resume'", "'halt'");
    assertThat(problem.path("found").asText()).isEqualTo("'approve'");
  }

  @Test
  void aLongReasonAndALargeBodyAreRefused() throws Exception {
    api.decide(asking(QUESTION));
    String reason = "x".repeat(501);

    refused(
        answer(QUESTION, "", "{\"answer\":\"halt\",\"reason\":\"" + reason + "\"}"),
        422,
        "LIMIT_EXCEEDED");
    refused(
        answer(QUESTION, "", "{\"answer\":\"" + "x".repeat(9_000) + "\"}"),
        413,
        "PAYLOAD_TOO_LARGE");
    refused(
        api.post("/v1/approvals/" + QUESTION.id(), "text/plain", "{\"answer\":\"halt\"}"),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
  }

  @Test
  void aQuestionThatNobodyAskedIsNotFound() throws Exception {
    refused(answer(QUESTION, "", "{\"answer\":\"halt\"}"), 404, "NOT_FOUND");
    refused(
        api.post("/v1/approvals/7", "application/json", "{\"answer\":\"halt\"}"),
        422,
        "INVALID_DIGEST");
  }

  @Test
  void aSettledQuestionTakesNoAnswerAlsoWhenItIsEmittedAgain() throws Exception {
    api.decide(asking(QUESTION));
    api.decide(settling(ANSWERED));
    api.decide(asking(QUESTION));

    JsonNode problem =
        refused(answer(QUESTION, "", "{\"answer\":\"halt\"}"), 409, "APPROVAL_SETTLED");

    assertThat(problem.path("found").asText()).contains(settling(ANSWERED).id());
    assertThat(api.facts).isEmpty();
  }

  @Test
  void aDecisionThatStillCarriesTheQuestionLeavesItOpen() throws Exception {
    api.decide(asking(QUESTION));
    api.decide(decision(DecisionKind.HALT, QUESTION, LATE, 3));
    api.decide(settling(ASKED, 1));

    assertThat(answer(QUESTION, "?wait=0", "{\"answer\":\"halt\"}").statusCode()).isEqualTo(202);
  }

  @Test
  void afterTheDeadlineOnlyTheDefaultHolds() throws Exception {
    Approval due = question("due", "2020-01-01T00:00:00.000Z");
    api.decide(asking(due));

    JsonNode problem = refused(answer(due, "", "{\"answer\":\"resume\"}"), 409, "APPROVAL_SETTLED");

    assertThat(problem.path("detail").asText()).contains("default answer 'halt'");
    assertThat(api.facts).isEmpty();
  }

  @Test
  void aSecondAnswerIsRefusedAndTheSameOneJoinsTheFirst() throws Exception {
    api.decide(asking(QUESTION));
    assertThat(answer(QUESTION, "?wait=0", "{\"answer\":\"resume\"}").statusCode()).isEqualTo(202);

    refused(answer(QUESTION, "", "{\"answer\":\"halt\"}"), 409, "APPROVAL_SETTLED");
    assertThat(answer(QUESTION, "?wait=0", "{\"answer\":\"resume\"}").statusCode()).isEqualTo(202);

    assertThat(api.facts).hasSize(1);
  }

  @Test
  void anAnswerThatLostTheRaceIsToldSo() throws Exception {
    api.decide(asking(QUESTION));
    CompletableFuture<HttpResponse<String>> answer =
        answerLater(QUESTION, "?wait=20", "{\"answer\":\"resume\"}");
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isNotNull();

    api.decide(settling(LATE));

    refused(answer.get(20, TimeUnit.SECONDS), 409, "APPROVAL_SETTLED");
  }

  @Test
  void anAnswerWhoseClockIsBehindIsTakenWhenTheDecisionHasTheWorkItemsTime() throws Exception {
    api.decide(asking(QUESTION));
    api.decide(decision(DecisionKind.HALT, QUESTION, LATE, 2));
    CompletableFuture<HttpResponse<String>> answer =
        answerLater(QUESTION, "?wait=20", "{\"answer\":\"resume\"}");
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isNotNull();

    api.decide(settling(LATE));

    assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
  }

  @Test
  void whoLeavesIsNotWaitedFor() throws Exception {
    api.decide(asking(QUESTION));
    CompletableFuture<HttpResponse<String>> answer =
        answerLater(QUESTION, "?wait=300", "{\"answer\":\"resume\"}");
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isNotNull();
    api.awaitMetric("assay_http_streams_open 1.0");

    answer.cancel(true);

    api.awaitMetric("assay_http_streams_open 0.0");
  }

  @Test
  void anOldQuestionIsLookedUpInTheStore() throws Exception {
    Approval other = question("other", QUESTION.deadline());
    api.kept.put(QUESTION.id(), List.of(asking(QUESTION)));
    api.kept.put(other.id(), List.of(asking(other), settling(ANSWERED)));

    assertThat(answer(QUESTION, "?wait=0", "{\"answer\":\"halt\"}").statusCode()).isEqualTo(202);
    refused(answer(other, "?wait=0", "{\"answer\":\"halt\"}"), 409, "APPROVAL_SETTLED");
  }

  @Test
  void aBrokerThatIsAwayIsToldAndTheAnswerCanBeSentAgain() throws Exception {
    api.decide(asking(QUESTION));
    api.breakBroker(new IllegalStateException("away"));
    refused(answer(QUESTION, "?wait=0", "{\"answer\":\"halt\"}"), 503, "BROKER_UNAVAILABLE");

    api.breakBroker(null);

    assertThat(answer(QUESTION, "?wait=0", "{\"answer\":\"resume\"}").statusCode()).isEqualTo(202);
    assertThat(api.facts)
        .extracting(GovernanceFact::kind)
        .containsOnly(GovernanceKind.APPROVAL_ANSWERED);
  }

  @Test
  void aServerThatStopsSendsWhoWaitsHome() throws Exception {
    api.decide(asking(QUESTION));
    CompletableFuture<HttpResponse<String>> answer =
        answerLater(QUESTION, "?wait=60", "{\"answer\":\"resume\"}");
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isNotNull();

    api.ingest.endWaits();

    assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(202);
  }

  private HttpResponse<String> answer(Approval approval, String query, String body)
      throws Exception {
    return api.post("/v1/approvals/" + approval.id() + query, "application/json", body);
  }

  private HttpResponse<String> answerAs(Role role, String fleet, String id) throws Exception {
    return api.postAs(
        TestIngest.token(role, fleet),
        "/v1/approvals/" + id + "?wait=0",
        "application/json",
        "{\"answer\":\"halt\"}");
  }

  private CompletableFuture<HttpResponse<String>> answerLater(
      Approval approval, String query, String body) {
    return api.postLater("/v1/approvals/" + approval.id() + query, "application/json", body);
  }

  private static JsonNode refused(HttpResponse<String> response, int status, String code)
      throws IOException {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    JsonNode problem = TestIngest.json(response);
    assertThat(problem.path("code").asText()).isEqualTo(code);
    return problem;
  }

  private static Approval question(String name, String deadline) {
    return new Approval(
        Digests.sha256Hex(name), "May it go on?", List.of("resume", "halt"), deadline, "halt");
  }

  private static Decision asking(Approval approval) {
    return decision(DecisionKind.REQUEST_APPROVAL, approval, ASKED, 1);
  }

  /** What the director decides once the question is answered, by a fact of {@code time}. */
  private static Decision settling(String time) {
    return settling(time, 4);
  }

  private static Decision settling(String time, int ordinal) {
    return decision(DecisionKind.CONTINUE, null, time, ordinal);
  }

  private static Decision decision(
      DecisionKind kind, @Nullable Approval approval, String time, int ordinal) {
    return new Decision(
        Digests.sha256Hex(kind + time),
        "shop/cart",
        1,
        kind,
        List.of("ASKED"),
        List.of(),
        null,
        Mood.DEFERENTIAL,
        Mood.CALM,
        List.of(),
        null,
        null,
        null,
        null,
        List.of(),
        approval,
        Digests.sha256Hex("execution"),
        "e-1",
        new Agent("f", "a", null),
        time,
        ordinal);
  }
}
