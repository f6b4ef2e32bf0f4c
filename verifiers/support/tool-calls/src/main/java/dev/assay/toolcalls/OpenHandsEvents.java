package dev.assay.toolcalls;

import dev.assay.toolcalls.Draft.Answer;
import dev.assay.toolcalls.ToolCall.Kind;
import dev.assay.toolcalls.ToolCall.Outcome;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** OpenHands' events: those of its SDK, and those of its versions up to 0.62. */
final class OpenHandsEvents implements DocumentReader {

  private static final String ADVICE = "Hand in the whole event log, tool_call included.";
  private static final Set<String> KIND_ENDINGS = Set.of("Event", "Observation");
  private static final Set<String> KINDS_OF_CALLS =
      Set.of("ActionEvent", "ObservationEvent", "AgentErrorEvent", "UserRejectObservation");
  private static final Set<String> OLD_FILE_ACTIONS = Set.of("read", "write", "edit");
  private static final Set<String> OLD_SHELL_ACTIONS = Set.of("run", "run_ipython");

  @Override
  public void read(JsonObject document, String pointer, Collector out) {
    switch (Nodes.text(document, "kind")) {
      case "ActionEvent" -> out.call(action(document, pointer));
      case "ObservationEvent" -> observed(document, out);
      case "AgentErrorEvent" ->
          answer(document, Answer.of(Outcome.ERROR, document.get("error"), ""), out);
      case "UserRejectObservation" -> answer(document, new Answer(Outcome.DENIED, null, null), out);
      default -> old(document, pointer, out);
    }
  }

  /** Whether {@code event} is one of these, of either generation. */
  static boolean isEvent(JsonObject event) {
    String kind = Nodes.text(event, "kind");
    if (event.get("source") == null || event.get("id") == null) {
      return KINDS_OF_CALLS.contains(kind) && event.get("tool_call_id") != null
          || event.get("observation") instanceof Scalar.Text && event.get("cause") != null;
    }
    return KIND_ENDINGS.stream().anyMatch(kind::endsWith)
        || event.get("action") instanceof Scalar.Text && event.get("args") != null
        || event.get("observation") instanceof Scalar.Text;
  }

  private static Draft action(JsonObject event, String pointer) {
    String tool = Nodes.text(event, "tool_name");
    JsonObject call = Nodes.object(event, "tool_call");
    Json written = call.get("arguments");
    Arguments arguments =
        written == null ? Arguments.of(event.get("action")) : Arguments.ofModel(written);
    return new Draft(Format.OPENHANDS, pointer, tool, arguments)
        .id(Nodes.text(event, "tool_call_id"))
        .kind(Kind.ofHarness(tool))
        .start(Nodes.text(event, "timestamp"))
        .advice(ADVICE);
  }

  private static void observed(JsonObject event, Collector out) {
    JsonObject observation = Nodes.object(event, "observation");
    boolean failed =
        Nodes.isTrue(observation, "is_error")
            || !Set.of("", "0").contains(Nodes.plain(observation, "exit_code"));
    answer(
        event,
        Answer.of(
            failed ? Outcome.ERROR : Outcome.OK,
            event.get("observation"),
            Nodes.text(event, "timestamp")),
        out);
  }

  private static void answer(JsonObject event, Answer answer, Collector out) {
    out.answer("", Nodes.text(event, "tool_call_id"), answer);
  }

  private static void old(JsonObject event, String pointer, Collector out) {
    String action = Nodes.text(event, "action");
    if (!action.isEmpty() && Nodes.text(event, "source").equals("agent")) {
      Draft draft = oldAction(event, action, pointer);
      if (draft != null) {
        draft.identity = Nodes.plain(event, "id");
        out.call(draft.start(Nodes.text(event, "timestamp")).advice(ADVICE));
      }
    }
    String observation = Nodes.text(event, "observation");
    if (!observation.isEmpty()) {
      Outcome outcome =
          switch (observation) {
            case "error" -> Outcome.ERROR;
            case "user_rejected" -> Outcome.DENIED;
            default -> Outcome.OK;
          };
      out.answer(
          "",
          Nodes.plain(event, "cause"),
          Answer.of(outcome, event.get("content"), Nodes.text(event, "timestamp")));
    }
  }

  private static @Nullable Draft oldAction(JsonObject event, String action, String pointer) {
    JsonObject args = Nodes.object(event, "args");
    if (OLD_SHELL_ACTIONS.contains(action) || OLD_FILE_ACTIONS.contains(action)) {
      Kind kind = OLD_SHELL_ACTIONS.contains(action) ? Kind.SHELL : Kind.FILE;
      return new Draft(Format.OPENHANDS, pointer, action, Arguments.parsed(args)).kind(kind);
    }
    if (action.equals("call_tool_mcp")) {
      Arguments arguments = Arguments.of(args.get("arguments"));
      return new Draft(Format.OPENHANDS, pointer, Nodes.text(args, "name"), arguments);
    }
    String function = Nodes.text(Nodes.object(event, "tool_call_metadata"), "function_name");
    boolean talk = Set.of("message", "think", "finish", "recall").contains(action);
    return talk || function.isEmpty()
        ? null
        : new Draft(Format.OPENHANDS, pointer, function, Arguments.parsed(args));
  }
}
