package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.Role;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionCallsTest {

  private static final String STRUCTURED = "application/cloudevents+json";
  private static final String BATCH = "application/cloudevents-batch+json";

  private final Path directory;
  private final TestIngest server;

  ExecutionCallsTest(@TempDir Path directory) throws Exception {
    this.directory = directory;
    this.server = new TestIngest(directory);
    server.put(TestIngest.REPORT, "Content-Type", "application/xml");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void anEventIsAcceptedAndPublished() throws Exception {
    HttpResponse<String> response = server.postEvent(TestIngest.event("e-1", "shop/cart-42"));

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.headers().firstValue("Location")).hasValue("/v1/work-items/shop/cart-42");
    assertThat(response.body())
        .isEqualTo("{\"eventId\":\"e-1\",\"workItem\":\"shop/cart-42\",\"duplicate\":false}");
    assertThat(server.published).singleElement().extracting(ExecutionEvent::id).isEqualTo("e-1");
  }

  @Test
  void anAgentSendsWorkOfItsFleetAndOfNoOther() throws Exception {
    String event = TestIngest.event("e-1", "shop/cart-42");
    server.putAs(TestIngest.token(Role.SUBMIT, "f"), TestIngest.REPORT);

    HttpResponse<String> own =
        server.postAs(TestIngest.token(Role.SUBMIT, "f"), "/v1/executions", STRUCTURED, event);
    HttpResponse<String> others =
        server.postAs(TestIngest.token(Role.SUBMIT, "g"), "/v1/executions", STRUCTURED, event);
    HttpResponse<String> batch =
        server.postAs(
            TestIngest.token(Role.SUBMIT, "g"), "/v1/executions", BATCH, "[" + event + "]");

    assertThat(own.statusCode()).isEqualTo(202);
    assertThat(others.statusCode()).isEqualTo(403);
    assertThat(TestIngest.json(others).path("code").asText()).isEqualTo("FORBIDDEN");
    assertThat(TestIngest.json(others).path("field").asText()).isEqualTo("agent.fleet");
    assertThat(TestIngest.json(batch).path(0).path("code").asText()).isEqualTo("FORBIDDEN");
    assertThat(server.published).hasSize(1);
  }

  @Test
  void toNameAnotherFleetsArtifactGivesNobodyItsBytes() throws Exception {
    String rival = TestIngest.token(Role.SUBMIT, "g");
    String path = "/v1/artifacts/" + TestIngest.REPORT_SHA;
    String event =
        TestIngest.event("e-1", "rival/item").replace("\"fleet\":\"f\"", "\"fleet\":\"g\"");

    HttpResponse<String> named = server.postAs(rival, "/v1/executions", STRUCTURED, event);

    assertThat(TestIngest.json(named).path("code").asText()).isEqualTo("ARTIFACT_MISSING");
    assertThat(server.getAs(rival, path).statusCode()).isEqualTo(404);
    assertThat(server.putAs(rival, TestIngest.REPORT).statusCode()).isEqualTo(201);
    assertThat(server.getAs(rival, path).statusCode()).isEqualTo(200);
    assertThat(server.postAs(rival, "/v1/executions", STRUCTURED, event).statusCode())
        .isEqualTo(202);
  }

  @Test
  void whatAnotherFleetCalledTheSameBytesIsNotTold() throws Exception {
    String bytes = "<testsuite name='both'/>";
    String rival = TestIngest.token(Role.SUBMIT, "g");
    server.put(bytes, "Content-Type", "application/vnd.secret+json");

    HttpResponse<String> put = server.putAs(rival, bytes);
    HttpResponse<String> got =
        server.getAs(rival, "/v1/artifacts/" + TestIngest.json(put).path("sha256").asText());

    assertThat(put.statusCode()).isEqualTo(201);
    assertThat(TestIngest.json(put).path("mediaType").asText()).isEqualTo("application/xml");
    assertThat(got.body()).isEqualTo(bytes);
    assertThat(got.headers().map().toString()).doesNotContain("secret");
  }

  @Test
  void whoIsOverTheQuotaIsNotLookedUp() throws Exception {
    try (TestIngest small =
        new TestIngest(
            directory.resolve("small"),
            new IngestLimits(1_000, 10, 10, 1, 1_000, 1, 1_000, 10),
            List.of())) {
      String rival = TestIngest.token(Role.SUBMIT, "g");
      String foreign = TestIngest.event("e-1", "shop/cart-42");

      HttpResponse<String> first = small.postAs(rival, "/v1/executions", STRUCTURED, foreign);
      HttpResponse<String> second = small.postAs(rival, "/v1/executions", STRUCTURED, foreign);

      assertThat(TestIngest.json(first).path("code").asText()).isEqualTo("FORBIDDEN");
      assertThat(TestIngest.json(second).path("code").asText()).isEqualTo("QUOTA_EXCEEDED");
    }
  }

  @Test
  void evidenceThatNamesAStoredDocumentBringsItToTheVerifiers() throws Exception {
    server.postEvent(TestIngest.event("e-1", "shop/cart-42"));
    String document = "{\"payloadType\":\"application/vnd.in-toto+json\"}";
    String named =
        TestIngest.event("e-2", "shop/cart-42")
            .replace(".execution.v1", ".evidence.v1")
            .replaceFirst(
                "(?s)\"data\":.*",
                """
                "data":{"workItem":"shop/cart-42","artifacts":[{"role":"test-report",\
                "sha256":"%s","size":%d,"mediaType":"application/xml"}],"provenance":"%s"}}\
                """
                    .formatted(
                        TestIngest.REPORT_SHA,
                        TestIngest.REPORT.length(),
                        Digests.sha256Hex(document)));
    HttpResponse<String> early = server.postEvent(named);
    server.put(document);

    HttpResponse<String> response = server.postEvent(named);
    HttpResponse<String> again = server.postEvent(named);

    assertThat(early.statusCode()).as(early.body()).isEqualTo(422);
    assertThat(TestIngest.json(early).path("code").asText()).isEqualTo("ARTIFACT_MISSING");
    assertThat(TestIngest.json(early).path("field").asText()).isEqualTo("provenance");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
    assertThat(again.body()).contains("\"duplicate\":true");
    ExecutionEvent event = server.published.stream().skip(1).findFirst().orElseThrow();
    assertThat(event.data().artifacts().get(1).role()).isEqualTo(ArtifactRole.PROVENANCE);
    assertThat(event.data().artifacts().get(1).size()).isEqualTo(document.length());
    GovernanceFact told = server.facts.remove();
    assertThat(told.names()).hasSize(2);
    assertThat(told.role()).isEqualTo("operate");
    assertThat(told.fleet()).as("of who acts for all").isNull();
  }

  @Test
  void whatTheOperatorSubmitsForAFleetIsTheFleets() throws Exception {
    server.postEvent(TestIngest.event("e-1", "shop/cart-42"));

    String path = "/v1/artifacts/" + TestIngest.REPORT_SHA;
    assertThat(server.getAs(TestIngest.token(Role.APPROVE, "f"), path).statusCode()).isEqualTo(200);
    assertThat(server.getAs(TestIngest.token(Role.APPROVE, "g"), path).statusCode()).isEqualTo(404);
  }

  @Test
  void nobodySendsWorkForAnItemOfAnotherFleet() throws Exception {
    server.postEvent(TestIngest.event("e-1", "shop/cart-42"));
    String rival = TestIngest.token(Role.SUBMIT, "g");
    server.putAs(rival, TestIngest.REPORT);

    HttpResponse<String> taken =
        server.postAs(
            rival,
            "/v1/executions",
            STRUCTURED,
            TestIngest.event("e-2", "shop/cart-42").replace("\"fleet\":\"f\"", "\"fleet\":\"g\""));

    assertThat(taken.statusCode()).isEqualTo(403);
    assertThat(TestIngest.json(taken).path("field").asText()).isEqualTo("workItem");
    assertThat(server.published).hasSize(1);
  }

  @Test
  void whoOnlyAnswersQuestionsSendsNoWork() throws Exception {
    HttpResponse<String> response =
        server.postAs(
            TestIngest.token(Role.APPROVE, "f"),
            "/v1/executions",
            STRUCTURED,
            TestIngest.event("e-1", "shop/cart-42"));

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(server.published).isEmpty();
  }

  @Test
  void theLocationOfAnItemNamedLikeItsEventsIsNotItsEvents() throws Exception {
    HttpResponse<String> response = server.postEvent(TestIngest.event("e-1", "shop/events"));

    assertThat(response.headers().firstValue("Location")).hasValue("/v1/work-items/shop%2Fevents");
  }

  @Test
  void noClientTakesAPartOfAnIdOutOfItsLocation() throws Exception {
    HttpResponse<String> response = server.postEvent(TestIngest.event("e-1", "shop/./cart"));

    assertThat(response.headers().firstValue("Location"))
        .hasValue("/v1/work-items/shop%2F.%2Fcart");
  }

  @Test
  void binaryModeIsTheSameEvent() throws Exception {
    HttpResponse<String> response =
        server.send(
            server
                .request("/v1/executions")
                .headers(
                    "ce-specversion", "1.0",
                    "ce-type", "dev.assay.execution.v1",
                    "ce-source", "https://agents.example/f",
                    "ce-id", "e-1",
                    "ce-subject", "caf%C3%A9",
                    "ce-traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                    "Content-Type", "application/json")
                .POST(BodyPublishers.ofString(TestIngest.data("w-1")))
                .build());

    assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
    assertThat(server.postEvent(TestIngest.event("e-1", "w-1")).body())
        .contains("\"duplicate\":true");
  }

  @Test
  void aRepeatIsADuplicateAndIsPublishedAgain() throws Exception {
    String event = TestIngest.event("e-1", "w-1");
    server.postEvent(event);

    HttpResponse<String> repeat =
        server.postEvent(
            event.replace(
                "{\"specversion\"", "{\"time\":\"2026-11-21T10:00:00Z\",\"specversion\""));

    assertThat(repeat.statusCode()).as(repeat.body()).isEqualTo(202);
    assertThat(repeat.body()).contains("\"duplicate\":true");
    assertThat(server.published).hasSize(2);
  }

  @Test
  void theSameIdentityWithOtherDataIsAConflict() throws Exception {
    server.postEvent(TestIngest.event("e-1", "w-1"));

    HttpResponse<String> response = server.postEvent(TestIngest.event("e-1", "w-2"));

    ArtifactCallsTest.assertCode(response, 409, "EVENT_CONFLICT");
    assertThat(server.published).hasSize(1);
    assertThat(
            server
                .postEvent(
                    TestIngest.event("e-1", "w-2").replace("agents.example/f", "agents.example/g"))
                .statusCode())
        .isEqualTo(202);
  }

  @Test
  void whatWasOnTheTopicBeforeTheStartIsRemembered(@TempDir Path other) throws Exception {
    server.postEvent(TestIngest.event("e-1", "w-1"));

    try (TestIngest restarted =
        new TestIngest(other, IngestLimits.defaults(), List.copyOf(server.published))) {
      restarted.put(TestIngest.REPORT);

      assertThat(restarted.postEvent(TestIngest.event("e-1", "w-1")).body())
          .contains("\"duplicate\":true");
      ArtifactCallsTest.assertCode(
          restarted.postEvent(TestIngest.event("e-1", "w-2")), 409, "EVENT_CONFLICT");
    }
  }

  @Test
  void anArtifactThatIsNotStoredIsMissing() throws Exception {
    String event =
        TestIngest.event("e-1", "w-1").replace(TestIngest.REPORT_SHA, Digests.sha256Hex("no"));

    ArtifactCallsTest.assertCode(server.postEvent(event), 422, "ARTIFACT_MISSING");
    assertThat(server.published).isEmpty();
  }

  @Test
  void anArtifactThatWasMissingIsFoundOnceItIsStored() throws Exception {
    String event =
        TestIngest.event("e-1", "w-1")
            .replace(TestIngest.REPORT_SHA, Digests.sha256Hex("late"))
            .replace("\"size\":" + TestIngest.REPORT.length(), "\"size\":4");
    ArtifactCallsTest.assertCode(server.postEvent(event), 422, "ARTIFACT_MISSING");
    server.put("late");

    HttpResponse<String> response = server.postEvent(event);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
    assertThat(response.body()).contains("\"duplicate\":false");
  }

  @Test
  void oneOfSeveralArtifactsThatIsMissingRefusesTheEvent() throws Exception {
    String event =
        TestIngest.event("e-1", "w-1")
            .replace(
                "\"artifacts\":[",
                "\"artifacts\":[{\"role\":\"test-log\",\"sha256\":\""
                    + Digests.sha256Hex("no")
                    + "\",\"size\":2,\"mediaType\":\"text/plain\"},");

    ArtifactCallsTest.assertCode(server.postEvent(event), 422, "ARTIFACT_MISSING");
  }

  @Test
  void anArtifactOfAnotherSizeIsRefused() throws Exception {
    String size = "\"size\":" + TestIngest.REPORT.length();
    String event = TestIngest.event("e-1", "w-1").replace(size, "\"size\":1");

    ArtifactCallsTest.assertCode(server.postEvent(event), 422, "ARTIFACT_SIZE_MISMATCH");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "run":"r-1"                | "run":"r-1","verdict":"PASS" | 422 | UNKNOWN_FIELD
          "run":"r-1",               |                              | 422 | MISSING_FIELD
          "test-report"              | "report"                     | 422 | INVALID_FIELD
          "e-1"                      | "../e"                       | 422 | INVALID_ID
          "sha256":"                 | "sha256":"g                  | 422 | INVALID_DIGEST
          "run":"r-1"                | "run":"r-1","claims":["","x"]| 422 | INVALID_FIELD
          "specversion":"1.0"        | "specversion":"2.0"          | 400 | INVALID_CLOUDEVENT
          "type":"dev.assay.execution.v1" | "type":"other"          | 422 | UNSUPPORTED_EVENT_TYPE
          "id":"e-1"                 | "id":"e-1","datacontenttype":"text/xml" | 415 | UNSUPPORTED_MEDIA_TYPE
          {"specversion"             | {"specversion                | 400 | INVALID_JSON
          """)
  void aFaultyEventIsRefusedWithItsCode(String good, String bad, int status, String code)
      throws Exception {
    String event = TestIngest.event("e-1", "w-1").replace(good, bad == null ? "" : bad);

    ArtifactCallsTest.assertCode(server.postEvent(event), status, code);
    assertThat(server.published).isEmpty();
    assertThat(server.postEvent(TestIngest.event("e-9", "w-9")).statusCode()).isEqualTo(202);
  }

  @Test
  void tooManyClaimsAreRefusedNeverCut() throws Exception {
    String claims = "\"claims\":[" + "\"c\",".repeat(Limits.CLAIMS_MAX) + "\"c\"],\"run\"";

    ArtifactCallsTest.assertCode(
        server.postEvent(TestIngest.event("e-1", "w-1").replace("\"run\"", claims)),
        422,
        "LIMIT_EXCEEDED");
  }

  @ParameterizedTest
  @CsvSource({"text/plain", "application/json", "application/xml", "''"})
  void anotherMediaTypeIsNotSupported(String mediaType) throws Exception {
    ArtifactCallsTest.assertCode(
        server.post("/v1/executions", mediaType, TestIngest.event("e-1", "w-1")),
        415,
        "UNSUPPORTED_MEDIA_TYPE");
  }

  @Test
  void anEventOverTheBoundIsTooLarge() throws Exception {
    ArtifactCallsTest.assertCode(
        server.postEvent(TestIngest.event("e-1", "w-1") + " ".repeat(Limits.EVENT_BYTES_MAX)),
        413,
        "PAYLOAD_TOO_LARGE");
  }

  @Test
  void aBatchIsAnsweredOneByOneInOrder() throws Exception {
    String batch =
        "["
            + TestIngest.event("e-1", "w-1")
            + ","
            + TestIngest.event("../2", "w-2")
            + ","
            + TestIngest.event("e-3", "w-3")
            + ","
            + TestIngest.event("e-1", "w-1")
            + "]";

    HttpResponse<String> response = server.post("/v1/executions", BATCH, batch);

    assertThat(response.statusCode()).isEqualTo(202);
    JsonNode answers = TestIngest.json(response);
    assertThat(answers).hasSize(4);
    assertThat(answers.get(0).get("duplicate").asBoolean()).isFalse();
    assertThat(answers.get(1).get("code").asText()).isEqualTo("INVALID_ID");
    assertThat(answers.get(1).get("status").asInt()).isEqualTo(422);
    assertThat(answers.get(2).get("eventId").asText()).isEqualTo("e-3");
    assertThat(answers.get(3).get("duplicate").asBoolean()).isTrue();
    assertThat(server.published)
        .extracting(ExecutionEvent::id)
        .containsExactly("e-1", "e-3", "e-1");
  }

  @Test
  void aBatchThatIsNoArrayIsRefusedAsAWhole() throws Exception {
    ArtifactCallsTest.assertCode(
        server.post("/v1/executions", BATCH, TestIngest.event("e-1", "w-1")),
        400,
        "INVALID_CLOUDEVENT");
  }

  @Test
  void aBrokerThatIsAwayIsAnOutageAndTheEventMayComeAgain() throws Exception {
    server.breakBroker(new IllegalStateException("no leader"));
    HttpResponse<String> refused = server.postEvent(TestIngest.event("e-1", "w-1"));
    HttpResponse<String> batch =
        server.post("/v1/executions", BATCH, "[" + TestIngest.event("e-2", "w-2") + "]");
    server.breakBroker(null);

    ArtifactCallsTest.assertCode(refused, 503, "BROKER_UNAVAILABLE");
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
    ArtifactCallsTest.assertCode(batch, 503, "BROKER_UNAVAILABLE");
    assertThat(server.postEvent(TestIngest.event("e-1", "w-1")).body())
        .contains("\"duplicate\":false");
  }

  @Test
  void tooManyEventsOnTheirWayIsOverload() throws Exception {
    server.breakBroker(new RejectedExecutionException("full"));

    HttpResponse<String> response = server.postEvent(TestIngest.event("e-1", "w-1"));

    ArtifactCallsTest.assertCode(response, 429, "OVERLOADED");
    assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
  }

  @Test
  void whoWaitsGetsTheDecisionOnItsOwnEvent() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        server.postLater(
            "/v1/executions?wait=30", STRUCTURED, TestIngest.event("e-1", "shop/cart"));
    ExecutionEvent event = published();
    server.postEvent(TestIngest.event("e-2", "shop/cart"));
    server.decide(published(), DecisionKind.RETRY);
    assertThat(waiting).isNotDone();

    server.decide(event, DecisionKind.PROMOTE);

    HttpResponse<String> response = waiting.get(10, TimeUnit.SECONDS);
    assertThat(response.statusCode()).isEqualTo(200);
    JsonNode answer = TestIngest.json(response);
    assertThat(answer.get("eventId").asText()).isEqualTo("e-1");
    assertThat(answer.get("workItem").asText()).isEqualTo("shop/cart");
    assertThat(answer.get("decision").get("kind").asText()).isEqualTo("PROMOTE");
    assertThat(answer.get("decision").get("workItem").asText()).isEqualTo("shop/cart");
  }

  @Test
  void whoLeavesIsNotWaitedFor() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        server.postLater("/v1/executions?wait=300", STRUCTURED, TestIngest.event("e-1", "w-1"));
    var _ = published();
    server.awaitMetric("assay_ingest_waiting 1.0");

    waiting.cancel(true);

    server.awaitMetric("assay_ingest_waiting 0.0");
  }

  @Test
  void whoWaitsIsToldThatTheDirectorRefusedWhatItSent() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        server.postLater("/v1/executions?wait=30", STRUCTURED, TestIngest.event("e-1", "w-1"));
    ExecutionEvent event = published();

    server.refuse(event, ErrorCode.LIMIT_EXCEEDED);

    ArtifactCallsTest.assertCode(waiting.get(10, TimeUnit.SECONDS), 422, "LIMIT_EXCEEDED");
  }

  @Test
  void theRefusalOfOtherDataUnderTheSameIdIsNotTheWaitersOwn() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        server.postLater("/v1/executions?wait=30", STRUCTURED, TestIngest.event("e-1", "w-1"));
    ExecutionEvent event = published();
    ExecutionEvent other =
        new ExecutionEvent(event.source(), event.id(), null, null, otherRun(event.data()));

    server.refuse(other, ErrorCode.EVENT_CONFLICT);
    server.decide(event, DecisionKind.RETRY);

    assertThat(waiting.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
  }

  private static ExecutionData otherRun(ExecutionData data) {
    return new ExecutionData(
        data.workItem(),
        "another-run",
        data.attempt(),
        data.agent(),
        data.target(),
        data.claims(),
        data.artifacts(),
        data.requires(),
        data.suggests(),
        data.groundTruth(),
        data.risk(),
        data.maxVerifyRetries(),
        data.hints());
  }

  @Test
  void aWaitWithoutADecisionEndsInAccepted() throws Exception {
    HttpResponse<String> response =
        server.post("/v1/executions?wait=1", STRUCTURED, TestIngest.event("e-1", "w-1"));

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.body()).doesNotContain("decision");
  }

  @Test
  void aRepeatThatWaitsGetsTheDecisionThatIsEmittedAgain() throws Exception {
    server.postEvent(TestIngest.event("e-1", "w-1"));
    ExecutionEvent first = published();
    server.decide(first, DecisionKind.HALT);

    CompletableFuture<HttpResponse<String>> waiting =
        server.postLater("/v1/executions?wait=30", STRUCTURED, TestIngest.event("e-1", "w-1"));
    server.decide(published(), DecisionKind.HALT);

    JsonNode answer = TestIngest.json(waiting.get(10, TimeUnit.SECONDS));
    assertThat(answer.get("duplicate").asBoolean()).isTrue();
    assertThat(answer.get("decision").get("kind").asText()).isEqualTo("HALT");
  }

  @Test
  void aBatchThatWaitsCarriesItsDecisions() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        server.postLater(
            "/v1/executions?wait=30",
            BATCH,
            "[" + TestIngest.event("e-1", "w-1") + "," + TestIngest.event("e-2", "w-2") + "]");
    server.decide(published(), DecisionKind.PROMOTE);
    server.decide(published(), DecisionKind.RETRY);

    HttpResponse<String> response = waiting.get(10, TimeUnit.SECONDS);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(TestIngest.json(response).findValuesAsText("kind"))
        .containsExactly("PROMOTE", "RETRY");
  }

  @ParameterizedTest
  @CsvSource({"-1", "301", "soon", "1.5", "''"})
  void aWaitOutOfBoundsIsAnInvalidQuery(String wait) throws Exception {
    ArtifactCallsTest.assertCode(
        server.post("/v1/executions?wait=" + wait, STRUCTURED, TestIngest.event("e-1", "w-1")),
        400,
        "INVALID_QUERY");
  }

  @Test
  void whoWaitsAtShutdownIsSentHomeAccepted() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        server.postLater("/v1/executions?wait=300", STRUCTURED, TestIngest.event("e-1", "w-1"));
    ExecutionEvent event = published();
    assertThat(event.id()).isEqualTo("e-1");

    server.http.close();

    assertThat(waiting.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(202);
  }

  @Test
  void everyCallNeedsTheToken() throws IOException, InterruptedException {
    HttpResponse<String> response =
        server.send(
            java.net.http.HttpRequest.newBuilder(server.request("/v1/executions").build().uri())
                .POST(BodyPublishers.ofString("{}"))
                .build());

    ArtifactCallsTest.assertCode(response, 401, "UNAUTHENTICATED");
    assertThat(directory).isDirectory();
  }

  private ExecutionEvent published() throws InterruptedException {
    ExecutionEvent event = server.published.poll(10, TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    return java.util.Objects.requireNonNull(event);
  }
}
