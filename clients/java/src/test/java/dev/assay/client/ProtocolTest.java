package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.DecisionKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client does with a server that is busy, refuses, stands still or breaks its stream. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class ProtocolTest {

  private record Answer(int status, Map<String, String> headers, String body, boolean ends) {}

  private record Seen(String request, Map<String, List<String>> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, List.of("")).getFirst();
    }
  }

  @Parameter boolean brief;

  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final HttpServer server;
  private @Nullable AssayClient opened;

  ProtocolTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    if (opened != null) {
      opened.close();
    }
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    seen.add(
        new Seen(
            exchange.getRequestMethod() + " " + exchange.getRequestURI(),
            Map.copyOf(exchange.getRequestHeaders()),
            body));
    try (exchange) {
      Answer answer = answers.remove();
      answer.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(answer.status(), 0);
      exchange.getResponseBody().write(answer.body().getBytes(StandardCharsets.UTF_8));
      exchange.getResponseBody().flush();
      if (!answer.ends()) {
        over.await();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void answers(int status, String body) {
    answers.add(new Answer(status, Map.of(), body, true));
  }

  private static String event(String id, String kind, String data) {
    return "id: %s\nevent: %s\ndata: %s\n\n".formatted(id, kind, data);
  }

  private static String decision(int attempt) {
    return """
    {"id":"%1$s","workItem":"w","attempt":%2$s,"kind":"PROMOTE","reasons":[],"attestations":[],\
    "moodBefore":"CALM","moodAfter":"CALM","children":[],"eventKey":"%1$s","eventId":"e",\
    "time":"2026-11-21T10:00:00Z","ordinal":1}\
    """
        .formatted("0".repeat(64), attempt);
  }

  private AssayClient client() {
    return client(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
  }

  private AssayClient client(URI url) {
    AssayClient client = brief ? AssayClient.brief(url, "t") : new AssayClient(url, "t");
    opened = client;
    return client;
  }

  private static Consumer<Throwable> code(String code) {
    return e ->
        assertThat(e)
            .isInstanceOfSatisfying(
                AssayException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  void aBusyServerIsAskedTheSameAgain() throws Exception {
    for (int status : List.of(429, 502, 503, 504)) {
      answers.add(new Answer(status, Map.of("Retry-After", "0"), "{}", true));
    }
    answers(202, "{\"workItem\":\"w\"}");

    assertThat(client().submit(JsonNodeFactory.instance.objectNode(), Duration.ZERO)).isEmpty();

    assertThat(seen).extracting(Seen::body).hasSize(5).containsOnly("{}");
  }

  @Test
  void aBusyServerIsLeftAloneForAsLongAsItSays() throws Exception {
    answers.add(new Answer(503, Map.of("Retry-After", "1"), "{}", true));
    answers(200, "{\"workItem\":\"w\"}");
    long start = System.nanoTime();

    var _ = client().explanation("w");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void aWaitOfASecondAsksForASecond() throws Exception {
    answers(202, "{\"workItem\":\"w\"}");
    answers(202, "{\"workItem\":\"w\"}");

    assertThat(client().submit(JsonNodeFactory.instance.objectNode(), Duration.ofSeconds(1)))
        .isEmpty();

    assertThat(seen)
        .extracting(Seen::request)
        .containsExactly("POST /v1/executions?wait=1", "POST /v1/executions");
  }

  @Test
  void anEventThatIsAskedForAgainIsADuplicateOnlyWhenItWasOneAtFirst() throws Exception {
    answers(202, "{\"workItem\":\"w\",\"eventId\":\"e\",\"duplicate\":false}");
    answers(200, "{\"workItem\":\"w\",\"eventId\":\"e\",\"duplicate\":true,\"decision\":{}}");
    JsonNode event = JsonNodeFactory.instance.objectNode();

    Submitted<JsonNode> told = client().submitted(event, Duration.ofSeconds(1));

    assertThat(told)
        .isEqualTo(
            new Submitted<>("w", "e", false, Optional.of(JsonNodeFactory.instance.objectNode())));
  }

  @Test
  void aProblemHasItsMembers() {
    answers(
        422,
        """
        {"code":"INVALID_ID","detail":"d","expected":"an id","found":"'!'","field":"workItem"}
        """);

    assertThatThrownBy(() -> client().explanation("w"))
        .isInstanceOfSatisfying(
            AssayException.class,
            e ->
                assertThat(List.of(e.code(), e.detail(), e.status(), e.expected(), e.found()))
                    .containsExactly("INVALID_ID", "d", 422, "an id", "'!'"))
        .satisfies(e -> assertThat(((AssayException) e).field()).isEqualTo("workItem"));
  }

  @Test
  void anAnswerThatIsNoProblemHasItsStatusAsCode() {
    answers(500, "<html>");

    assertThatThrownBy(() -> client().explanation("w")).satisfies(code("HTTP_500"));
  }

  @Test
  void nothingThereHasACode() throws Exception {
    AssayClient nobody = client(URI.create("http://user:secret@127.0.0.1:1/x"));

    assertThatThrownBy(() -> nobody.explanation("w"))
        .satisfies(code("UNREACHABLE"))
        .hasMessageEndingWith(
            "expected a running system at http://127.0.0.1:1, found ConnectException")
        .hasCauseInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> nobody.wait("w", 1, Duration.ofSeconds(1)))
        .satisfies(code("UNREACHABLE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "127.0.0.1", "ftp://127.0.0.1", "http:///x", "http://127.0.0.1:99999"})
  void whatIsNoAddressIsToldAtOnce(String url) {
    assertThatThrownBy(() -> client(URI.create(url))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsStoredAlreadyIsNoFailure(@TempDir Path home) throws Exception {
    Path file = Files.writeString(home.resolve("report.xml"), "abc");
    answers(412, "{\"code\":\"PRECONDITION_FAILED\"}");
    answers(201, "{\"sha256\":\"%s\"}".formatted(Digests.sha256Hex("abc")));
    AssayClient client = client();

    for (int i = 0; i < 2; i++) {
      assertThat(client.put(ArtifactRole.TEST_REPORT, "application/xml", file))
          .isEqualTo(
              new ArtifactRef(
                  ArtifactRole.TEST_REPORT, Digests.sha256Hex("abc"), 3, "application/xml", null));
    }

    assertThat(seen)
        .hasSize(2)
        .allSatisfy(put -> {
          assertThat(put.body()).isEqualTo("abc");
          assertThat(put.header("If-none-match")).isEqualTo(brief ? "" : "*");
          assertThat(put.header("X-expected-sha256")).isEqualTo(Digests.sha256Hex("abc"));
        });
  }

  @Test
  void aBrokenStreamGoesOnBehindItsLastEvent() throws Exception {
    answers(200, event("7", "attestation", "{}") + "id: 8\nevent: decision\ndata: {\"cut");
    answers(503, "{}");
    answers(200, ": alive\n\n" + event("9", "decision", decision(1)).replace("\n", "\r\n"));
    answers(200, event("10", "decision", decision(2)));

    assertThat(client().wait("shop/cart 42", 2, Duration.ofSeconds(30)))
        .hasValueSatisfying(told -> assertThat(told.kind()).isEqualTo(DecisionKind.PROMOTE));

    assertThat(seen)
        .allSatisfy(get -> {
          assertThat(get.request()).isEqualTo("GET /v1/work-items/shop%2Fcart%2042/events");
          assertThat(get.header("Authorization")).isEqualTo("Bearer t");
        })
        .extracting(get -> get.header("Last-event-id"))
        .containsExactly("", "7", "7", "9");
  }

  @Test
  void aServerThatStandsStillIsNotWaitedForAnyLonger() throws Exception {
    answers.add(new Answer(200, Map.of(), event("7", "decision", decision(1)), false));
    long start = System.nanoTime();

    assertThat(client().wait("w", 2, Duration.ofSeconds(1))).isEmpty();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void aRefusedStreamIsToldWithItsCode() {
    answers(401, "{\"code\":\"UNAUTHENTICATED\",\"detail\":\"d\"}");

    assertThatThrownBy(() -> client().wait("w", 1, Duration.ofSeconds(30)))
        .satisfies(code("UNAUTHENTICATED"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[", "large"})
  void anEventThatIsNoDecisionIsAnInvalidAnswer(String data) {
    String told = data.equals("large") ? " ".repeat(ClientLimits.EVENT_BYTES_MAX) + "{}" : data;
    answers(200, event("7", "decision", told));

    assertThatThrownBy(() -> client().wait("w", 1, Duration.ofSeconds(30)))
        .satisfies(code("INVALID_ANSWER"));
  }

  @Test
  void whoKeepsKeysDoesNotAskForThem() throws Exception {
    for (int i = 0; i < 5; i++) {
      answers(200, "{}");
    }
    AssayClient client = client();

    assertThat(client.verify("a", "{\"keys\":[]}").code())
        .isEqualTo(OfflineCheck.Code.FORMAT_INVALID);
    assertThat(seen)
        .extracting(Seen::request)
        .containsExactly("GET /v1/attestations/a", "GET /v1/attestations/a/proof");
    assertThat(client.verify("a").verified()).isFalse();
    assertThat(seen).extracting(Seen::request).contains("GET /v1/keys");
  }
}
