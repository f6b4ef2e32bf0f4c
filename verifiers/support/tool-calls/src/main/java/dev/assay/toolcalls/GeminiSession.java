package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.ToolTrace.Code;
import dev.assay.toolcalls.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Gemini CLI's session files, whole or as lines with corrections. */
final class GeminiSession implements DocumentReader {

  private static final String ADVICE = "Hand in the whole session file.";

  private final List<Message> messages = new ArrayList<>();
  private String session = "";

  /** A message that asked for tools. */
  private record Message(String id, String pointer) {}

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    String id = Nodes.text(document, "sessionId");
    session = id.isEmpty() ? session : id;
    message(document, pointer, out);
    Nodes.each(document, "messages", pointer, (m, at) -> message(m, at, out));
    JsonObject set = Nodes.object(document, "$set");
    Nodes.each(set, "messages", pointer + "/$set", (m, at) -> message(m, at, out));
    String rewound = Nodes.text(document, "$rewindTo");
    if (!rewound.isEmpty()) {
      rewind(rewound, out);
    }
  }

  private void message(JsonObject message, String pointer, Collector out) {
    if (message.get("toolCalls") == null) {
      return;
    }
    if (out.mayRemember()) {
      messages.add(new Message(Nodes.text(message, "id"), pointer));
    }
    Nodes.each(message, "toolCalls", pointer, (call, at) -> out.call(draft(call, at)));
  }

  private Draft draft(JsonObject call, String pointer) {
    String name = Nodes.text(call, "name");
    Outcome outcome =
        switch (Nodes.text(call, "status")) {
          case "success" -> Outcome.OK;
          case "error" -> Outcome.ERROR;
          case "cancelled" -> Outcome.DENIED;
          case "" -> Outcome.UNKNOWN;
          default -> Outcome.PENDING;
        };
    return new Draft(Format.GEMINI_CLI, pointer, name, Arguments.of(call.get("args")))
        .id(Nodes.text(call, "id"))
        .kind(Kind.ofHarness(name))
        .session(session)
        .agent(Nodes.text(call, "agentId"))
        .advice(ADVICE)
        .settle(Answer.of(outcome, call.get("result"), Nodes.text(call, "timestamp")));
  }

  /** Tells the messages after {@code id}, whose calls ran all the same. */
  private void rewind(String id, Collector out) {
    int kept = 0;
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i).id().equals(id)) {
        kept = i + 1;
      }
    }
    List<Message> left = messages.subList(kept, messages.size());
    for (Message message : left) {
      out.note(
          Code.BRANCH_ABANDONED,
          message.pointer(),
          "Calls of a message that the session left; they did run and count.");
    }
    left.clear();
  }
}
