package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Talks to a running Assay over HTTP. Safe for any number of threads.
 *
 * <pre>{@code
 * try (AssayClient assay = new AssayClient(URI.create("http://127.0.0.1:7070"), null)) {
 *   LoopEnd end = assay.loop(task, prompt -> agent.answer(prompt));
 * }
 * }</pre>
 */
public final class AssayClient implements AutoCloseable {

  /** What a decision, a question and what was accepted have. */
  private static final Map<String, JsonNodeType> OF_WORK_ITEM =
      Map.of("workItem", JsonNodeType.STRING);

  /** The members of a question that make its approval. */
  private static final List<String> APPROVAL =
      List.of("id", "question", "options", "deadline", "defaultAnswer");

  private final String url;
  private final @Nullable String token;
  private final HttpClient http;

  /**
   * A client.
   *
   * @param token bearer token, or null
   */
  public AssayClient(URI url, @Nullable String token) {
    String text = url.toString();
    this.url = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    this.token = token;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ClientLimits.CONNECT_TIME);
    this.http =
        ("http".equals(url.getScheme()) ? builder.sslContext(trustingNobody()) : builder).build();
  }

  /** For a client that never opens a TLS connection: reading all authorities takes 0.2 s. */
  private static SSLContext trustingNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("expected TLS in the JDK", e);
    }
  }

  /**
   * Stores bytes under their digest.
   *
   * @throws AssayException when the service refuses them
   */
  public ArtifactRef put(ArtifactRole role, String mediaType, byte[] bytes)
      throws IOException, InterruptedException {
    String sha256 = Digests.sha256Hex(bytes);
    HttpRequest request =
        request("/v1/artifacts", ClientLimits.ANSWER_TIME)
            .header("Content-Type", mediaType)
            .header("x-expected-sha256", sha256)
            .PUT(BodyPublishers.ofByteArray(bytes))
            .build();
    var _ = call(request, Map.of("sha256", JsonNodeType.STRING));
    return new ArtifactRef(role, sha256, bytes.length, mediaType, null);
  }

  /**
   * Submits an execution and waits for the decision on it. Submitting the same event again is safe:
   * it is taken once.
   *
   * @return the decision, or empty when none came in time
   * @throws AssayException when the service refuses the event
   */
  public Optional<Decision> submit(ExecutionEvent event, Duration wait)
      throws IOException, InterruptedException {
    Optional<JsonNode> decided = submit(structured(event), wait);
    return decided.isPresent() ? Optional.of(decision(decided.get())) : Optional.empty();
  }

  /**
   * Submits an event that is written down already, and waits for the decision on it.
   *
   * @param event a CloudEvent in structured mode
   * @return the decision's document, or empty when none came in time
   * @throws AssayException when the service refuses the event
   */
  public Optional<JsonNode> submit(JsonNode event, Duration wait)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    byte[] body = Json.write(event);
    while (true) {
      long left = Math.max(0, Duration.ofNanos(deadline - System.nanoTime()).toSeconds());
      int seconds = (int) Math.min(left, ClientLimits.WAIT_SECONDS_MAX);
      JsonNode answer = post(body, seconds);
      if (answer.hasNonNull("decision")) {
        return Optional.of(answer.get("decision"));
      }
      if (left == 0) {
        return Optional.empty();
      }
      Thread.sleep(ClientLimits.RETRY_PAUSE); // where too many wait, the answer comes at once
    }
  }

  private JsonNode post(byte[] body, int waitSeconds) throws IOException, InterruptedException {
    String path = "/v1/executions" + (waitSeconds > 0 ? "?wait=" + waitSeconds : "");
    return call(
        request(path, ClientLimits.ANSWER_TIME.plusSeconds(waitSeconds))
            .header("Content-Type", CloudEvents.STRUCTURED)
            .POST(BodyPublishers.ofByteArray(body))
            .build(),
        OF_WORK_ITEM);
  }

  /**
   * The questions that wait for a person, those that are due first; at most {@link
   * ClientLimits#QUESTIONS_MAX}.
   */
  public List<OpenQuestion> questions() throws IOException, InterruptedException {
    HttpRequest request =
        request("/v1/approvals?limit=" + ClientLimits.QUESTIONS_MAX, ClientLimits.ANSWER_TIME)
            .GET()
            .build();
    return switch (Json.objects(call(request, Map.of()), "items", OF_WORK_ITEM)) {
      case Parsed.Accepted<List<JsonNode>>(List<JsonNode> items) -> {
        List<OpenQuestion> questions = new ArrayList<>();
        for (JsonNode item : items) {
          questions.add(question(item));
        }
        yield questions;
      }
      case Parsed.Rejected<List<JsonNode>>(var rejection) -> throw invalid(rejection);
    };
  }

  /**
   * Why a work item stands where it stands: the document of {@code GET
   * /v1/work-items/{id}/explanation}, of which members that begin with {@code untrusted} are
   * strangers' text.
   *
   * @throws AssayException with NOT_FOUND when there is no such work item
   */
  public JsonNode explanation(String workItem) throws IOException, InterruptedException {
    return explained(workItem, "");
  }

  /**
   * The same of one of its decisions, which need not be the newest.
   *
   * @param decision the decision's id
   * @throws AssayException with NOT_FOUND when the work item has no such decision, or not yet
   */
  public JsonNode explanation(String workItem, String decision)
      throws IOException, InterruptedException {
    return explained(workItem, "?decision=" + URLEncoder.encode(decision, StandardCharsets.UTF_8));
  }

  private JsonNode explained(String workItem, String query)
      throws IOException, InterruptedException {
    String id = URLEncoder.encode(workItem, StandardCharsets.UTF_8).replace("+", "%20");
    return call(
        request("/v1/work-items/" + id + "/explanation" + query, ClientLimits.ANSWER_TIME)
            .GET()
            .build(),
        OF_WORK_ITEM);
  }

  private static OpenQuestion question(JsonNode item) throws AssayException {
    ObjectNode approval = item.deepCopy();
    return switch (Json.parse(approval.retain(APPROVAL), Approval.class)) {
      case Parsed.Accepted<Approval>(Approval question) ->
          new OpenQuestion(item.path("workItem").asText(), question);
      case Parsed.Rejected<Approval>(var rejection) -> throw invalid(rejection);
    };
  }

  /**
   * Answers a question and waits for the decision that the answer leads to.
   *
   * @param answer one of the question's options
   * @param reason why, for the record, or null
   * @return the decision, or empty when the answer is kept and none came in time
   * @throws AssayException when the service refuses the answer: no such question, settled already
   */
  public Optional<Decision> answer(
      String approval, String answer, @Nullable String reason, Duration wait)
      throws IOException, InterruptedException {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("answer", answer);
    if (reason != null) {
      body.put("reason", reason);
    }
    long seconds = Math.min(wait.toSeconds(), ClientLimits.WAIT_SECONDS_MAX);
    HttpRequest request =
        request(
                "/v1/approvals/"
                    + URLEncoder.encode(approval, StandardCharsets.UTF_8)
                    + "?wait="
                    + seconds,
                ClientLimits.ANSWER_TIME.plusSeconds(seconds))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(Json.write(body)))
            .build();
    JsonNode answered = call(request, OF_WORK_ITEM);
    return answered.has("kind") ? Optional.of(decision(answered)) : Optional.empty();
  }

  private static Decision decision(JsonNode node) throws AssayException {
    return accepted(Json.parse(node, Decision.class));
  }

  private static ObjectNode structured(ExecutionEvent event) {
    ObjectNode node = CloudEvents.document(event.source(), event.id(), Json.toTree(event.data()));
    if (event.time() != null) {
      node.put("time", event.time());
    }
    if (event.traceparent() != null) {
      node.put("traceparent", event.traceparent());
    }
    return node;
  }

  /**
   * Runs the Ralph loop: asks the delegate, submits its result, and while the decision is RETRY
   * asks the same delegate again with the decision's prompt.
   */
  public LoopEnd loop(DelegatedTask task, Delegate delegate)
      throws IOException, InterruptedException {
    String prompt = task.task();
    for (int attempt = 1; ; attempt++) {
      JsonNode result = delegate.run(prompt);
      ArtifactRef artifact =
          put(ArtifactRole.DELEGATION_RESULT, "application/json", Json.write(result));
      Optional<Decision> decided = submit(event(task, attempt, artifact), task.decisionTime());
      if (decided.isEmpty()) {
        return new LoopEnd.Undecided(attempt);
      }
      Decision decision = decided.get();
      if (decision.kind() == DecisionKind.PROMOTE) {
        return new LoopEnd.Verified(result, decision);
      }
      String next = decision.retryPrompt();
      if (decision.kind() != DecisionKind.RETRY || next == null || attempt == Limits.ATTEMPT_MAX) {
        return new LoopEnd.Refused(attempt, decision);
      }
      prompt = next;
    }
  }

  private static ExecutionEvent event(DelegatedTask task, int attempt, ArtifactRef artifact) {
    ExecutionData data =
        new ExecutionData(
            task.id(),
            task.id(),
            attempt,
            task.agent(),
            null,
            List.of(),
            List.of(artifact),
            task.requires(),
            List.of(),
            null,
            null,
            task.maxVerifyRetries(),
            List.of());
    return new ExecutionEvent(
        task.source(), task.id() + "-" + attempt, null, task.traceparent(), data);
  }

  private HttpRequest.Builder request(String path, Duration timeout) {
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(url + path)).timeout(timeout);
    if (token != null) {
      builder.header("Authorization", "Bearer " + token);
    }
    return builder;
  }

  /** The answer, which is an object with {@code members}. */
  private JsonNode call(HttpRequest request, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send(request);
    if (response.statusCode() >= 300) {
      throw problem(response);
    }
    return accepted(Json.object(response.body(), members));
  }

  /** No switch over types: the JDK links each anew at every start of a command. */
  private static <T> T accepted(Parsed<T> answer) throws AssayException {
    if (answer instanceof Parsed.Rejected<T>(Rejection rejection)) {
      throw invalid(rejection);
    }
    return ((Parsed.Accepted<T>) answer).value();
  }

  private static AssayException invalid(Rejection rejection) {
    return new AssayException("INVALID_ANSWER", rejection.detail());
  }

  /** Sends, and tries again while the server says that it is busy. */
  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
    for (int tries = 1; busy(response) && tries < ClientLimits.TRIES_MAX; tries++) {
      Thread.sleep(ClientLimits.RETRY_PAUSE);
      response = http.send(request, BodyHandlers.ofByteArray());
    }
    return response;
  }

  private static boolean busy(HttpResponse<byte[]> response) {
    return response.statusCode() == 429 || response.statusCode() == 503;
  }

  private static AssayException problem(HttpResponse<byte[]> response) {
    if (Json.tree(response.body()) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        && node.path("code").isTextual()) {
      return new AssayException(node.path("code").asText(), node.path("detail").asText());
    }
    return new AssayException(
        "HTTP_" + response.statusCode(), "expected success, found another status");
  }

  @Override
  public void close() {
    http.close();
  }
}
