package dev.assay.quick.check;

/** How a step or run is put right: who may act and which rerun has a meaning afterwards. */
enum Repair {
  /** The events or the registry have to change. */
  INPUTS(
      "input_regeneration_candidate",
      "after_input_fix_verify",
      "Inputs to be corrected",
      "Events and registry may be produced again; the database is left alone.",
      "after the registry or the events have been corrected",
      "ready after the input fix"),
  /** The database has to change. */
  STATE(
      "human_write_required",
      "after_state_fix_verify",
      "A person writes",
      "The verifier never writes; the owner of the data does.",
      "after the state has been corrected",
      "ready after the state fix"),
  /** The same read may work next time. */
  RETRY(
      "read_only_retry",
      "same_input_verify",
      "Read-only retry",
      "A retry only reads and may be automated.",
      "as soon as the database shows the rows",
      "ready with the same inputs"),
  /** Only a person can decide. */
  REVIEW(
      "never_auto_mutate",
      "after_manual_review_verify",
      "Never automated",
      "No automatic change; a person decides what has to be true.",
      "after a person has reviewed the step",
      "ready after review");

  private final String automationClass;
  private final String rerunType;
  private final String label;
  private final String boundary;
  private final String meaningfulWhen;
  private final String readinessLabel;

  Repair(
      String automationClass,
      String rerunType,
      String label,
      String boundary,
      String meaningfulWhen,
      String readinessLabel) {
    this.automationClass = automationClass;
    this.rerunType = rerunType;
    this.label = label;
    this.boundary = boundary;
    this.meaningfulWhen = meaningfulWhen;
    this.readinessLabel = readinessLabel;
  }

  static Repair of(CheckCode.Kind kind) {
    return switch (kind) {
      case SEQUENCE, TOOL, REGISTRY -> INPUTS;
      case STATE, DUPLICATE -> STATE;
      case ACCESS, TIMING -> RETRY;
      case INCOMPLETE -> REVIEW;
    };
  }

  /** The readiness of a run whose foremost code is of {@code kind}. */
  static String readiness(CheckCode.Kind kind) {
    return switch (kind) {
      case SEQUENCE -> "fix_inputs_before_rerun";
      case TOOL, REGISTRY -> "fix_registry_before_rerun";
      case STATE, DUPLICATE -> "reconcile_state_before_rerun";
      case ACCESS, TIMING -> "rerun_ready_same_inputs";
      case INCOMPLETE -> "manual_review_before_rerun";
    };
  }

  String automationClass() {
    return automationClass;
  }

  String rerunType() {
    return rerunType;
  }

  String label() {
    return label;
  }

  String boundary() {
    return boundary;
  }

  String meaningfulWhen() {
    return meaningfulWhen;
  }

  String readinessLabel() {
    return readinessLabel;
  }
}
