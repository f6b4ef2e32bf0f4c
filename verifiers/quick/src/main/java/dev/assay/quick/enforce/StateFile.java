package dev.assay.quick.enforce;

import dev.assay.quick.cli.CommandException;
import dev.assay.quick.cli.ErrorCode;
import dev.assay.quick.enforce.WorkflowState.Lifecycle;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;

/** The text of a state file: canonical JSON with its own hash as last line of defence. */
final class StateFile {

  private StateFile() {}

  static String text(String workflowId, WorkflowState state) {
    MaterialTruth baseline = state.baseline();
    Transition last = state.last();
    JsonObject body =
        JsonObject.builder()
            .put("schemaVersion", 1)
            .put("kind", "enforce_state")
            .put("workflowId", workflowId)
            .put("lifecycle_state", state.lifecycle().word())
            .put("lifecycle_state_version", state.version())
            .put("baseline", baseline == null ? Scalar.Null.NULL : baseline.json())
            .put("baseline_sha256", state.baselineHash())
            .put(
                "pending_accept_hash",
                state.pendingAcceptHash() == null
                    ? Scalar.Null.NULL
                    : Json.text(state.pendingAcceptHash()))
            .put("last_transition", last == null ? Scalar.Null.NULL : last.json())
            .build();
    return JsonText.stable(body.with("state_sha256", Json.text(MaterialTruth.hash(body)))) + "\n";
  }

  /**
   * The state that {@code text} holds.
   *
   * @throws CommandException ENFORCE_STATE_CORRUPT unless it is whole and of this workflow
   */
  static WorkflowState parse(String workflowId, String text) throws CommandException {
    if (!(JsonParser.parse(text) instanceof JsonObject file)) {
      throw corrupt("a JSON object");
    }
    JsonObject body = file.without("state_sha256"::equals);
    if (!MaterialTruth.hash(body).equals(Json.textOf(file.get("state_sha256")))) {
      throw corrupt("a state whose hash agrees");
    }
    Lifecycle lifecycle = Lifecycle.of(Json.textOf(body.get("lifecycle_state")));
    if (!Json.textOf(body.get("workflowId")).equals(workflowId)
        || lifecycle == null
        || !(body.get("lifecycle_state_version") instanceof Scalar.Int(long version))
        || !(body.get("baseline") instanceof JsonObject baselineJson)
        || !(body.get("last_transition") instanceof JsonObject last)) {
      throw corrupt("a state of this workflow");
    }
    MaterialTruth baseline = MaterialTruth.stored(baselineJson);
    if (!baseline.sha256().equals(Json.textOf(body.get("baseline_sha256")))) {
      throw corrupt("a baseline whose hash agrees");
    }
    return new WorkflowState(
        lifecycle,
        version,
        baseline,
        body.get("pending_accept_hash") instanceof Scalar.Text(String hash) ? hash : null,
        new Transition(last));
  }

  static CommandException corrupt(String expected) {
    return new CommandException(
        ErrorCode.ENFORCE_STATE_CORRUPT,
        "expected "
            + expected
            + " in the state directory, found something else; restore it from a backup or from"
            + " version control");
  }
}
