package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.director.Reasons;
import dev.assay.http.Role;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Refusal;
import dev.assay.schemas.message.Risk;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequirementCallsTest {

  private static final String PATH = "/v1/work-items/shop/cart/requirements";
  private static final String BODY =
      "{\"ordinal\":2,\"risk\":\"low\",\"drop\":[\"scan\"],\"reason\":\"a typo\"}";
  private static final GovernanceFact FACT =
      GovernanceFact.lowered("shop/cart", 2, Risk.LOW, List.of("scan"), "a typo", "operator")
          .as("operate", null);
  private static final String RECORDED = Times.text(TestIngest.FACT_TIME);
  private static final String EARLIER = "2026-11-21T10:00:00.000Z";

  private static final ExecutionEvent SENT =
      TestIngest.event("e-1", "shop/cart", new Agent("f", "a", null));

  private final TestIngest api;

  RequirementCallsTest(@TempDir Path directory) throws IOException {
    this.api = new TestIngest(directory, IngestLimits.defaults(), List.of(SENT));
  }

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void whoApprovesInItsFleetLowersWhatAWorkItemRequires() throws Exception {
    refused(lower(Role.SUBMIT, "f", BODY), 403, "FORBIDDEN");
    refused(lower(Role.APPROVE, "g", BODY), 404, "NOT_FOUND");
    for (String wrong :
        List.of(
            "{\"reason\":\"neither\"}",
            "{\"risk\":\"low\"}",
            "{\"risk\":\"none\",\"reason\":\"x\"}",
            "{\"ordinal\":0,\"risk\":\"low\",\"reason\":\"x\"}",
            "{\"drop\":[\"a\",\"b\",\"c\",\"d\"],\"reason\":\"too many\"}",
            "{\"risk\":\"low\",\"reason\":\"x\",\"by\":\"the boss\"}")) {
      assertThat(lower(Role.APPROVE, "f", wrong).statusCode()).as(wrong).isEqualTo(422);
    }
    assertThat(api.facts).isEmpty();

    HttpResponse<String> taken = lower(Role.APPROVE, "f", BODY);

    assertThat(taken.statusCode()).isEqualTo(202);
    assertThat(api.facts)
        .containsExactly(
            GovernanceFact.lowered("shop/cart", 2, Risk.LOW, List.of("scan"), "a typo", "approve-f")
                .as("approve", "f"));
  }

  @Test
  void whoWaitsIsToldTheDecisionAndNoneOfBefore() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = lowerLater();
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isEqualTo(FACT);

    api.decide(decision(EARLIER, Reasons.REQUIREMENTS_LOWERED));
    api.decide(decision(RECORDED, "ALL_PASS"));
    Decision lowered = decision(RECORDED, Reasons.REQUIREMENTS_LOWERED);
    api.decide(lowered);

    HttpResponse<String> response = answer.get(20, TimeUnit.SECONDS);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(TestIngest.json(response).path("id").asText()).isEqualTo(lowered.id());
  }

  @Test
  void whoWaitsIsToldTheDirectorsRefusalAndNoneOfBefore() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = lowerLater();
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isEqualTo(FACT);

    api.show("shop/cart", refusal(FACT.id(), EARLIER, ErrorCode.UNKNOWN_REQUEST));
    api.show("shop/cart", refusal(Digests.sha256Hex("x"), RECORDED, ErrorCode.UNKNOWN_REQUEST));
    api.show("shop/cart", refusal(FACT.id(), RECORDED, ErrorCode.SELF_APPROVAL));

    refused(answer.get(20, TimeUnit.SECONDS), 403, "SELF_APPROVAL");
  }

  @Test
  void whoLeavesIsNotWaitedFor() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = lowerLater();
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isNotNull();
    api.awaitMetric("assay_http_streams_open 1.0");

    answer.cancel(true);

    api.awaitMetric("assay_http_streams_open 0.0");
  }

  @Test
  void aServerThatStopsSendsWhoWaitsHome() throws Exception {
    CompletableFuture<HttpResponse<String>> answer = lowerLater();
    assertThat(api.facts.poll(20, TimeUnit.SECONDS)).isNotNull();

    api.ingest.endWaits();

    HttpResponse<String> response = answer.get(20, TimeUnit.SECONDS);
    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(TestIngest.json(response).path("fact").asText()).isEqualTo(FACT.id());
  }

  private HttpResponse<String> lower(Role role, String fleet, String body) throws Exception {
    return api.postAs(TestIngest.token(role, fleet), PATH, "application/json", body);
  }

  private CompletableFuture<HttpResponse<String>> lowerLater() {
    return api.postLater(PATH + "?wait=300", "application/json", BODY);
  }

  private static void refused(HttpResponse<String> response, int status, String code)
      throws IOException {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    JsonNode problem = TestIngest.json(response);
    assertThat(problem.path("code").asText()).isEqualTo(code);
  }

  private static Refusal refusal(String input, String time, ErrorCode code) {
    return Refusal.of(null, input, Rejection.of(code, "expected less, found more"), time);
  }

  private static Decision decision(String time, String reason) {
    return TestIngest.decision(SENT, DecisionKind.CONTINUE, reason, time);
  }
}
