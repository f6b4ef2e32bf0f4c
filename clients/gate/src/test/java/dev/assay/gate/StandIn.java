package dev.assay.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.EvidenceData;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server on loopback that answers as the HTTP API does; what it decides is told to it. The gate
 * against a real system is a system test.
 */
final class StandIn implements AutoCloseable {

  final List<byte[]> artifacts = new CopyOnWriteArrayList<>();
  final List<JsonNode> events = new CopyOnWriteArrayList<>();
  final List<String> asked = new CopyOnWriteArrayList<>();
  final List<String> tokens = new CopyOnWriteArrayList<>();
  final List<String> explained = new CopyOnWriteArrayList<>();

  /** The id of the decision on what was submitted. */
  private static final String DECISION = "0".repeat(64);

  /** The id of the attestation of a promotion. */
  private static final String PROMOTION = "ef".repeat(32);

  private final HttpServer server;
  private volatile int looksInVain;
  private volatile String kind = "PROMOTE";
  private volatile String code = "ALL_REQUIRED_PASS";
  private volatile String failure = "";
  private volatile int issuerStatus = 200;
  private volatile String issuerBody = "{\"count\":1,\"value\":\"aGVhZA.Ym9keQ.c2ln\"}";

  StandIn() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/artifacts", this::artifact);
    server.createContext("/v1/executions", this::execution);
    server.createContext("/v1/work-items", this::explanation);
    server.createContext("/v1/attestations/" + PROMOTION, this::summary);
    server.createContext("/oidc", this::issued);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Decides so from now on; {@code NONE} is no decision in time, {@code REFUSED} a problem. */
  void decides(String decision, String reason, String failed) {
    kind = decision;
    code = reason;
    failure = failed;
  }

  /** Shows the decision at the second look only. */
  void showsLate() {
    looksInVain = 1;
  }

  /** Shows no decision, as where the store is away. */
  void showsNothing() {
    looksInVain = Integer.MAX_VALUE;
  }

  /** What the runner's issuer answers with from now on. */
  void issues(int status, String body) {
    issuerStatus = status;
    issuerBody = body;
  }

  private void issued(HttpExchange exchange) throws IOException {
    asked.add(
        exchange.getRequestURI().getRawQuery()
            + ' '
            + exchange.getRequestHeaders().getFirst("Authorization"));
    exchange.getResponseHeaders().add("Location", "/v1/executions");
    byte[] bytes = issuerBody.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(issuerStatus, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void artifact(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readAllBytes();
    artifacts.add(bytes);
    answer(
        exchange,
        201,
        JsonNodeFactory.instance.objectNode().put("sha256", Digests.sha256Hex(bytes)));
  }

  private void execution(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    if (!(Json.tree(body) instanceof Parsed.Accepted<JsonNode>(JsonNode event))) {
      throw new IOException("expected JSON");
    }
    if (!event.path("type").asText().equals(EvidenceData.TYPE)
        && CloudEvents.structured(body) instanceof Parsed.Rejected<ExecutionEvent>(var rejection)) {
      throw new IOException("expected an execution, found " + rejection);
    }
    if (event.path("type").asText().equals(EvidenceData.TYPE)
        && Json.parse(event.path("data"), EvidenceData.class)
            instanceof Parsed.Rejected<EvidenceData>(var rejection)) {
      throw new IOException("expected evidence, found " + rejection);
    }
    events.add(event);
    switch (kind) {
      case "NONE" -> answer(exchange, 202, answer.put("workItem", "w"));
      case "REFUSED" ->
          answer(
              exchange, 403, answer.put("code", code).put("detail", "expected a role, found none"));
      default -> {
        answer.put("workItem", "w").set("decision", decision(event));
        answer(exchange, 200, answer);
      }
    }
  }

  private ObjectNode decision(JsonNode event) {
    ObjectNode decision = JsonNodeFactory.instance.objectNode();
    decision.put("id", DECISION);
    decision.put("workItem", event.path("data").path("workItem").asText());
    decision.put("attempt", event.path("data").path("attempt").asInt()).put("kind", kind);
    decision.put("moodBefore", "CALM").put("moodAfter", "CALM");
    if (kind.equals("PROMOTE")) {
      decision.put("promotion", PROMOTION);
    }
    decision.put("eventKey", "0".repeat(64)).put("eventId", event.path("id").asText());
    return decision.put("time", "2026-11-24T10:00:00Z").put("ordinal", 1);
  }

  private void summary(HttpExchange exchange) throws IOException {
    boolean asked =
        "application/vnd.in-toto.vsa+json".equals(exchange.getRequestHeaders().getFirst("Accept"));
    ObjectNode statement = JsonNodeFactory.instance.objectNode();
    statement.put("predicateType", "https://slsa.dev/verification_summary/v1");
    statement.putObject("predicate").put("verificationResult", "PASSED");
    answer(exchange, asked ? 200 : 406, statement);
  }

  /** Who asks for no decision of their own is shown somebody else's promotion. */
  private void explanation(HttpExchange exchange) throws IOException {
    explained.add(String.valueOf(exchange.getRequestURI().getRawQuery()));
    if (explained.size() <= looksInVain) {
      answer(
          exchange,
          404,
          JsonNodeFactory.instance
              .objectNode()
              .put("code", "NOT_FOUND")
              .put("title", "not found")
              .put("status", 404)
              .put("detail", "expected the decision"));
      return;
    }
    JsonNode data = events.getLast().path("data");
    ObjectNode explanation = JsonNodeFactory.instance.objectNode();
    explanation.put("workItem", data.path("workItem").asText());
    ObjectNode decided = explanation.putObject("decision");
    boolean ours = explained.getLast().equals("decision=" + DECISION);
    decided.put("id", ours ? DECISION : "f".repeat(64));
    decided.put("kind", ours ? kind : "PROMOTE").put("attempt", data.path("attempt").asInt());
    decided.putArray("reasons").addObject().put("code", code);
    ObjectNode check = explanation.putArray("checks").addObject();
    check.put("attestation", "cd".repeat(32)).put("version", "1.0").put("basis", "WITNESSED");
    check.put("verifier", "testreport").put("report", "ab".repeat(32));
    check.put("result", failure.isEmpty() ? "PASS" : "FAIL");
    if (!failure.isEmpty()) {
      check
          .putArray("failures")
          .addObject()
          .put("id", Digests.sha256Hex(failure).substring(0, 32))
          .put("untrustedText", failure);
    }
    explanation.putArray("help").add("repair what failed and send the next attempt");
    answer(exchange, 200, explanation);
  }

  private static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = Json.write(body);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
