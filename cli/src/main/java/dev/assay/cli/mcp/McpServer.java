package dev.assay.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers messages of the Model Context Protocol, whatever carries them: of revision 2026-07-28,
 * which has no session, and of the revisions before it, which begin with {@code initialize}. A
 * message says of which it is, so nothing is kept from one to the next.
 */
final class McpServer {

  /** The revision without sessions. */
  static final String STATELESS = "2026-07-28";

  /** The revisions that begin with {@code initialize}, newest first. */
  static final List<String> LEGACY =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  /** Bytes of one message. */
  static final int MESSAGE_BYTES_MAX = 1024 * 1024;

  private static final int VERSION_CHARS_MAX = 64;
  private static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  private static final int METHOD_NOT_FOUND = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int HEADER_MISMATCH = -32020;
  private static final int UNSUPPORTED_VERSION = -32022;

  private static final String META = "io.modelcontextprotocol/";
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  /** What is announced does not change while a process runs. */
  private static final int FRESH_MILLIS = 300_000;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final JsonNode SERVER =
      JSON.objectNode().put("name", "assay").put("title", "Assay").put("version", "0.1.0");
  private static final String INSTRUCTIONS =
      "Assay verifies what agents claim. Submit a claim with its evidence, wait for the verdict,"
          + " and read the explanation when it is not PROMOTE. Nothing here approves or promotes.";

  private final McpTools tools;

  McpServer(McpTools tools) {
    this.tools = tools;
  }

  /**
   * An answer.
   *
   * @param status HTTP status
   * @param message null when nothing is to be said: to notifications and answers
   */
  record Reply(int status, @Nullable JsonNode message) {}

  /** A message as it was read; it has an id when it wants an answer. */
  private record Call(@Nullable JsonNode id, String method, JsonNode params) {

    JsonNode meta(String name) {
      return params.path("_meta").path(META + name);
    }
  }

  /** Ends the reading of a message with an error of JSON-RPC. */
  private static final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int code;
    private final int status;
    private final transient @Nullable JsonNode data;

