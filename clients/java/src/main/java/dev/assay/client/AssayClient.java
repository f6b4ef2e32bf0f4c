package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Talks to a running Assay over HTTP. Safe for any number of threads. Every call throws {@link
 * AssayException} when the service refuses, is not there or answers something else; {@code
 * docs/clients.md} has what clients of all languages have in common.
 */
public final class AssayClient implements AutoCloseable {

  /** What a decision, a question and what was accepted have. */
  private static final Map<String, JsonNodeType> OF_WORK_ITEM =
      Map.of("workItem", JsonNodeType.STRING);

  /** The members of a question that make its approval. */
  private static final List<String> APPROVAL =
      List.of("id", "question", "options", "deadline", "defaultAnswer");

  private final Calls calls;

  /**
   * A client.
   *
   * @param url such as {@code http://127.0.0.1:7070}
   * @param token bearer token, or null
   * @throws IllegalArgumentException for a URL that is no address of HTTP
   */
  public AssayClient(URI url, @Nullable String token) {
    this(new Calls(url, new LastingTransport(base(url)), token));
  }

  private AssayClient(Calls calls) {
    this.calls = calls;
  }

  /**
   * A client for a process that makes a few calls and ends: it starts much faster, but its calls
   * are not ended by an interrupt, it holds a file in memory while it sends it, and it sends what
   * is stored already again.
   *
   * @param token bearer token, or null
   * @throws IllegalArgumentException for a URL that is no address of HTTP
   */
  public static AssayClient brief(URI url, @Nullable String token) {
    return new AssayClient(new Calls(url, new BriefTransport(base(url)), token));
  }

  private static String base(URI url) {
    String text = address(url.toString()).toString();
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  /**
   * The address that {@code text} is.
   *
   * @throws IllegalArgumentException when it is none of HTTP
   */
  public static URI address(String text) {
    URI url = URI.create(text);
    boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!http || url.getHost() == null || url.getPort() > ClientLimits.PORT_MAX) {
      throw new IllegalArgumentException("expected an address like http://127.0.0.1:7070");
    }
    return url;
  }

  /**
   * Stores bytes under their digest. What is stored already is not sent again.
   *
   * @throws AssayException when the service refuses them
   */
  public ArtifactRef put(ArtifactRole role, String mediaType, byte[] bytes)
      throws IOException, InterruptedException {
    return Upload.of(role, mediaType, bytes).send(calls);
  }

  /**
   * Stores what is in {@code file}, which is read twice and never held in memory, under its digest.
   * What is stored already is not sent again.
   *
   * @throws AssayException when the service refuses it
   */
  public ArtifactRef put(ArtifactRole role, String mediaType, Path file)
      throws IOException, InterruptedException {
    return Upload.of(role, mediaType, file).send(calls);
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
    return submitted(event, wait).decision();
  }

  /** The same, with all that the service answers. */
  public Submitted<Decision> submitted(ExecutionEvent event, Duration wait)
      throws IOException, InterruptedException {
    Submitted<JsonNode> told = submitted(structured(event), wait);
    Optional<JsonNode> decided = told.decision();
    return told.with(decided.isPresent() ? Optional.of(decision(decided.get())) : Optional.empty());
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
    return submitted(event, wait).decision();
  }

