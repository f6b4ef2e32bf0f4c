package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpServiceTest {

  private static final Route HELLO =
      Route.get("/v1/hello", Permission.READ, _ -> Response.text(200, "text/plain", "hello"));
  private static final Route ITEM =
      Route.get(
          "/v1/items/{id...}",
          Permission.READ,
          request -> Response.text(200, "text/plain", request.path("id")));
  private static final Route ITEM_EVENTS =
      Route.get(
          "/v1/items/{id...}/events",
          Permission.READ,
          request -> Response.text(200, "text/plain", "events of " + request.path("id")));
  private static final Route ECHO =
      Route.post(
          "/v1/echo",
          Permission.SEND,
          request -> Response.bytes(200, "text/plain", request.body(1_000_000)));
  private static final Route OPEN =
      Route.get(
          "/open", Permission.ANYBODY, _ -> Response.text(200, "text/plain", "for everybody"));

  @Test
  void aCallWithoutTheTokenIsUnauthenticated() throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      HttpResponse<String> response =
          server.send(HttpRequest.newBuilder(server.request("/v1/hello").build().uri()).build());

      assertProblem(response, 401, "UNAUTHENTICATED");
      assertThat(response.headers().firstValue("WWW-Authenticate"))
          .hasValue("Bearer realm=\"assay\"");
    }
  }

  @Test
  void noAnswerRunsInABrowserUnlessItsRouteAllowsIt() throws Exception {
    Route page =
        Route.get(
            "/page",
            Permission.ANYBODY,
            _ ->
                Response.text(200, "text/html", "<p>")
                    .header("Content-Security-Policy", "default-src 'self'"));
    try (TestServer server = new TestServer(HELLO, page)) {
      for (String path : List.of("/v1/hello", "/v1/nothing", "/healthz", "/openapi.json")) {
        assertThat(policies(server, path))
            .containsExactly("default-src 'none'; frame-ancestors 'none'");
      }
      assertThat(policies(server, "/page")).containsExactly("default-src 'self'");
    }
  }

  private static List<String> policies(TestServer server, String path) throws Exception {
    return server.send(server.request(path).build()).headers().allValues("Content-Security-Policy");
  }

  @Test
  void aPortThatIsTakenIsAnErrorThatNamesIt() {
    try (TestServer first = new TestServer(HELLO)) {
      assertThatThrownBy(() -> new TestServer(first.port(), HELLO))
          .hasRootCauseInstanceOf(BindException.class)
          .hasMessageContaining(Integer.toString(first.port()));
    }
  }

  @ParameterizedTest
  @CsvSource({"Bearer wrong-token-of-the-same-length!!", "Basic 0123456789abcdef", "Bearer", "''"})
  void aCallWithAnotherCredentialIsUnauthenticated(String authorization) throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      URI uri = server.request("/v1/hello").build().uri();

      assertProblem(
          server.send(HttpRequest.newBuilder(uri).header("Authorization", authorization).build()),
          401,
          "UNAUTHENTICATED");
    }
  }

  @Test
  void whoSaysTwiceWhoHeIsIsNobody() throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      assertProblem(
          server.send(
              server.request("/v1/hello").header("Authorization", "Bearer another-token").build()),
          401,
          "UNAUTHENTICATED");
    }
  }

  @Test
  void anOpenCallNeedsNoToken() throws Exception {
    try (TestServer server = new TestServer(OPEN)) {
      URI uri = server.request("/open").build().uri();

      assertThat(server.send(HttpRequest.newBuilder(uri).build()).body())
          .isEqualTo("for everybody");
    }
  }

  @Test
  void aStrangerCannotTellWhichPathsExist() throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      URI uri = server.request("/v1/nothing").build().uri();

      assertProblem(server.send(HttpRequest.newBuilder(uri).build()), 401, "UNAUTHENTICATED");
    }
  }

  @Test
  void aPublicPathNamesItsMethodsToEverybody() throws Exception {
    try (TestServer server = new TestServer(OPEN)) {
      URI uri = server.request("/open").build().uri();
      HttpResponse<String> response = server.send(HttpRequest.newBuilder(uri).DELETE().build());

      assertProblem(response, 405, "METHOD_NOT_ALLOWED");
      assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
  }

  @Test
  void anUnknownPathIsNotFound() throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      assertProblem(server.get("/v1/nothing"), 404, "NOT_FOUND");
    }
  }

  @Test
  void aKnownPathWithAnotherMethodNamesTheAllowedOnes() throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      HttpResponse<String> response = server.send(server.request("/v1/hello").DELETE().build());

      assertProblem(response, 405, "METHOD_NOT_ALLOWED");
      assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
  }

  @Test
  void headAnswersLikeGetWithoutTheBody() throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      HttpResponse<String> response =
          server.send(server.request("/v1/hello").method("HEAD", BodyPublishers.noBody()).build());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEmpty();
      assertThat(response.headers().firstValue("Content-Length")).hasValue("5");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/items/a, a",
    "/v1/items/shop/cart-42, shop/cart-42",
    "/v1/items/shop%2Fcart-42, shop/cart-42",
    "/v1/items/a:b@c+d, a:b@c+d",
    "/v1/items/shop/cart/events, events of shop/cart",
    "/v1/items/shop%2Fevents, shop/events",
    "/v1/items/events, events",
  })
  void anIdWithSlashesIsTheRestOfThePath(String path, String answer) throws Exception {
    try (TestServer server = new TestServer(ITEM, ITEM_EVENTS)) {
      assertThat(server.get(path).body()).isEqualTo(answer);
    }
  }

  @Test
  void anUnknownQueryParameterIsRefused() throws Exception {
    try (TestServer server = new TestServer(HELLO.queryParameters("limit"))) {
      JsonNode problem = assertProblem(server.get("/v1/hello?limt=1"), 400, "INVALID_QUERY");

      assertThat(problem.get("field").asText()).isEqualTo("limt");
      assertThat(problem.get("expected").asText()).isEqualTo("a query parameter out of limit");
      assertThat(problem.get("found").asText()).isEqualTo("'limt'");
      assertProblem(server.get("/v1/hello?limit=1&limit=2"), 400, "INVALID_QUERY");
      assertProblem(server.get("/v1/hello?limit=%ff"), 400, "INVALID_QUERY");
    }
  }

  @Test
  void aFaultOfTheServerTellsNothingAboutIt() throws Exception {
    Route broken =
        Route.get(
            "/v1/broken",
            Permission.READ,
            _ -> {
              throw new IllegalStateException("a secret");
            });
    try (TestServer server = new TestServer(broken)) {
      HttpResponse<String> response = server.get("/v1/broken");

      assertProblem(response, 500, "INTERNAL_ERROR");
      assertThat(response.body()).doesNotContain("secret");
    }
  }

  @Test
  void aBodyOverTheBoundIsRefusedWhetherAnnouncedOrChunked() throws Exception {
    byte[] large = new byte[1_000_001];
    try (TestServer server = new TestServer(ECHO)) {
      assertProblem(
          server.send(server.request("/v1/echo").POST(BodyPublishers.ofByteArray(large)).build()),
          413,
          "PAYLOAD_TOO_LARGE");
      assertProblem(
          server.send(server.request("/v1/echo").POST(chunked(large)).build()),
          413,
          "PAYLOAD_TOO_LARGE");
    }
  }

  @Test
  void aChunkedBodyArrivesWhole() throws Exception {
    byte[] body = "x".repeat(700_000).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    try (TestServer server = new TestServer(ECHO)) {
      assertThat(
              server.send(server.request("/v1/echo").POST(chunked(body)).build()).body().length())
          .isEqualTo(700_000);
    }
  }

  @Test
  void oneRequestTooManyIsAskedToComeBack() throws Exception {
    CountDownLatch started = new CountDownLatch(2);
    CountDownLatch release = new CountDownLatch(1);
    Route slow =
        Route.get(
            "/v1/slow",
            Permission.READ,
            _ -> {
              started.countDown();
              release.await();
              return Response.text(200, "text/plain", "done");
            });
    HttpLimits limits = HttpLimits.defaults().withConcurrency(4, 1);
    try (TestServer server = new TestServer(limits, List.of(), slow)) {
      List<CompletableFuture<HttpResponse<String>>> inWork = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        inWork.add(
            server
                .client()
                .sendAsync(
                    server.request("/v1/slow").build(), HttpResponse.BodyHandlers.ofString()));
      }
      started.await();

      HttpResponse<String> refused = server.get("/v1/slow");
      release.countDown();

      assertProblem(refused, 429, "OVERLOADED");
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      for (CompletableFuture<HttpResponse<String>> future : inWork) {
        assertThat(future.get(10, TimeUnit.SECONDS).body()).isEqualTo("done");
      }
    }
  }

  @Test
  void aRouteMayHaveRefusalsOfItsOwnForAllThatRefusesIt() throws Exception {
    Route own =
        Route.post("/v1/own", Permission.ADMINISTER, _ -> Response.json(200, ""))
            .refusing((rejection, type) ->
                Response.refusal(
                    rejection.code().httpStatus(),
                    "text/plain",
                    (type + " " + rejection.code()).getBytes(StandardCharsets.UTF_8)));
    Route busy =
        own.handledBy(_ -> {
          throw new ProblemException(ErrorCode.OVERLOADED, "expected less, found more");
        });
    try (TestServer server = new TestServer(busy)) {
      HttpRequest.Builder post =
          server.request("/v1/own").header("Content-Type", "a/b").POST(BodyPublishers.noBody());
      HttpResponse<String> overloaded = server.send(post.build());
      HttpResponse<String> query =
          server.send(post.uri(URI.create(overloaded.uri() + "?x=1")).build());
      HttpResponse<String> method = server.get("/v1/own");
      HttpResponse<String> unknown = server.as("wrong", "/v1/own");

      assertThat(overloaded.statusCode()).isEqualTo(429);
      assertThat(overloaded.body()).isEqualTo("a/b OVERLOADED");
      assertThat(overloaded.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(query.statusCode()).isEqualTo(400);
      assertThat(query.body()).isEqualTo("a/b INVALID_QUERY");
      assertThat(method.statusCode()).isEqualTo(405);
      assertThat(method.body()).isEqualTo(" METHOD_NOT_ALLOWED");
      assertThat(method.headers().firstValue("Allow")).hasValue("POST");
      assertThat(unknown.statusCode()).isEqualTo(401);
      assertThat(unknown.body()).isEqualTo(" UNAUTHENTICATED");
      assertThat(unknown.headers().firstValue("WWW-Authenticate")).isPresent();
    }
  }

  @Test
  void atShutdownRequestsInWorkFinishAndNewOnesAreTurnedAway() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Route slow =
        Route.get(
            "/v1/slow",
            Permission.READ,
            _ -> {
              started.countDown();
              release.await();
              return Response.text(200, "text/plain", "done");
            });
    try (TestServer server = new TestServer(slow, HELLO)) {
      // A connection that is open before the shutdown, as a client with keep-alive has it.
      try (RawConnection other = new RawConnection(server.port())) {
        CompletableFuture<HttpResponse<String>> inWork =
            server
                .client()
                .sendAsync(
                    server.request("/v1/slow").build(), HttpResponse.BodyHandlers.ofString());
        started.await();

        Thread closing = Thread.startVirtualThread(server.service()::close);
        awaitDraining(server);
        other.send(get("/v1/hello", server.port()));

        assertThat(other.readToEnd()).startsWith("HTTP/1.1 503").contains("SHUTTING_DOWN");
        release.countDown();
        assertThat(inWork.get(10, TimeUnit.SECONDS).body()).isEqualTo("done");
        closing.join();
      }
    }
  }

  @Test
  void readinessNamesTheCheckThatFails() throws Exception {
    HealthCheck good = new HealthCheck("store", ErrorCode.STORE_UNAVAILABLE, () -> {});
    HealthCheck bad =
        new HealthCheck(
            "broker",
            ErrorCode.BROKER_UNAVAILABLE,
            () -> {
              throw new IOException("connection refused");
            });
    try (TestServer server = new TestServer(HttpLimits.defaults(), List.of(good, bad))) {
      JsonNode problem = assertProblem(server.get("/readyz"), 503, "BROKER_UNAVAILABLE");

      assertThat(problem.get("checks").get(0).get("ok").asBoolean()).isTrue();
      assertThat(problem.get("checks").get(1).get("name").asText()).isEqualTo("broker");
      assertThat(problem.get("checks").get(1).get("detail").asText())
          .isEqualTo("connection refused");
      assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void readinessIsPublicAndMetricsAreNot() throws Exception {
    try (TestServer server = new TestServer(HELLO)) {
      assertThat(server.get("/v1/hello").statusCode()).isEqualTo(200);
      for (String open : List.of("/healthz", "/readyz")) {
        URI uri = server.request(open).build().uri();
        assertThat(server.send(HttpRequest.newBuilder(uri).build()).statusCode()).isEqualTo(200);
      }
      URI metrics = server.request("/metrics").build().uri();
      assertProblem(server.send(HttpRequest.newBuilder(metrics).build()), 401, "UNAUTHENTICATED");
      assertThat(server.get("/metrics").body())
          .contains("assay_http_requests_seconds_count{route=\"GET /v1/hello\",status=\"200\"} 1");
    }
  }

  @Test
  void anEventStreamSendsWhatItIsFed() throws Exception {
    Route events =
        Route.get(
            "/v1/events",
            Permission.READ,
            _ ->
                Response.events(sink -> {
                  sink.send("decision", "d-1", "{\"a\":1}");
                  sink.send("decision", "d-2", "{\"a\":2}");
                }));
    try (TestServer server = new TestServer(events)) {
      HttpResponse<Stream<String>> response =
          server
              .client()
              .send(server.request("/v1/events").build(), HttpResponse.BodyHandlers.ofLines());

      assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
      assertThat(response.body().toList())
          .containsSubsequence(
              "event: decision", "id: d-1", "data: {\"a\":1}", "", "id: d-2", "data: {\"a\":2}");
    }
  }

  @Test
  void aServerWithoutAuthenticationBindsLoopbackOnly() {
    assertThatThrownBy(
            () -> new HttpConfig("0.0.0.0", 0, new Authentication.Open(), HttpLimits.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a loopback address");
    assertThat(
            new HttpConfig("::1", 0, new Authentication.Open(), HttpLimits.defaults()).loopback())
        .isTrue();
  }

  private static void awaitDraining(TestServer server) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!server.service().draining() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
  }

  static String get(String path, int port) {
    return "GET "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1:"
        + port
        + "\r\nAuthorization: Bearer "
        + TestServer.TOKEN
        + "\r\n\r\n";
  }

  private static HttpRequest.BodyPublisher chunked(byte[] bytes) {
    return BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(bytes));
  }

  private static JsonNode assertProblem(HttpResponse<String> response, int status, String code)
      throws IOException {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    JsonNode problem = TestServer.json(response);
    assertThat(problem.get("code").asText()).isEqualTo(code);
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("title").asText()).isNotEmpty();
    assertThat(problem.get("detail").asText()).isNotEmpty();
    assertThat(problem.get("type").asText()).startsWith("https://");
    return problem;
  }
}
