package dev.assay.cli.mcp;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.CommandException;
import dev.assay.cli.client.ApiClient;
import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is decided about work items, in codes, digests and numbers. */
final class Verdicts {

  /** Longer, and clients give up on their own. */
  private static final int WAIT_SECONDS_MAX = 50;

  private static final int WAIT_SECONDS_DEFAULT = 30;
  private static final Duration PAUSE_FIRST = Duration.ofMillis(50);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  /** Between two notices of how long a caller has waited. */
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);

  private static final int PAGE_MAX = 100;
  private static final int PAGE_DEFAULT = 20;

  /** Members of decisions that an agent needs; its retry prompt says no more than these. */
  private static final List<String> OF_DECISION =
      List.of(
          "id",
          "attempt",
          "kind",
          "reasons",
          "attestations",
          "promotion",
          "evidence",
          "needed",
          "uncleared",
          "children");

  private static final List<String> OF_ITEM = List.of("status", "attempt", "fleet", "agent");

  /** How the API's explanation names what tools, artifacts and agents wrote. */
  private static final String UNTRUSTED = "untrusted";

  /** Where names of tests stand. */
  private static final String TESTS = "tests";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** The members of {@code explain}. */
  record Item(@JsonProperty("work_item") String workItem) {
    Item {
      workItem = Require.id("work_item", workItem);
    }
  }

  /**
   * The members of {@code wait_for_verdict}.
   *
   * @param attempt null for the last one that is known
   */
  record Wanted(
      @JsonProperty("work_item") String workItem,
      @Nullable Integer attempt,
      @JsonProperty("timeout_s") @Nullable Integer seconds) {

    Wanted {
      workItem = Require.id("work_item", workItem);
      if (attempt != null) {
        attempt = (int) Require.range("attempt", attempt, 1, Limits.ATTEMPT_MAX);
      }
      seconds =
          (int)
              Require.range(
                  "timeout_s",
                  Objects.requireNonNullElse(seconds, WAIT_SECONDS_DEFAULT),
                  0,
                  WAIT_SECONDS_MAX);
    }
  }

  /** The members of {@code list_work_items}. */
  record Page(@Nullable String status, @Nullable Integer limit, @Nullable String cursor) {
    Page {
      limit =
          (int)
              Require.range("limit", Objects.requireNonNullElse(limit, PAGE_DEFAULT), 1, PAGE_MAX);
    }
  }

  /**
   * The decision about an attempt, as soon as there is one, or that it is pending; a caller that
   * leaves is not waited for.
   */
  ObjectNode awaited(Wanted wanted, McpTools.Caller caller)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    Duration wait = Duration.ofSeconds(Objects.requireNonNull(wanted.seconds()));
    Duration told = Duration.ZERO;
    Duration pause = PAUSE_FIRST;
    while (true) {
      ObjectNode found = found(wanted, caller.api());
      Duration waited = Duration.ofNanos(System.nanoTime() - began);
      Duration left = wait.minus(waited);
      if (!found.path("state").asText().equals("pending")
          || !left.isPositive()
          || caller.left().getAsBoolean()) {
        return found;
      }
      if (waited.minus(told).compareTo(PROGRESS_EVERY) >= 0) {
        told = waited;
        caller
            .progress()
            .tell(
                waited.toMillis() / 1e3,
                wait.toMillis() / 1e3,
                found.path("status").asText("unknown"));
      }
      Thread.sleep(shorter(pause, left));
      pause = shorter(pause.multipliedBy(2), PAUSE_MAX);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static ObjectNode found(Wanted wanted, ApiClient api)
      throws IOException, InterruptedException {
    ObjectNode answer = JSON.objectNode().put("work_item", wanted.workItem());
    JsonNode item;
    try {
      item = api.json(ApiClient.workItem(wanted.workItem()), ApiClient.OF_WORK_ITEM);
    } catch (CommandException e) {
      if (e.code().equals(ErrorCode.NOT_FOUND.name())) {
        return answer.put("state", "pending");
      }
      throw e;
    }
    int attempt = wanted.attempt() == null ? item.path("attempt").asInt() : (int) wanted.attempt();
    JsonNode last = null;
    for (JsonNode decision : item.path("decisions")) {
      if (decision.path("attempt").asInt() == attempt) {
        last = decision;
      }
    }
    answer.put("state", last == null ? "pending" : "decided");
    answer.put("status", item.path("status").asText());
    answer.put("attempt", attempt);
    if (last != null) {
      answer.set("decision", named(only(last, OF_DECISION), ""));
    }
    if (item.path("refusals").isArray() && !item.path("refusals").isEmpty()) {
      ArrayNode codes = answer.putArray("refusals");
      item.path("refusals").forEach(refusal -> codes.add(refusal.path("code").asText()));
    }
    return answer;
  }

  /** What the API explains, without what tools, artifacts and agents wrote. */
  static ObjectNode explained(Item item, ApiClient api) throws IOException, InterruptedException {
    JsonNode explanation =
        api.json(ApiClient.workItem(item.workItem()) + "/explanation", ApiClient.OF_WORK_ITEM);
    ObjectNode answer = JSON.objectNode().put("work_item", item.workItem());
    answer.set("explanation", named(trusted(explanation), ""));
    return answer;
  }

  /** The same with names of tests as single words: one could be a sentence for the model. */
  static JsonNode named(JsonNode node, String member) {
    if (node.isArray()) {
      ArrayNode kept = JSON.arrayNode();
      node.forEach(each -> kept.add(named(each, member)));
      return kept;
    }
    if (node.isObject()) {
      ObjectNode kept = JSON.objectNode();
      node.properties()
          .forEach(each -> kept.set(each.getKey(), named(each.getValue(), each.getKey())));
      return kept;
    }
    return node.isTextual() && member.equals(TESTS)
        ? JSON.textNode(StopVerdict.shown(node.asText()))
        : node;
  }

  private static JsonNode trusted(JsonNode node) {
    if (node.isArray()) {
      ArrayNode kept = JSON.arrayNode();
      node.forEach(each -> kept.add(trusted(each)));
      return kept;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode kept = JSON.objectNode();
    node.properties().stream()
        .filter(member -> !member.getKey().startsWith(UNTRUSTED))
        .forEach(member -> kept.set(member.getKey(), trusted(member.getValue())));
    return kept;
  }

  /** A page of work items. */
  static ObjectNode listed(Page page, ApiClient api) throws IOException, InterruptedException {
    Map<String, @Nullable String> query = new LinkedHashMap<>();
    query.put("status", page.status());
    query.put("limit", String.valueOf(page.limit()));
    query.put("cursor", page.cursor());
    JsonNode found =
        api.list("/v1/work-items" + ApiClient.query(query), "items", ApiClient.OF_WORK_ITEM);
    ObjectNode answer = JSON.objectNode();
    ArrayNode items = answer.putArray("items");
    for (JsonNode item : found.path("items")) {
      ObjectNode line = only(item, OF_ITEM);
      items.add(line.put("work_item", item.path("workItem").asText()));
    }
    if (found.hasNonNull("next")) {
      answer.set("next", found.get("next"));
    }
    return answer;
  }

  private static ObjectNode only(JsonNode node, List<String> members) {
    ObjectNode kept = JSON.objectNode();
    members.stream().filter(node::hasNonNull).forEach(name -> kept.set(name, node.get(name)));
    return kept;
  }
}
