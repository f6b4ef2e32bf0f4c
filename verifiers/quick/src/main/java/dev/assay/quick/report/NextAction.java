package dev.assay.quick.report;

import dev.assay.toolcalls.json.JsonObject;

/** What a person or an agent should do next; the word is the lower-cased constant. */
public enum NextAction {
  /** A person has to look. */
  MANUAL_REVIEW("manual_review", "Have a person compare the claim with the database."),
  /** The database lacks what was claimed. */
  RECONCILE_DOWNSTREAM_STATE(
      "reconcile_downstream_state",
      "Bring the database to the claimed state, or withdraw the claim, then verify again."),
  /** The read itself failed. */
  IMPROVE_READ_CONNECTIVITY(
      "improve_read_connectivity",
      "Make the row readable for this connection, then verify the same input again."),
  /** One identity, several rows. */
  DEDUPLICATE("deduplicate", "Remove the duplicate rows or constrain the key."),
  /** The log gave nothing to check. */
  FIX_EVENT_INGEST_AND_STEPS(
      "fix_event_ingest_and_steps",
      "Feed a log whose tool calls are JSON objects with a tool name and parameters."),
  /** The contract and the run should be compared. */
  FIX_REGISTRY_EVENTS_OR_COMPARE_FILES(
      "fix_registry_events_or_compare_files",
      "Compare the exported registry and events with what the agent was asked to do."),
  /** The inputs of the verification are wrong. */
  CORRECT_VERIFICATION_INPUTS(
      "correct_verification_inputs", "Correct the registry or the events, then verify again.");

  private final String word;
  private final String sentence;

  NextAction(String word, String sentence) {
    this.word = word;
    this.sentence = sentence;
  }

  /** The word that documents use. */
  public String word() {
    return word;
  }

  /** The element of {@code nextActions} that asks for it. */
  public JsonObject json() {
    return JsonObject.builder().put("id", word).put("text", sentence).build();
  }

  /** One sentence for people. */
  public String sentence() {
    return sentence;
  }
}