  /** The same, with all that the service answers. */
  public Submitted<JsonNode> submitted(JsonNode event, Duration wait)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    byte[] body = Json.write(event);
    @Nullable Submitted<JsonNode> first = null;
    // before the first answer no time counts as spent: a wait of 1 s asks for a second
    for (long left = wait.toSeconds(); ; left = seconds(deadline - System.nanoTime())) {
      int seconds = (int) Math.min(left, ClientLimits.WAIT_SECONDS_MAX);
      Submitted<JsonNode> told = Submitted.of(post(body, seconds));
      first = first == null ? told : first;
      if (told.decision().isPresent() || seconds == 0) {
        return first.with(told.decision());
      }
      Thread.sleep(ClientLimits.STREAM_PAUSE); // where too many wait, the answer comes at once
    }
  }

  private static long seconds(long nanos) {
    return Math.max(0, Duration.ofNanos(nanos).toSeconds());
  }

  private JsonNode post(byte[] body, int waitSeconds) throws IOException, InterruptedException {
    String path = "/v1/executions" + (waitSeconds > 0 ? "?wait=" + waitSeconds : "");
    return calls.call(
        Call.post(
            path, ClientLimits.ANSWER_TIME.plusSeconds(waitSeconds), CloudEvents.STRUCTURED, body),
        OF_WORK_ITEM);
  }

  /**
   * Waits for a decision on {@code attempt} or a later one, also when the work item is not known
   * yet.
   *
   * @return the first such decision, or empty when none came in time
   */
  public Optional<Decision> wait(String workItem, int attempt, Duration time)
      throws IOException, InterruptedException {
    return new DecisionWait(calls, item(workItem) + "/events", attempt, time).decision();
  }

  /**
   * The questions that wait for a person, those that are due first; at most {@link
   * ClientLimits#QUESTIONS_MAX}.
   */
  public List<OpenQuestion> questions() throws IOException, InterruptedException {
    Call call = Call.get("/v1/approvals?limit=" + ClientLimits.QUESTIONS_MAX);
    return switch (Json.objects(calls.call(call, Map.of()), "items", OF_WORK_ITEM)) {
      case Parsed.Accepted<List<JsonNode>>(List<JsonNode> items) -> {
        List<OpenQuestion> questions = new ArrayList<>();
        for (JsonNode item : items) {
          questions.add(question(item));
        }
        yield questions;
      }
      case Parsed.Rejected<List<JsonNode>>(var rejection) -> throw Calls.invalid(rejection);
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
    return explained(workItem, "?decision=" + part(decision));
  }

  private JsonNode explained(String workItem, String query)
      throws IOException, InterruptedException {
    return calls.call(Call.get(item(workItem) + "/explanation" + query), OF_WORK_ITEM);
  }

  private static String item(String workItem) {
    return "/v1/work-items/" + part(workItem);
  }

  private static String attestation(String id) {
    return "/v1/attestations/" + part(id);
  }

  private static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Verifies an attestation here with the keys that the service names, which shows only that it
   * agrees with itself.
   *
   * @throws AssayException with NOT_FOUND when there is no such attestation
   */
  public OfflineCheck.Outcome verify(String id) throws IOException, InterruptedException {
    return verify(id, calls.text(Call.get("/v1/keys", ClientLimits.ANSWER_TIME)));
  }

  /**
   * Verifies an attestation here with keys of which the caller keeps a copy. {@link
   * OfflineCheck#of} does so without a service.
   *
   * @param keys the text of a keys document
   * @throws AssayException with NOT_FOUND when there is no such attestation
   */
  public OfflineCheck.Outcome verify(String id, String keys)
      throws IOException, InterruptedException {
    String envelope = calls.text(Call.get(attestation(id)));
    String proof = calls.text(Call.get(attestation(id) + "/proof"));
    return OfflineCheck.of(envelope, proof, keys, id);
  }

  /**
   * What attestation {@code id} of a promotion or demotion says, as a statement that others read: a
   * SLSA verification summary, which nobody signs.
   *
   * @throws AssayException with NOT_FOUND when there is no such attestation, NOT_ACCEPTABLE when it
   *     is neither
   */
  public JsonNode verificationSummary(String id) throws IOException, InterruptedException {
    Call call = Call.get(attestation(id)).header("Accept", "application/vnd.in-toto.vsa+json");
    return calls.call(call, Map.of("predicate", JsonNodeType.OBJECT));
  }

  private static OpenQuestion question(JsonNode item) throws AssayException {
    ObjectNode approval = item.deepCopy();
    return switch (Json.parse(approval.retain(APPROVAL), Approval.class)) {
      case Parsed.Accepted<Approval>(Approval question) ->
          new OpenQuestion(item.path("workItem").asText(), question);
      case Parsed.Rejected<Approval>(var rejection) -> throw Calls.invalid(rejection);
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
    Call call =
        Call.post(
            "/v1/approvals/" + part(approval) + "?wait=" + seconds,
            ClientLimits.ANSWER_TIME.plusSeconds(seconds),
            "application/json",
            Json.write(body));
    JsonNode answered = calls.call(call, OF_WORK_ITEM);
    return answered.has("kind") ? Optional.of(decision(answered)) : Optional.empty();
  }

  private static Decision decision(JsonNode node) throws AssayException {
    return Calls.accepted(Json.parse(node, Decision.class));
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
    return new DelegationLoop(this, task, delegate).run();
  }

  @Override
  public void close() {
    calls.close();
  }
}
