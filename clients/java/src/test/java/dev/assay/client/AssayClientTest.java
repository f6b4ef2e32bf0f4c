package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.DecisionKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client against a server on loopback that answers as the HTTP API does. */
class AssayClientTest {

  private static final String DIGEST = "0".repeat(64);

  private final HttpServer server = unstarted();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final List<String> artifacts = new CopyOnWriteArrayList<>();
  private final List<String> kinds = new CopyOnWriteArrayList<>();
  private final AtomicInteger busy = new AtomicInteger();
  private final AtomicReference<String> questions =
      new AtomicReference<>(
          """
          [{"id":"%s","question":"go on?","workItem":"shop/cart","attempt":1,
            "options":["proceed","halt"],"deadline":"2999-01-01T00:00:00.000Z",
            "defaultAnswer":"halt"}]
          """
              .formatted(DIGEST));

  private static HttpServer unstarted() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void serve() {
    server.createContext("/v1/artifacts", this::artifact);
    server.createContext("/v1/executions", this::execution);
    server.createContext("/v1/approvals", this::approval);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void artifact(HttpExchange exchange) throws IOException {
    var _ = exchange.getRequestBody().readAllBytes();
    artifacts.add(exchange.getRequestHeaders().getFirst("x-expected-sha256"));
    answer(exchange, 201, JsonNodeFactory.instance.objectNode().put("sha256", DIGEST));
  }

  private void execution(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    if (busy.getAndDecrement() > 0) {
      answer(exchange, 503, answer.put("code", "BUSY"));
      return;
    }
    if (!(Json.tree(body) instanceof Parsed.Accepted<JsonNode>(JsonNode event))) {
      answer(exchange, 400, answer.put("code", "INVALID_JSON").put("detail", "no JSON"));
      return;
    }
    events.add(event);
    String kind = kinds.get(Math.min(events.size(), kinds.size()) - 1);
    switch (kind) {
      case "NONE" -> answer(exchange, 202, answer.put("workItem", "delegation-1"));
      case "ARRAY" -> answer(exchange, 200, JsonNodeFactory.instance.arrayNode());
      case "PROBLEM" ->
          answer(exchange, 422, answer.put("code", "INVALID_FIELD").put("detail", "told why"));
      default -> {
        answer.put("workItem", "delegation-1").set("decision", decision(kind, event));
        answer(exchange, 200, answer);
      }
    }
  }

  private void approval(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    if (exchange.getRequestMethod().equals("GET")) {
      answer(exchange, 200, answer.putRawValue("items", new RawValue(questions.get())));
    } else if (Json.tree(body) instanceof Parsed.Accepted<JsonNode>(JsonNode given)) {
      switch (given.path("answer").asText()) {
        case "proceed" -> answer(exchange, 200, decision("CONTINUE", answer));
        case "halt" -> answer(exchange, 202, answer.put("workItem", "shop/cart"));
        default ->
            answer(exchange, 409, answer.put("code", "APPROVAL_SETTLED").put("detail", "late"));
      }
    }
  }

  private static ObjectNode decision(String kind, JsonNode event) {
    ObjectNode decision = JsonNodeFactory.instance.objectNode();
    decision.put("id", DIGEST);
    decision.put("workItem", event.path("data").path("workItem").asText("shop/cart"));
    decision.put("attempt", event.path("data").path("attempt").asInt()).put("kind", kind);
    decision.putArray("reasons");
    decision.putArray("attestations");
    decision.put("moodBefore", "CALM").put("moodAfter", "CALM");
    if (kind.equals("RETRY")) {
      decision.put("retryPrompt", "VERIFICATION FAILED on the previous attempt: no file");
    }
    decision.putArray("children");
    decision.put("eventKey", DIGEST).put("eventId", event.path("id").asText("e-1"));
    return decision.put("time", "2026-11-21T10:00:00Z").put("ordinal", 1);
  }

  private static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = Json.write(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 401, 407, 500})
  void redirectsAndChallengesAreRefusalsWithTheirCode(int status) throws Exception {
    server.createContext(
        "/v1/work-items",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "/v1/approvals");
          exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"a\"");
          exchange.getResponseHeaders().set("Proxy-Authenticate", "Basic realm=\"a\"");
          answer(
              exchange,
              status,
              JsonNodeFactory.instance.objectNode().put("code", "NO").put("detail", "no"));
        });
    try (AssayClient client = client()) {
      assertThatThrownBy(() -> client.explanation("item"))
          .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo("NO"));
    }
  }

  private LoopEnd loop(List<String> prompts, Duration time) throws Exception {
    DelegatedTask task =
        new DelegatedTask(
            "delegation-1",
            "urn:test",
            "the task",
            new Agent("fleet", "agent", null),
            List.of("delegation"),
            2,
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            time);
    try (AssayClient client = client()) {
      return client.loop(
          task,
          prompt -> {
            prompts.add(prompt);
            return JsonNodeFactory.instance.objectNode().put("response", "try " + prompts.size());
          });
    }
  }

  private AssayClient client() {
    return client(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "t");
  }

  /** The client that is tested. */
  AssayClient client(URI url, String token) {
    return new AssayClient(url, token);
  }

  @Test
  void questionsAreListedAndAnswered() throws Exception {
    try (AssayClient client = client()) {
      assertThat(client.questions())
          .singleElement()
          .satisfies(question -> {
            assertThat(question.workItem()).isEqualTo("shop/cart");
            assertThat(question.approval().options()).containsExactly("proceed", "halt");
          });
      assertThat(client.answer(DIGEST, "proceed", "looked at it", Duration.ofSeconds(5)))
          .hasValueSatisfying(
              decision -> assertThat(decision.kind()).isEqualTo(DecisionKind.CONTINUE));
      assertThat(client.answer(DIGEST, "halt", null, Duration.ZERO)).isEmpty();
      assertThatThrownBy(() -> client.answer(DIGEST, "other", null, Duration.ZERO))
          .isInstanceOfSatisfying(
              AssayException.class, e -> assertThat(e.code()).isEqualTo("APPROVAL_SETTLED"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[5]",
        "[{}]",
        "[{\"workItem\":\"w\"}]",
        "[{\"workItem\":\"w\",\"id\":\"q\",\"question\":\"?\",\"options\":[\"y\"],"
            + "\"deadline\":\"d\",\"defaultAnswer\":\"y\"}]",
        "{}",
      })
  void questionsThatAreNoneAreAnInvalidAnswer(String items) throws Exception {
    questions.set(items);

    try (AssayClient client = client()) {
      assertThatThrownBy(client::questions)
          .isInstanceOfSatisfying(
              AssayException.class, e -> assertThat(e.code()).isEqualTo("INVALID_ANSWER"));
    }
  }

  @Test
  void aRetryGoesToTheSameDelegateAndCountsUpOnTheSameWorkItem() throws Exception {
    kinds.addAll(List.of("RETRY", "PROMOTE"));
    List<String> prompts = new ArrayList<>();

    LoopEnd end = loop(prompts, Duration.ofSeconds(20));

    assertThat(end).isInstanceOf(LoopEnd.Verified.class);
    assertThat(prompts)
        .containsExactly("the task", "VERIFICATION FAILED on the previous attempt: no file");
    assertThat(artifacts).doesNotHaveDuplicates().hasSize(2);
    assertThat(events)
        .extracting(event -> event.path("id").asText() + event.path("data").path("attempt"))
        .containsExactly("delegation-1-11", "delegation-1-22");
    assertThat(events.getFirst().path("traceparent").asText()).startsWith("00-0af7651916");
    assertThat(events.getFirst().path("data").path("artifacts").path(0).path("role").asText())
        .isEqualTo("delegation-result");
  }

  @Test
  void anyOtherDecisionEndsTheLoop() throws Exception {
    kinds.addAll(List.of("RETRY", "ESCALATE"));

    LoopEnd end = loop(new ArrayList<>(), Duration.ofSeconds(20));

    assertThat(end)
        .isInstanceOfSatisfying(
            LoopEnd.Refused.class, refused -> assertThat(refused.attempts()).isEqualTo(2));
  }

  @Test
  void aDecisionThatDoesNotComeLeavesTheWorkUndecided() throws Exception {
    kinds.add("NONE");

    assertThat(loop(new ArrayList<>(), Duration.ofMillis(100))).isEqualTo(new LoopEnd.Undecided(1));
  }

  @Test
  void anAnswerOfAnotherShapeIsNotTakenForAnAcceptance() {
    kinds.add("ARRAY");

    assertThatThrownBy(() -> loop(new ArrayList<>(), Duration.ofMillis(100)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo("INVALID_ANSWER"))
        .hasMessageContaining("expected an object, found array");
  }

  @Test
  void aBusyServiceIsAskedAgainAndTheEventIsTheSame() throws Exception {
    kinds.add("PROMOTE");
    busy.set(1);

    assertThat(loop(new ArrayList<>(), Duration.ofSeconds(20)))
        .isInstanceOf(LoopEnd.Verified.class);
  }

  @Test
  void aProblemIsToldWithItsCode() {
    kinds.add("PROBLEM");

    assertThatThrownBy(() -> loop(new ArrayList<>(), Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo("INVALID_FIELD"))
        .hasMessageContaining("told why");
  }
}
