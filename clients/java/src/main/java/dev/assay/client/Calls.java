package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.assay.client.Transport.Answer;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls to one server with one token, whose answers are objects. Safe for any number of threads.
 */
final class Calls implements AutoCloseable {

  private final @Nullable String token;
  private final Transport transport;

  Calls(Transport transport, @Nullable String token) {
    this.transport = transport;
    this.token = token;
  }

  /** The answer, which is an object with {@code members}. */
  JsonNode call(Call call, Map<String, JsonNodeType> members)
      throws IOException, InterruptedException {
    if (token != null) {
      call.header("Authorization", "Bearer " + token);
    }
    Answer answer = send(call);
    if (answer.status() >= 300) {
      throw problem(answer);
    }
    return accepted(Json.object(answer.body(), members));
  }

  /** No switch over types: the JDK links each anew at every start of a command. */
  static <T> T accepted(Parsed<T> answer) throws AssayException {
    if (answer instanceof Parsed.Rejected<T>(Rejection rejection)) {
      throw invalid(rejection);
    }
    return ((Parsed.Accepted<T>) answer).value();
  }

  static AssayException invalid(Rejection rejection) {
    return new AssayException("INVALID_ANSWER", rejection.detail());
  }

  /** Sends, and tries again while the server says that it is busy. */
  private Answer send(Call call) throws IOException, InterruptedException {
    Answer answer = transport.send(call);
    for (int tries = 1; busy(answer) && tries < ClientLimits.TRIES_MAX; tries++) {
      Thread.sleep(ClientLimits.RETRY_PAUSE);
      answer = transport.send(call);
    }
    return answer;
  }

  private static boolean busy(Answer answer) {
    return answer.status() == 429 || answer.status() == 503;
  }

  private static AssayException problem(Answer answer) {
    if (Json.tree(answer.body()) instanceof Parsed.Accepted<JsonNode>(JsonNode node)
        && node.path("code").isTextual()) {
      return new AssayException(node.path("code").asText(), node.path("detail").asText());
    }
    return new AssayException("HTTP_" + answer.status(), "expected success, found another status");
  }

  @Override
  public void close() {
    transport.close();
  }
}
