package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.WorkItemStatus;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of work items and of their attestations with decisions, whose contents
 * manifests list. For one thread.
 */
final class WorkItemRows {

  private final ShownAgents agents;

  /** Compares with {@code agents}, whose work the rows of attestations say that they are about. */
  WorkItemRows(ShownAgents agents) {
    this.agents = agents;
  }

  /** What is wrong with the rows of {@code item}; null while nothing is, or not all is shown. */
  @Nullable AuditFinding wrong(DecisionCheck.Item item) {
    if (item.decisions().isEmpty()
        || item.decisions().stream().anyMatch(each -> !each.path("agent").isObject())) {
      return null; // of a version that did not tell
    }
    AuditFinding attested = wrongEvent(item);
    if (attested != null
        || item.row() == null
        || item.row().path("status").asText().equals(WorkItemStatus.VERIFYING.word())) {
      return attested;
    }
    AuditFinding agent = wrongAgent(item, item.row());
    return agent == null ? wrongStanding(item, item.row()) : agent;
  }

  /** A row of an attestation that was made on an event, and says other than its decision. */
  private @Nullable AuditFinding wrongEvent(DecisionCheck.Item item) {
    Map<String, Set<Long>> decided = new LinkedHashMap<>();
    for (JsonNode decision : item.decisions()) {
      long who = AgentOfAttempt.decided(decision).number();
      String execution = AgentOfAttempt.verified(decision.path("eventKey").asText());
      decided.computeIfAbsent(execution, _ -> new HashSet<>()).add(who);
      Instant time = time(decision.path("time"));
      if (time != null) {
        String made = AgentOfAttempt.decidedAt(item.workItem(), time);
        decided.computeIfAbsent(made, _ -> new HashSet<>()).add(who);
      }
    }
    for (Map.Entry<String, Set<Long>> event : decided.entrySet()) {
      String expected = "attempt, agent and fleet of the decision on the same event";
      AuditFinding other = other(item, event.getKey(), event.getValue(), expected);
      if (other != null) {
        return other;
      }
    }
    return null;
  }

  /** A row of an attestation about {@code about} that says something else than was decided. */
  private @Nullable AuditFinding other(
      DecisionCheck.Item item, String about, Set<Long> decided, String expected) {
    OptionalLong other = agents.other(about, decided);
    return other.isEmpty()
        ? null
        : AuditFinding.at(
            AuditCode.ROW_DIFFERS,
            other.getAsLong(),
            item.workItem(),
            expected,
            "others in the row of this entry");
  }

  /** A row that says that it is of an attempt, an agent or a fleet of which no decision is. */
  private @Nullable AuditFinding wrongAgent(DecisionCheck.Item item, JsonNode row) {
    if (item.decisions().size() >= AuditLimits.DECISIONS_SHOWN) {
      return null;
    }
    Set<Long> decided = new HashSet<>();
    item.decisions().forEach(each -> decided.add(AgentOfAttempt.decided(each).number()));
    String expected =
        "attempt, agent and fleet of one of its decisions, such as "
            + AgentOfAttempt.decided(item.decisions().getLast());
    AgentOfAttempt newest = AgentOfAttempt.shown(row);
    if (!decided.contains(newest.number())) {
      return AuditFinding.of(AuditCode.ROW_DIFFERS, item.workItem(), expected, newest.toString());
    }
    return other(item, item.workItem(), decided, expected);
  }

  /**
   * Mood, question, times and children that its decisions do not leave it with. What was refused
   * may have come later than the last decision and have moved the mood, and the parent may have
   * told later that it is one.
   */
  private static @Nullable AuditFinding wrongStanding(DecisionCheck.Item item, JsonNode row) {
    JsonNode last = item.decisions().getLast();
    boolean refused = row.path("refused").asInt() > 0;
    boolean later = refused || row.path("parent").isTextual();
    String mood = last.path("moodAfter").asText();
    if (!refused && !row.path("mood").asText().equals(mood)) {
      return differs(item, "the mood " + mood + " of its last decision", row.path("mood"));
    }
    if (!present(row.path("approval")).equals(present(last.path("approval")))) {
      return differs(item, "the open question of its last decision", row.path("approval"));
    }
    Instant decided = time(last.path("time"));
    Instant moved = time(row.path("lastTime"));
    if (decided != null
        && (moved == null || moved.isBefore(decided) || !later && moved.isAfter(decided))) {
      return differs(
          item,
          "the time " + decided + " of its last decision" + (later ? ", or a later one" : ""),
          row.path("lastTime"));
    }
    Instant first = time(item.decisions().getFirst().path("time"));
    Instant began = time(row.path("firstTime"));
    if (first != null && (began == null || began.isAfter(first))) {
      return differs(item, "a time up to " + first + " of a decision", row.path("firstTime"));
    }
    Set<String> children = new HashSet<>();
    row.path("children").forEach(child -> children.add(child.path("workItem").asText()));
    for (JsonNode decision : item.decisions()) {
      for (JsonNode child : decision.path("children")) {
        if (!children.contains(child.asText())) {
          return differs(item, "the child " + child.asText(), row.path("children"));
        }
      }
    }
    return null;
  }

  private static JsonNode present(JsonNode node) {
    return node.isNull() ? MissingNode.getInstance() : node;
  }

  private static AuditFinding differs(DecisionCheck.Item item, String expected, JsonNode found) {
    return AuditFinding.of(
        AuditCode.ROW_DIFFERS,
        item.workItem(),
        expected,
        found.isMissingNode() ? "none" : found.toString());
  }

  private static @Nullable Instant time(JsonNode text) {
    try {
      return Times.instant(text.asText());
    } catch (DateTimeException _) {
      return null;
    }
  }
}
