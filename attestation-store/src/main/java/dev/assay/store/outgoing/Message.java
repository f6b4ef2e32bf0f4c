package dev.assay.store.outgoing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.stop.StopVerdict;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.Decision;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is told of a decision: ids, codes and times, no text of agents, tools or artifacts. Pure.
 */
final class Message {

  private Message() {}

  /** Whether {@code endpoint} wants to know of {@code decision}. */
  static boolean wanted(Decision decision, OutgoingSection.Endpoint endpoint) {
    Agent agent = decision.agent();
    boolean told =
        switch (endpoint.kind()) {
          case WEBHOOK, SLACK -> true;
          case CDEVENTS -> CdEvent.outcome(decision.kind()).isPresent();
          case OTLP -> Evaluation.label(decision.kind()).isPresent();
        };
    return told
        && (endpoint.decisions().isEmpty() || endpoint.decisions().contains(decision.kind()))
        && (endpoint.workItems().isEmpty()
            || endpoint.workItems().stream().anyMatch(each -> fits(each, decision.workItem())))
        && (endpoint.fleets().isEmpty()
            || agent != null && endpoint.fleets().contains(agent.fleet()));
  }

  /** Without going back: a star takes what the next literal part leaves. */
  private static boolean fits(String pattern, String text) {
    String[] parts = pattern.split(Pattern.quote("*"), -1);
    if (parts.length == 1) {
      return pattern.equals(text);
    }
    int at = parts[0].length();
    String last = parts[parts.length - 1];
    if (!text.startsWith(parts[0]) || !text.endsWith(last) || text.length() < at + last.length()) {
      return false;
    }
    int end = text.length() - last.length();
    for (int i = 1; i < parts.length - 1; i++) {
      int found = text.indexOf(parts[i], at);
      if (found < 0 || found + parts[i].length() > end) {
        return false;
      }
      at = found + parts[i].length();
    }
    return true;
  }

  /** Equal for every try, also of another process, so that a receiver takes it once. */
  static String id(Decision decision) {
    return "msg_" + decision.id();
  }

  /**
   * The body for {@code endpoint}, which wants it.
   *
   * @param traceparent of the execution that was decided on, untrusted, or null
   */
  static byte[] body(
      OutgoingSection.Endpoint endpoint, Decision decision, @Nullable String traceparent) {
    return Json.write(
        switch (endpoint.kind()) {
          case WEBHOOK -> webhook(decision);
          case SLACK -> slack(decision);
          case CDEVENTS -> CdEvent.of(decision, endpoint.source());
          case OTLP -> Evaluation.of(decision, traceparent);
        });
  }

  private static ObjectNode webhook(Decision decision) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("type", "decision." + decision.kind().name().toLowerCase(Locale.ROOT));
    body.put("timestamp", decision.time());
    ObjectNode data = body.putObject("data");
    data.put("id", decision.id()).put("workItem", decision.workItem());
    data.put("attempt", decision.attempt()).put("kind", decision.kind().name());
    decision.reasons().forEach(data.putArray("reasons")::add);
    data.put("mood", decision.moodAfter().name());
    data.put("attestations", decision.attestations().size());
    if (decision.promotion() != null) {
      data.put("promotion", decision.promotion());
    }
    if (decision.evidence() != null) {
      data.put("evidence", decision.evidence().name());
    }
    Agent agent = decision.agent();
    if (agent != null) {
      data.putObject("agent").put("fleet", agent.fleet()).put("id", agent.id());
    }
    if (!decision.children().isEmpty()) {
      decision.children().forEach(data.putArray("children")::add);
    }
    Approval approval = decision.approval();
    if (approval != null) {
      data.putObject("approval").put("id", approval.id()).put("deadline", approval.deadline());
    }
    return body;
  }

  /** Text in which nobody is called and nothing is a link, for Slack and those who copy it. */
  private static String plain(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", "@\u200b"); // no width
  }

  /**
   * A line for notifications and those who copy Slack, and blocks of plain text for Slack itself.
   */
  private static ObjectNode slack(Decision decision) {
    Approval approval = decision.approval();
    String text =
        "Assay: "
            + decision.kind()
            + " of "
            + decision.workItem()
            + ", attempt "
            + decision.attempt()
            + " ("
            + String.join(", ", decision.reasons())
            + ")"
            + (approval == null ? "" : "; a person is asked until " + approval.deadline());
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("text", plain(text)).put("mrkdwn", false);
    body.put("unfurl_links", false).put("unfurl_media", false);
    ArrayNode blocks = body.putArray("blocks");
    block(blocks, "header", "Assay: " + decision.kind());
    block(blocks, "section", plain(text));
    return body;
  }

  private static void block(ArrayNode blocks, String type, String text) {
    ObjectNode said = blocks.addObject().put("type", type).putObject("text");
    said.put("type", "plain_text")
        .put("text", StopVerdict.cut(text, OutgoingLimits.BLOCK_CHARS_MAX))
        .put("emoji", false);
  }
}
