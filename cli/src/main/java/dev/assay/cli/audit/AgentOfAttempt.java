package dev.assay.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Digests;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whose work an attempt of a work item is said to be.
 *
 * @param fleet the agent's fleet, or null when none is named
 * @param agent id of the agent, or null when none is named
 */
record AgentOfAttempt(
    String workItem, int attempt, @Nullable String fleet, @Nullable String agent) {

  /** As a line of a list says it, of attestations or of work items. */
  static AgentOfAttempt shown(JsonNode line) {
    return new AgentOfAttempt(
        line.path("workItem").asText(),
        line.path("attempt").asInt(),
        line.path("fleet").textValue(),
        line.path("agent").textValue());
  }

  /** As a decision says it. */
  static AgentOfAttempt decided(JsonNode decision) {
    JsonNode agent = decision.path("agent");
    return new AgentOfAttempt(
        decision.path("workItem").asText(),
        decision.path("attempt").asInt(),
        agent.path("fleet").textValue(),
        agent.path("id").textValue());
  }

  /** What the verdicts on an execution were made on. */
  static String verified(String execution) {
    return "execution\n" + execution;
  }

  /** What the summaries and answers of a decision were made on, which have its time. */
  static String decidedAt(String workItem, Instant time) {
    return "decision\n" + workItem + "\n" + time.toEpochMilli();
  }

  /** A number of the work item or of what was made on; another one for another. */
  static long number(String name) {
    return Half.of(Digests.sha256Hex(name)).high();
  }

  /** A number of attempt, fleet and agent, another one for others. */
  long number() {
    String fleetText = Objects.requireNonNullElse(fleet, "");
    String agentText = Objects.requireNonNullElse(agent, "");
    return number(attempt + "\n" + fleetText + "\n" + agentText);
  }

  @Override
  public String toString() {
    return "attempt " + attempt + " of agent " + agent + " of fleet " + fleet;
  }
}