    Refused(int code, int status, String message, @Nullable JsonNode data) {
      super(message, null, false, false);
      this.code = code;
      this.status = status;
      this.data = data;
    }
  }

  /** The answer to a message on a stream, where there are no headers. */
  Reply answer(byte[] message, McpTools.Caller caller) throws InterruptedException {
    return answer(message, null, caller);
  }

  /**
   * The answer to one message.
   *
   * @param headers of the HTTP request by name, or null where there are none
   */
  Reply answer(
      byte[] message, @Nullable Function<String, Optional<String>> headers, McpTools.Caller caller)
      throws InterruptedException {
    JsonNode id = JSON.nullNode();
    try {
      JsonNode tree = tree(message);
      if (tree.has("id")) {
        id = tree.get("id");
      }
      if (!tree.has("method") && (tree.has("result") || tree.has("error"))) {
        return new Reply(202, null);
      }
      Call call = call(tree);
      boolean stateless = stateless(call, headers);
      if (call.id() == null) {
        return new Reply(202, null);
      }
      JsonNode result = stateless ? modern(call, headers, caller) : legacy(call, caller);
      ObjectNode reply = reply(id);
      reply.set("result", result);
      return new Reply(200, reply);
    } catch (Refused e) {
      ObjectNode reply = error(id, e.code, e.getMessage());
      if (e.data != null) {
        ((ObjectNode) reply.get("error")).set("data", e.data);
      }
      return new Reply(e.status, reply);
    }
  }

  /** The answer to the request {@code id}, if it has one, that says why there is no other. */
  static ObjectNode error(@Nullable JsonNode id, int code, @Nullable String message) {
    ObjectNode reply = reply(id == null ? JSON.nullNode() : id);
    reply.putObject("error").put("code", code).put("message", message);
    return reply;
  }

  private static ObjectNode reply(JsonNode id) {
    ObjectNode reply = JSON.objectNode().put("jsonrpc", "2.0");
    reply.set("id", id.isTextual() || id.isIntegralNumber() ? id : JSON.nullNode());
    return reply;
  }

  private static JsonNode tree(byte[] message) {
    if (message.length > MESSAGE_BYTES_MAX) {
      throw new Refused(
          INVALID_REQUEST,
          413,
          "expected a message of at most " + MESSAGE_BYTES_MAX + " bytes",
          null);
    }
    JsonNode tree =
        switch (Json.tree(message)) {
          case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
          case Parsed.Rejected<JsonNode>(Rejection rejection) ->
              throw new Refused(PARSE_ERROR, BAD_REQUEST, rejection.detail(), null);
        };
    if (!tree.isObject() || !tree.path("jsonrpc").asText().equals("2.0")) {
      throw new Refused(
          INVALID_REQUEST, BAD_REQUEST, "expected one JSON-RPC 2.0 message, found another", null);
    }
    return tree;
  }

  private static Call call(JsonNode tree) {
    JsonNode id = tree.get("id");
    JsonNode params = tree.path("params");
    boolean identified = id == null || id.isTextual() || id.isIntegralNumber();
    if (!identified
        || !tree.path("method").isTextual()
        || !params.isMissingNode() && !params.isObject()) {
      throw new Refused(
          INVALID_REQUEST,
          BAD_REQUEST,
          "expected a method, an id that is text or an integer, and params that are an object",
          null);
    }
    return new Call(id, tree.get("method").asText(), params);
  }

  /** Whether the message is of the revision without sessions; one of no known revision ends. */
  private static boolean stateless(
      Call call, @Nullable Function<String, Optional<String>> headers) {
    JsonNode told = call.meta("protocolVersion");
    Optional<String> header =
        headers == null ? Optional.empty() : headers.apply("MCP-Protocol-Version");
    boolean modern =
        !told.isMissingNode()
            || call.method().equals("server/discover")
            || header.filter(version -> !LEGACY.contains(version)).isPresent();
    if (!modern) {
      return false;
    }
    String version = told.isTextual() ? told.asText() : header.orElse("");
    if (told.isMissingNode() && (header.isEmpty() || version.equals(STATELESS))) {
      throw new Refused(
          INVALID_PARAMS,
          BAD_REQUEST,
          "expected _meta with " + META + "protocolVersion, found none",
          null);
    }
    if (!version.equals(STATELESS)) {
      ObjectNode data = JSON.objectNode();
      data.set("supported", versions());
      data.put("requested", version.substring(0, Math.min(version.length(), VERSION_CHARS_MAX)));
      throw new Refused(
          UNSUPPORTED_VERSION, BAD_REQUEST, "expected a supported protocol version", data);
    }
    if (headers != null) {
      requireHeaders(call, version, headers);
    }
    if (call.id() != null && !call.meta("clientCapabilities").isObject()) {
      throw new Refused(
          INVALID_PARAMS,
          BAD_REQUEST,
          "expected _meta with " + META + "clientCapabilities, found none",
          null);
    }
    return true;
  }

  private static void requireHeaders(
      Call call, String version, Function<String, Optional<String>> headers) {
    requireHeader(headers, "MCP-Protocol-Version", version);
    requireHeader(headers, "Mcp-Method", call.method());
    if (call.method().equals("tools/call")) {
      requireHeader(headers, "Mcp-Name", call.params().path("name").asText());
    }
  }

  private static void requireHeader(
      Function<String, Optional<String>> headers, String name, String body) {
    Optional<String> value = headers.apply(name).map(HeaderText::decoded);
    if (value.filter(body::equals).isEmpty()) {
      throw new Refused(
          HEADER_MISMATCH,
          BAD_REQUEST,
          "expected the header "
              + name
              + " to say what the body says, found "
              + (value.isEmpty() ? "none" : "another value"),
          null);
    }
  }

  private JsonNode modern(
      Call call, @Nullable Function<String, Optional<String>> headers, McpTools.Caller caller)
      throws InterruptedException {
    ObjectNode result =
        switch (call.method()) {
          case "server/discover" -> {
            ObjectNode found = JSON.objectNode();
            found.set("supportedVersions", versions());
            found.set("capabilities", capabilities());
            yield cached(found.put("instructions", INSTRUCTIONS));
          }
          case "tools/list" -> cached(listed());
          case "tools/call" -> called(call, caller);
          default -> throw unknown(call, headers == null ? BAD_REQUEST : NOT_FOUND);
        };
    result.put("resultType", "complete");
    result.putObject("_meta").set(META + "serverInfo", SERVER);
    return result;
  }

  private static ObjectNode cached(ObjectNode result) {
    return result.put("ttlMs", FRESH_MILLIS).put("cacheScope", "public");
  }

  private JsonNode legacy(Call call, McpTools.Caller caller) throws InterruptedException {
    return switch (call.method()) {
      case "initialize" -> {
        String asked = call.params().path("protocolVersion").asText();
        ObjectNode result = JSON.objectNode();
        result.put("protocolVersion", LEGACY.contains(asked) ? asked : LEGACY.getFirst());
        result.set("capabilities", capabilities());
        result.set("serverInfo", SERVER);
        yield result.put("instructions", INSTRUCTIONS);
      }
      case "ping" -> JSON.objectNode();
      case "tools/list" -> listed();
      case "tools/call" -> called(call, caller);
      default -> throw unknown(call, 200);
    };
  }

  private ObjectNode listed() {
    ObjectNode result = JSON.objectNode();
    result.set("tools", tools.definitions());
    return result;
  }

  private ObjectNode called(Call call, McpTools.Caller caller) throws InterruptedException {
    String name = call.params().path("name").asText();
    if (!tools.has(name)) {
      throw new Refused(
          INVALID_PARAMS,
          200,
          "expected a tool of tools/list, found " + Require.quoted(name),
          null);
    }
    JsonNode arguments = call.params().path("arguments");
    return tools.call(name, arguments.isMissingNode() ? JSON.objectNode() : arguments, caller);
  }

  private static Refused unknown(Call call, int status) {
    return new Refused(
        METHOD_NOT_FOUND,
        status,
        "expected a method of this server, found " + Require.quoted(call.method()),
        null);
  }

  private static JsonNode versions() {
    var all = JSON.arrayNode().add(STATELESS);
    LEGACY.forEach(all::add);
    return all;
  }

  private static JsonNode capabilities() {
    ObjectNode capabilities = JSON.objectNode();
    capabilities.putObject("tools").put("listChanged", false);
    return capabilities;
  }
}
