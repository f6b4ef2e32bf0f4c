package dev.assay.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedInputStream;
import dev.assay.http.Role;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtlpCallsTest {

  private static final String JSON = "application/json";

  @TempDir Path directory;

  @Test
  void aRunThatIsClosedIsAnExecutionOfWhoSentItsSpans() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      String token = TestIngest.token(Role.SUBMIT, "f");
      String first = spans("shop/cart-42", "run-7", "\"parentSpanId\":\"01\",", "orders.update");
      String second = spans("shop/cart-42", "run-7", "", "orders.create");

      assertThat(ingest.postAs(token, "/v1/traces", JSON, first).body()).isEqualTo("{}");
      assertThat(ingest.postAs(token, "/v1/traces", JSON, second).statusCode()).isEqualTo(200);
      assertThat(ingest.published).isEmpty();
      assertThat(close(ingest, token, "shop/cart-42").body()).isEqualTo("{\"closing\":1}");

      ExecutionEvent event = published(ingest);
      assertThat(event.data().workItem()).isEqualTo("shop/cart-42");
      assertThat(event.data().run()).isEqualTo("run-7");
      assertThat(event.data().groundTruth()).isEqualTo("shop");
      assertThat(event.data().agent().fleet()).isEqualTo("f");
      assertThat(event.submittedBy()).isEqualTo("submit-f");
      ArtifactRef trace = event.data().artifacts().getFirst();
      assertThat(trace.role()).isEqualTo(ArtifactRole.TOOL_TRACE);
      assertThat(trace.mediaType()).isEqualTo("application/vnd.assay.envelopes");
      String lines = ingest.getAs(token, "/v1/artifacts/" + trace.sha256()).body();
      assertThat(lines.lines()).hasSize(2);
      assertThat(lines).contains("orders.update", "orders.create", "receivedSha256");
    }
  }

  @Test
  void whatWasAnswered200SurvivesARestart() throws Exception {
    String body = spans("item", "run", "", "orders.update");
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(ingest.post("/v1/traces", JSON, body).statusCode()).isEqualTo(200);
    }
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(close(ingest, TestIngest.TOKEN, "item").body()).isEqualTo("{\"closing\":1}");
      assertThat(published(ingest).data().workItem()).isEqualTo("item");
    }
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(close(ingest, TestIngest.TOKEN, "item").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aRunThatCannotBeHandedInIsHandedInLater() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      ingest.breakBroker(new IllegalStateException("no broker"));
      ingest.post("/v1/traces", JSON, spans("item", "run", "", "orders.update"));
      close(ingest, TestIngest.TOKEN, "item");
      ingest.breakBroker(null);

      assertThat(published(ingest).data().workItem()).isEqualTo("item");
    }
  }

  @Test
  void anErrorInOneRunEndsNeitherItsHandingInNorThatOfOthers() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      ingest.failOnce(new StackOverflowError());
      ingest.post("/v1/traces", JSON, spans("item", "run", "", "orders.update"));
      close(ingest, TestIngest.TOKEN, "item");

      assertThat(published(ingest).data().workItem()).isEqualTo("item");
    }
  }

  @Test
  void aRunThatIsTooLargeIsRefusedForGoodAndTheNextIsHandedIn() throws Exception {
    IngestLimits small = new IngestLimits(1_500, 1_000, 100, 8, 10_000, 1_000, 1 << 20, 100);
    try (TestIngest ingest = new TestIngest(directory, small, List.of())) {
      ingest.post("/v1/traces", JSON, spans("large", "run", "", "t".repeat(2_000)));
      ingest.post("/v1/traces", JSON, spans("next", "run", "", "t"));
      close(ingest, TestIngest.TOKEN, "large");
      close(ingest, TestIngest.TOKEN, "next");

      assertThat(published(ingest).data().workItem()).isEqualTo("next");
    }
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(close(ingest, TestIngest.TOKEN, "large").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aRequestSentTwiceIsOneLine() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      String body = spans("item", "run", "", "orders.update");
      ingest.post("/v1/traces", JSON, body);
      ingest.post("/v1/traces", JSON, body);
      close(ingest, TestIngest.TOKEN, "item");

      String digest = published(ingest).data().artifacts().getFirst().sha256();
      assertThat(ingest.get("/v1/artifacts/" + digest).body().lines()).hasSize(1);
    }
  }

  @Test
  void runsOfOneRequestAreKeptApart() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      String both =
          "{\"resourceSpans\":["
              + resource("a", "r", "", "tool.of.a")
              + ","
              + resource("b", "r", "", "tool.of.b")
              + "]}";
      ingest.post("/v1/traces", JSON, both);
      close(ingest, TestIngest.TOKEN, "b");

      ExecutionEvent event = published(ingest);
      assertThat(event.data().workItem()).isEqualTo("b");
      String digest = event.data().artifacts().getFirst().sha256();
      assertThat(ingest.get("/v1/artifacts/" + digest).body())
          .contains("tool.of.b")
          .doesNotContain("tool.of.a");
    }
  }

  @Test
  void spansOfAnotherFleetAreRejectedAndTheRestIsTaken() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      String mine = resource("mine", "r", "", "t");
      String foreign =
          mine.replace(
              "{\"key\":\"assay.run\"",
              "{\"key\":\"assay.fleet\",\"value\":{\"stringValue\":\"g\"}},{\"key\":\"assay.run\"");
      HttpResponse<String> answer =
          ingest.postAs(
              TestIngest.token(Role.SUBMIT, "f"),
              "/v1/traces",
              JSON,
              "{\"resourceSpans\":[" + mine + "," + foreign + "]}");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(TestIngest.json(answer).path("partialSuccess").path("rejectedSpans").asText())
          .isEqualTo("1");
      assertThat(answer.body()).contains("a fleet that submit-f acts for");
      HttpResponse<String> refused =
          ingest.postAs(
              TestIngest.token(Role.SUBMIT, "f"),
              "/v1/traces",
              JSON,
              "{\"resourceSpans\":[" + foreign + "]}");
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("FORBIDDEN");
    }
  }

  @Test
  void spansOfAReservedWorkItemAreRejectedAndTheRestIsTaken() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      String reserved =
          resource("assay.canary/x", "r", "", "t")
              + ","
              + resource("assay.manifest/x", "r", "", "t");
      HttpResponse<String> answer =
          ingest.post(
              "/v1/traces",
              JSON,
              "{\"resourceSpans\":[" + reserved + "," + resource("mine", "r", "", "t") + "]}");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(TestIngest.json(answer).path("partialSuccess").path("rejectedSpans").asText())
          .isEqualTo("2");
      assertThat(answer.body()).contains("ids that are not reserved");
      assertThat(close(ingest, TestIngest.TOKEN, "mine").statusCode()).isEqualTo(202);
    }
  }

  @Test
  void aResourceThatManyRunsShareIsNotWrittenWithoutEnd() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(zipped(ingest, gzip(shared(2 << 20, 120))).statusCode()).isEqualTo(200);
      HttpResponse<String> refused = zipped(ingest, gzip(shared(2 << 20, 130)));

      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("PAYLOAD_TOO_LARGE", "fewer runs");
    }
  }

  @Test
  void whatItsRunsGetOfARequestCountsAsSent() throws Exception {
    IngestLimits limits = new IngestLimits(1 << 30, 10, 10, 10, 1_000, 1_000, 1_000_000, 1_000);
    try (TestIngest ingest = new TestIngest(directory, limits, List.of())) {
      String token = TestIngest.token(Role.SUBMIT, "f");
      String request = new String(shared(200_000, 10), StandardCharsets.UTF_8);

      assertThat(ingest.postAs(token, "/v1/traces", JSON, request).statusCode()).isEqualTo(200);
      assertThat(ingest.postAs(token, "/v1/traces", JSON, "{}").body()).contains("QUOTA_EXCEEDED");
    }
  }

  @Test
  void gzipIsReadAndABombIsRefused() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      byte[] good = gzip(spans("item", "run", "", "t").getBytes(StandardCharsets.UTF_8));
      byte[] bomb = gzip(new byte[IngestLimits.OTLP_BYTES_MAX + 1]);

      assertThat(zipped(ingest, good).statusCode()).isEqualTo(200);
      HttpResponse<String> refused = zipped(ingest, bomb);
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("PAYLOAD_TOO_LARGE");
      assertThat(zipped(ingest, new byte[] {1, 2, 3}).statusCode()).isEqualTo(400);
    }
  }

  @Test
  void aRunThatWasClosedIsClosedAfterARestart() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      ingest.breakBroker(new IllegalStateException("no broker"));
      ingest.post("/v1/traces", JSON, spans("item", "run", "\"parentSpanId\":\"01\",", "t"));
      assertThat(close(ingest, TestIngest.TOKEN, "item").statusCode()).isEqualTo(202);
    }
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(published(ingest).data().workItem()).isEqualTo("item");
    }
  }

  @Test
  void aBodyIsReadOnceForAllOfItsRuns() throws Exception {
    String both =
        "{\"resourceSpans\":["
            + resource("a", "r", "", "t")
            + ","
            + resource("b", "r", "", "t")
            + "]}";
    try (TestIngest ingest = new TestIngest(directory)) {
      ingest.post("/v1/traces", JSON, both);
      deleteObjects();
      close(ingest, TestIngest.TOKEN, "a");
      close(ingest, TestIngest.TOKEN, "b");

      assertThat(List.of(published(ingest), published(ingest)))
          .extracting(event -> event.data().workItem())
          .containsExactly("a", "b");
    }
  }

  @Test
  void afterARestartABodyIsReadOnceForAllOfItsRuns() throws Exception {
    String both =
        "{\"resourceSpans\":["
            + resource("a", "r", "", "t")
            + ","
            + resource("b", "r", "", "t")
            + "]}";
    try (TestIngest ingest = new TestIngest(directory)) {
      ingest.post("/v1/traces", JSON, both);
    }
    try (TestIngest ingest = new TestIngest(directory)) {
      close(ingest, TestIngest.TOKEN, "a");
      assertThat(published(ingest).data().workItem()).isEqualTo("a");
      deleteObjects();
      close(ingest, TestIngest.TOKEN, "b");
      assertThat(published(ingest).data().workItem()).isEqualTo("b");
    }
  }

  /** Takes away all that the artifact store holds. */
  private void deleteObjects() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> objects =
          files
              .filter(Files::isRegularFile)
              .filter(file -> String.valueOf(file.getFileName()).matches("[0-9a-f]{60,64}"))
              .toList();
      assertThat(objects).isNotEmpty();
      for (Path object : objects) {
        Files.delete(object);
      }
    }
  }

  @Test
  void filesThatAnEarlierProcessLeftAreDeletedAtTheStart() throws Exception {
    Path traces = Files.createDirectories(directory.resolve("traces"));
    Path trace = Files.writeString(traces.resolve("trace123.ndjson"), "{}");
    Path spool = Files.writeString(traces.resolve("spool123.ndjson"), "{}");
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(ingest.post("/v1/traces", JSON, "{}").statusCode()).isEqualTo(200);
      assertThat(List.of(trace, spool)).noneMatch(Files::exists);
    }
  }

  @ParameterizedTest
  @CsvSource({"zstd, 400", "snappy, 400", "'gzip, gzip', 400", "GZip, 200", "Identity, 200"})
  void anEncodingThatIsNotReadIsRefusedInTheRequestsType(String encoding, int status)
      throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      byte[] body = status == 200 && encoding.startsWith("I") ? new byte[0] : gzip(new byte[0]);
      HttpRequest request =
          ingest
              .request("/v1/traces")
              .header("Content-Type", "application/x-protobuf")
              .header("Content-Encoding", encoding)
              .POST(BodyPublishers.ofByteArray(body))
              .build();
      HttpResponse<String> answer = ingest.send(request);

      assertThat(answer.statusCode()).isEqualTo(status);
      assertThat(answer.headers().firstValue("content-type")).hasValue("application/x-protobuf");
      assertThat(answer.body().contains("Content-Encoding gzip or none")).isEqualTo(status == 400);
    }
  }

  @Test
  void otherCallsTakeNoCompressedBody() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      HttpResponse<String> answer =
          ingest.send(
              ingest
                  .request("/v1/artifacts")
                  .header("Content-Encoding", "gzip")
                  .PUT(BodyPublishers.ofByteArray(gzip(new byte[100])))
                  .build());

      assertThat(answer.statusCode()).isEqualTo(415);
      assertThat(answer.body()).contains("UNSUPPORTED_MEDIA_TYPE", "Content-Encoding");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "traces | {\"resourceSpans\":{}} | resourceSpans",
        "traces | {\"resourceSpans\":[1]} | resourceSpans",
        "traces | {\"resourceSpans\":[{\"scopeSpans\":\"\"}]} | scopeSpans",
        "traces | {\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{},[]]}]}]} | spans",
        "logs | {\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":true}]}]} | logRecords",
      })
  void whatNoRunWouldGetIsRefused(String signal, String body, String member) throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      HttpResponse<String> answer = ingest.post("/v1/" + signal, JSON, body);

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("INVALID_JSON: expected " + member + " as an array");
    }
  }

  @Test
  void membersThatAreNullAreAbsent() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(ingest.post("/v1/traces", JSON, "{\"resourceSpans\":null}").statusCode())
          .isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, {, 400",
    "application/json, [], 400",
    "application/json, {}, 200",
    "application/x-protobuf, '', 200",
    "application/x-protobuf, {{{, 400",
    "text/plain, {}, 415",
  })
  void everyAnswerHasTheTypeOfItsRequest(String type, String body, int status) throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      for (String path : new String[] {"/v1/traces", "/v1/logs"}) {
        HttpResponse<String> answer = ingest.post(path, type, body);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type"))
            .hasValue(type.equals("text/plain") ? JSON : type);
        assertThat(answer.headers().firstValue("retry-after")).isEmpty();
      }
    }
  }

  @Test
  void whoMayNotSendIsRefused() throws Exception {
    try (TestIngest ingest = new TestIngest(directory)) {
      assertThat(
              ingest
                  .postAs(TestIngest.token(Role.APPROVE, "f"), "/v1/traces", JSON, "{}")
                  .statusCode())
          .isEqualTo(403);
    }
  }

  /** OTLP/HTTP, "Failures": each body of a refusal is a Status in the encoding of its request. */
  @ParameterizedTest
  @CsvSource({
    "POST, /v1/traces, wrong, 401, UNAUTHENTICATED",
    "POST, /v1/logs, approve, 403, FORBIDDEN",
    "PUT, /v1/logs, submit, 405, METHOD_NOT_ALLOWED",
    "PUT, /v1/traces, wrong, 401, UNAUTHENTICATED",
    "POST, /v1/traces?run=1, submit, 400, INVALID_QUERY",
  })
  void whatIsRefusedBeforeItsCallIsAStatus(
      String method, String path, String who, int status, String code) throws Exception {
    for (String type : new String[] {JSON, "application/x-protobuf"}) {
      try (TestIngest ingest = new TestIngest(directory)) {
        String token =
            switch (who) {
              case "approve" -> TestIngest.token(Role.APPROVE, "f");
              case "wrong" -> "wrong";
              default -> TestIngest.TOKEN;
            };
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(ingest.http.url() + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofString(""))
                .build();
        HttpResponse<byte[]> answer = ingest.client.send(request, BodyHandlers.ofByteArray());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type")).hasValue(type);
        assertThat(message(type, answer.body())).startsWith(code + ": expected ");
        assertThat(answer.headers().firstValue("www-authenticate").isPresent())
            .isEqualTo(status == 401);
        assertThat(answer.headers().firstValue("allow").isPresent()).isEqualTo(status == 405);
      }
    }
  }

  /** The {@code message} of a google.rpc.Status. */
  private static String message(String type, byte[] status) throws IOException {
    if (type.equals(JSON)) {
      return new ObjectMapper().readTree(status).path("message").asText();
    }
    CodedInputStream in = CodedInputStream.newInstance(status);
    assertThat(in.readTag()).isEqualTo(2 << 3 | 2);
    String message = in.readStringRequireUtf8();
    assertThat(in.isAtEnd()).isTrue();
    return message;
  }

  private static HttpResponse<String> zipped(TestIngest ingest, byte[] body) throws Exception {
    return ingest.send(
        ingest
            .request("/v1/traces")
            .header("Content-Type", JSON)
            .header("Content-Encoding", "gzip")
            .POST(BodyPublishers.ofByteArray(body))
            .build());
  }

  private static HttpResponse<String> close(TestIngest ingest, String token, String workItem)
      throws IOException, InterruptedException {
    return ingest.postAs(token, "/v1/traces/close?workItem=" + workItem, JSON, "");
  }

  private static ExecutionEvent published(TestIngest ingest) throws InterruptedException {
    @Nullable ExecutionEvent event = ingest.published.poll(30, TimeUnit.SECONDS);
    return Objects.requireNonNull(event, "no execution");
  }

  private static String spans(String workItem, String run, String parent, String tool) {
    return "{\"resourceSpans\":[" + resource(workItem, run, parent, tool) + "]}";
  }

  private static String resource(String workItem, String run, String parent, String tool) {
    return """
    {"resource":{"attributes":[{"key":"assay.work_item","value":{"stringValue":"%s"}},\
    {"key":"assay.run","value":{"stringValue":"%s"}},\
    {"key":"assay.ground_truth","value":{"stringValue":"shop"}}]},\
    "scopeSpans":[{"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c",%s"spanId":"02",\
    "name":"x","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},\
    {"key":"gen_ai.tool.name","value":{"stringValue":"%s"}}]}]}]}\
    """
        .formatted(workItem, run, parent, tool);
  }

  /** A request of one resource of {@code bytes} whose spans are of as many runs. */
  private static byte[] shared(int bytes, int runs) {
    String spans =
        IntStream.range(0, runs)
            .mapToObj(number -> "{\"traceId\":\"%032d\"}".formatted(number))
            .collect(Collectors.joining(","));
    return ("{\"resourceSpans\":[{\"schemaUrl\":\""
            + "x".repeat(bytes)
            + "\",\"scopeSpans\":[{\"spans\":["
            + spans
            + "]}]}]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
