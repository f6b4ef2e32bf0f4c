package dev.assay.toolcalls;

import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Claude Code's session files. The order is the chain of parents; calls on a branch that was left
 * did run all the same, so they count and are told.
 */
final class ClaudeTranscript implements DocumentReader {

  private static final String ADVICE =
      "The session file is written late: hand in the hooks' PostToolUse payloads too.";

  private final Map<String, String> parents = new HashMap<>();
  private final List<Line> lines = new ArrayList<>();
  private String leaf = "";

  /** A line of the main thread that asks for a tool. */
  private record Line(String uuid, String pointer) {}

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    String uuid = Nodes.text(document, "uuid");
    JsonObject message = Nodes.object(document, "message");
    boolean side = Nodes.isTrue(document, "isSidechain");
    if (!uuid.isEmpty() && out.mayRemember()) {
      parents.put(uuid, Nodes.text(document, "parentUuid"));
    }
    if (message.isEmpty()) {
      return;
    }
    if (!side && !Nodes.isTrue(document, "isMeta")) {
      leaf = uuid;
    }
    Turn turn = Turn.history(false);
    AnthropicMessages.message(Format.CLAUDE_CODE, message, pointer + "/message", turn);
    for (Draft draft : turn.calls()) {
      draft
          .kind(Kind.ofHarness(draft.tool))
          .session(Nodes.text(document, "sessionId"))
          .agent(side ? Nodes.text(document, "agentId") : "")
          .start(Nodes.text(document, "timestamp"))
          .advice(ADVICE);
      if (!side && out.mayRemember()) {
        lines.add(new Line(uuid, draft.source.pointer()));
      }
    }
    String time = Nodes.text(document, "timestamp");
    turn.replies()
        .replaceAll(reply ->
            new Turn.Reply(
                reply.id(),
                reply.tool(),
                new Draft.Answer(reply.answer().outcome(), reply.answer().digest(), time)));
    out.turn(turn);
  }

  @Override
  public void finish(Collector out) {
    Set<String> chain = new HashSet<>();
    for (String at = leaf; at != null && !at.isEmpty() && chain.add(at); at = parents.get(at)) {
      // Walks up to the first line.
    }
    for (Line line : lines) {
      if (!chain.contains(line.uuid())) {
        out.note(
            Code.BRANCH_ABANDONED,
            line.pointer(),
            "A call lies on a branch that the session left; it did run and counts.");
      }
    }
  }
}
