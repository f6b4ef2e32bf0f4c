package dev.assay.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several messages in an array, which a server has to take in revision 2025-03-26 and in no other
 * (https://modelcontextprotocol.io/specification/2025-03-26/basic). They are answered at once, in
 * an array in their order.
 */
final class McpBatch {

  /** The only revision with batches, and the one of an HTTP request that names none. */
  static final String REVISION = "2025-03-26";

  /** Messages of a batch. */
  static final int MESSAGES_MAX = 16;

  private McpBatch() {}

  /** The answer to a message or batch of an HTTP request with {@code headers}. */
  static McpServer.Reply answer(
      McpServer server,
      byte[] message,
      Function<String, Optional<String>> headers,
      McpTools.Caller caller)
      throws InterruptedException {
    Optional<String> version = headers.apply("MCP-Protocol-Version");
    return answer(server, message, version.orElse(REVISION), headers, caller);
  }

  /**
   * The answer to a message or batch on a stream.
   *
   * @param revision the revision that the client asked for when it initialized, or empty text
   */
  static McpServer.Reply answer(
      McpServer server, byte[] message, String revision, McpTools.Caller caller)
      throws InterruptedException {
    return answer(server, message, revision, null, caller);
  }

  private static McpServer.Reply answer(
      McpServer server,
      byte[] message,
      String revision,
      @Nullable Function<String, Optional<String>> headers,
      McpTools.Caller caller)
      throws InterruptedException {
    boolean batch =
        revision.equals(REVISION)
            && message.length <= McpServer.MESSAGE_BYTES_MAX
            && opensArray(message);
    return batch
            && Json.tree(message) instanceof Parsed.Accepted<JsonNode>(ArrayNode all)
            && !all.isEmpty()
        ? answers(server, all, headers, caller)
        : server.answer(message, headers, caller);
  }

  private static boolean opensArray(byte[] message) {
    int at = 0;
    while (at < message.length && Character.isWhitespace(message[at])) {
      at++;
    }
    return at < message.length && message[at] == '[';
  }

  private static McpServer.Reply answers(
      McpServer server,
      ArrayNode all,
      @Nullable Function<String, Optional<String>> headers,
      McpTools.Caller caller)
      throws InterruptedException {
    if (all.size() > MESSAGES_MAX) {
      return new McpServer.Reply(
          400,
          McpServer.error(
              null,
              McpServer.INVALID_REQUEST,
              "expected at most " + MESSAGES_MAX + " messages in a batch"));
    }
    ArrayNode replies = JsonNodeFactory.instance.arrayNode();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<McpServer.Reply>> answered = new ArrayList<>();
      for (JsonNode each : all) {
        answered.add(threads.submit(() -> one(server, each, headers, caller)));
      }
      for (Future<McpServer.Reply> each : answered) {
        JsonNode reply = each.get().message();
        if (reply != null) {
          replies.add(reply);
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a message of a batch was not answered", e.getCause());
    }
    return replies.isEmpty() ? new McpServer.Reply(202, null) : new McpServer.Reply(200, replies);
  }

  private static McpServer.Reply one(
      McpServer server,
      JsonNode message,
      @Nullable Function<String, Optional<String>> headers,
      McpTools.Caller caller)
      throws InterruptedException {
    return message.path("method").asText().equals("initialize")
        ? new McpServer.Reply(
            400,
            McpServer.error(
                message.get("id"),
                McpServer.INVALID_REQUEST,
                "expected initialize by itself, found it in a batch"))
        : server.answer(Json.write(message), headers, caller);
  }
}
