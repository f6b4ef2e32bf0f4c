package dev.assay.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.client.ApiClient;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.RejectedException;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Resources;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools that an agent may call: it submits, waits and reads. None approves, promotes or changes
 * what is required, since the caller is the judged party, and no artifact's bytes pass through it.
 */
final class McpTools {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Answers one call; a {@link CommandException} is the answer too, as an error of the tool. */
  @FunctionalInterface
  private interface Tool {
    ObjectNode answer(JsonNode arguments, Caller caller) throws IOException, InterruptedException;
  }

  /**
   * Who calls.
   *
   * @param api the system, called as that caller
   * @param fleet whose agent it is unless it says otherwise
   * @param files what it may attach by path
   * @param progress where it is told how far a call has come
   * @param left whether it has gone without waiting for the answer
   */
  record Caller(
      ApiClient api, String fleet, SubmittedFiles files, Progress progress, BooleanSupplier left) {

    Caller with(Progress told) {
      return new Caller(api, fleet, files, told, left);
    }
  }

  private final ArrayNode definitions;
  private final Map<String, Tool> tools = new LinkedHashMap<>();

  McpTools() {
    this.definitions = read();
    Verdicts verdicts = new Verdicts();
    tools.put(
        "submit_claim", (given, caller) -> arguments(given, Submission.class).submitted(caller));
    tools.put(
        "wait_for_verdict",
        (given, caller) -> verdicts.awaited(arguments(given, Verdicts.Wanted.class), caller));
    tools.put(
        "explain",
        (given, caller) -> Verdicts.explained(arguments(given, Verdicts.Item.class), caller.api()));
    tools.put(
        "list_work_items",
        (given, caller) -> Verdicts.listed(arguments(given, Verdicts.Page.class), caller.api()));
    tools.put(
        "get_attestation",
        (given, caller) -> Attested.shown(arguments(given, Attested.Wanted.class), caller.api()));
    tools.put(
        "verify_attestation",
        (given, caller) ->
            Attested.verified(arguments(given, Attested.Wanted.class), caller.api()));
  }

  /** The definitions as {@code tools/list} answers them, always in the same order. */
  JsonNode definitions() {
    return definitions;
  }

  boolean has(String name) {
    return tools.containsKey(name);
  }

  /** The result of a call: its structure and the same as text, or what is wrong. */
  ObjectNode call(String name, JsonNode arguments, Caller caller) throws InterruptedException {
    try {
      ObjectNode found = Objects.requireNonNull(tools.get(name)).answer(arguments, caller);
      ObjectNode result = result(found, false);
      result.set("structuredContent", found);
      return result;
    } catch (CommandException e) {
      return result(problem(e.code(), e.getMessage()), true);
    } catch (RejectedException e) {
      return result(problem(e.rejection().code().name(), e.rejection().detail()), true);
    } catch (IOException e) {
      return result(problem("UNREACHABLE", e.getClass().getSimpleName()), true);
    }
  }

  private static ObjectNode problem(String code, @Nullable String detail) {
    return JSON.objectNode().put("code", code).put("detail", detail);
  }

  private static ObjectNode result(ObjectNode content, boolean error) {
    ObjectNode result = JSON.objectNode();
    result
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", new String(Json.write(content), StandardCharsets.UTF_8));
    return result.put("isError", error);
  }

  private static <T> T arguments(JsonNode given, Class<T> type) {
    return switch (Json.parse(given, type)) {
      case Parsed.Accepted<T>(T read) -> read;
      case Parsed.Rejected<T>(Rejection rejection) ->
          throw new CommandException(rejection.code().name(), rejection.detail());
    };
  }

  private static ArrayNode read() {
    return switch (Json.tree(Resources.bytes(McpTools.class, "tools.json"))) {
      case Parsed.Accepted<JsonNode>(ArrayNode all) -> all;
      case Parsed<JsonNode> other ->
          throw new IllegalStateException("expected the tools as an array, found " + other);
    };
  }
}
