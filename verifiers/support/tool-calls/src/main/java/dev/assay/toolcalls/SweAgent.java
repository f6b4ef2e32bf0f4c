package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.JsonObject;
import java.util.List;

/**
 * SWE-agent's trajectories and those of mini-swe-agent: shell text by step. The history that each
 * step repeats is not looked at.
 */
final class SweAgent implements DocumentReader {

  private static final String ADVICE = "Hand in the whole trajectory.";

  private final Format format;

  SweAgent(Format format) {
    this.format = format;
  }

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    Nodes.each(
        document,
        "trajectory",
        pointer,
        (step, at) -> {
          if (!Nodes.text(step, "action").isBlank()) {
            out.call(
                shell(step, "action", at)
                    .settle(Answer.of(Outcome.UNKNOWN, step.get("observation"), "")));
          }
        });
    Turn history = Turn.history(true);
    Nodes.each(document, "messages", pointer, (message, at) -> message(message, at, history));
    out.turn(history);
  }

  private void message(JsonObject message, String pointer, Turn history) {
    JsonObject extra = Nodes.object(message, "extra");
    List<Draft> calls = history.calls();
    int before = calls.size();
    OpenAiChat.message(message, pointer, history);
    if (calls.size() > before) {
      calls.subList(before, calls.size()).forEach(call -> call.kind(Kind.ofHarness(call.tool)));
    } else {
      Nodes.each(
          extra,
          "actions",
          pointer + "/extra",
          (action, at) -> calls.add(shell(action, "command", at)));
    }
    if (extra.get("returncode") != null && !calls.isEmpty()) {
      boolean failed = !Nodes.plain(extra, "returncode").equals("0");
      calls.getLast().settle(new Answer(failed ? Outcome.ERROR : Outcome.OK, null, null));
    }
  }

  private Draft shell(JsonObject step, String name, String pointer) {
    Arguments arguments =
        Nodes.text(step, name).isEmpty()
            ? Arguments.ABSENT
            : Arguments.parsed(JsonObject.builder().put("command", Nodes.text(step, name)).build());
    return new Draft(format, pointer, "bash", arguments).kind(Kind.SHELL).advice(ADVICE);
  }
}
