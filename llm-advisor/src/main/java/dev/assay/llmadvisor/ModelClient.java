package dev.assay.llmadvisor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks one endpoint one question at a time. Follows no redirect, uses no proxy, keeps nothing. The
 * whole answer has a time and a size: an endless or dripping one is cut off. Safe for many threads.
 */
public final class ModelClient implements AutoCloseable {

  private final ModelEndpoint endpoint;
  private final HttpClient http;

  /** What a request came to. */
  private sealed interface Reply {

    /** What the model wrote, at most {@link ModelLimits#CONTENT_CHARS_MAX} characters. */
    record Content(String text) implements Reply {}

    /** Nothing usable. */
    record Nothing(Why why) implements Reply {}
  }

  /** Why an answer is of no use; the tag of a metric. */
  private enum Why {
    UNREACHABLE,
    TOO_SLOW,
    REFUSED,
    MALFORMED,
    TOO_LONG
  }

  /** A client of {@code endpoint}; opens no connection yet. */
  public ModelClient(ModelEndpoint endpoint) {
    this.endpoint = endpoint;
    this.http =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(endpoint.time())
            .build();
  }

  /** The model's name. */
  String model() {
    return endpoint.model();
  }

  /**
   * Asks, and counts what came of it; empty when nothing of the answer is of use.
   *
   * @param data what to do it with, as JSON, so that nothing in it can pass for an instruction of
   *     ours
   * @param maxWait how long to wait if that is shorter than the endpoint's time
   */
  <A> Optional<A> answer(
      Question<A> question, JsonNode data, Duration maxWait, ModelMetrics metrics)
      throws InterruptedException {
    return switch (ask(question.instruction(), data, maxWait)) {
      case Reply.Nothing(Why why) -> {
        metrics.asked(question.use(), why.name());
        yield Optional.empty();
      }
      case Reply.Content(String text) ->
          switch (Json.parse(text.getBytes(StandardCharsets.UTF_8), question.answer())) {
            case Parsed.Accepted<A>(A answer) -> {
              metrics.asked(question.use(), "USED");
              yield Optional.of(answer);
            }
            case Parsed.Rejected<A> _ -> {
              metrics.asked(question.use(), Why.MALFORMED.name());
              yield Optional.empty();
            }
          };
    };
  }

  private Reply ask(String instruction, JsonNode data, Duration maxWait)
      throws InterruptedException {
    Duration time = maxWait.compareTo(endpoint.time()) < 0 ? maxWait : endpoint.time();
    if (time.isNegative() || time.isZero()) {
      return new Reply.Nothing(Why.TOO_SLOW);
    }
    CompletableFuture<HttpResponse<byte[]>> pending =
        http.sendAsync(
            request(instruction, data, time),
            BodyHandlers.limiting(BodyHandlers.ofByteArray(), endpoint.responseBytesMax()));
    try {
      HttpResponse<byte[]> response = pending.get(time.toNanos(), TimeUnit.NANOSECONDS);
      return response.statusCode() == 200
          ? content(response.body())
          : new Reply.Nothing(Why.REFUSED);
    } catch (TimeoutException e) {
      return new Reply.Nothing(Why.TOO_SLOW);
    } catch (ExecutionException e) {
      return new Reply.Nothing(failure(e.getCause() == null ? e : e.getCause()));
    } finally {
      pending.cancel(true);
    }
  }

  private static Why failure(Throwable cause) {
    if (cause instanceof java.net.http.HttpTimeoutException) {
      return Why.TOO_SLOW;
    }
    // The limiting handler fails with an IOException whose message says that it was exceeded.
    return String.valueOf(cause.getMessage()).contains("exceed") ? Why.TOO_LONG : Why.UNREACHABLE;
  }

  private HttpRequest request(String instruction, JsonNode data, Duration time) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("model", endpoint.model());
    body.put("temperature", 0);
    body.put("max_tokens", ModelLimits.ANSWER_TOKENS_MAX);
    body.put("stream", false);
    ArrayNode messages = body.putArray("messages");
    messages.addObject().put("role", "system").put("content", instruction);
    messages
        .addObject()
        .put("role", "user")
        .put("content", new String(Json.write(data), StandardCharsets.UTF_8));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.completions())
            .timeout(time)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(Json.write(body)));
    String key = endpoint.key();
    return key == null ? request.build() : request.header("Authorization", "Bearer " + key).build();
  }

  private static Reply content(byte[] body) {
    if (!(Json.tree(body) instanceof Parsed.Accepted<JsonNode>(JsonNode answer))) {
      return new Reply.Nothing(Why.MALFORMED);
    }
    JsonNode content = answer.at("/choices/0/message/content");
    if (!content.isTextual()) {
      return new Reply.Nothing(Why.MALFORMED);
    }
    return content.textValue().length() > ModelLimits.CONTENT_CHARS_MAX
        ? new Reply.Nothing(Why.TOO_LONG)
        : new Reply.Content(content.textValue());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  /**
   * A kind of question to a model.
   *
   * @param use {@code plan} or {@code review}; the tag of a metric
   * @param instruction what to do; ours alone
   * @param answer the whole of a usable answer
   */
  record Question<A>(String use, String instruction, Class<A> answer) {}
}
