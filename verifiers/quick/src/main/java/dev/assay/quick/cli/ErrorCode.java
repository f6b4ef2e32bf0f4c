package dev.assay.quick.cli;

/** Why a command ended without a verdict (exit code 3), with the diagnosis that goes with it. */
public enum ErrorCode {
  /** Flags are missing, unknown, repeated or without value; or the input cannot be read. */
  CLI_USAGE("inputs", "bad_input", "low", "fix_cli_usage"),
  /** A flag of {@code assay enforce} was given elsewhere. */
  ENFORCE_USAGE("inputs", "bad_input", "low", "fix_cli_usage"),
  /** The SQLite file is missing, is no database or cannot be read. */
  SQLITE_DATABASE_OPEN_FAILED(
      "downstream_system_state",
      "downstream_execution_failure",
      "high",
      "fix_verification_database_connection"),
  /** The PostgreSQL session cannot be set up or cannot read the catalog. */
  POSTGRES_CLIENT_SETUP_FAILED(
      "downstream_system_state",
      "downstream_execution_failure",
      "high",
      "fix_verification_database_connection"),
  /** The registry file cannot be read. */
  REGISTRY_READ_FAILED("inputs", "bad_input", "medium", "fix_registry_events_or_compare_files"),
  /** The registry file is not JSON. */
  REGISTRY_JSON_SYNTAX("inputs", "bad_input", "medium", "fix_registry_events_or_compare_files"),
  /** The registry file is JSON of another structure. */
  REGISTRY_SCHEMA_INVALID("inputs", "bad_input", "medium", "fix_registry_events_or_compare_files"),
  /** Two registry entries have the same tool id. */
  REGISTRY_DUPLICATE_TOOL_ID(
      "inputs", "bad_input", "medium", "fix_registry_events_or_compare_files"),
  /** The events file cannot be read. */
  EVENTS_READ_FAILED("inputs", "bad_input", "medium", "fix_registry_events_or_compare_files"),
  /** The numbers of eventual consistency make no sense. */
  VERIFICATION_POLICY_INVALID("inputs", "bad_input", "low", "fix_cli_usage"),
  /** An enforced check found another material truth than its baseline (exit code 4). */
  VERIFICATION_OUTPUT_LOCK_MISMATCH(
      "downstream_system_state", "state_inconsistency", "high", "manual_review"),
  /** The operation does not exist in the present lifecycle state. */
  ENFORCE_INVALID_TRANSITION("workflow_flow", "control_flow_problem", "medium", "manual_review"),
  /** A preview cannot become or replace a baseline. */
  ENFORCE_DECISION_GRADE_REQUIRED("inputs", "bad_input", "medium", "correct_verification_inputs"),
  /** There is no baseline to check against. */
  ENFORCE_BASELINE_REQUIRED("workflow_flow", "control_flow_problem", "medium", "manual_review"),
  /** The state matches again, but the drift seen before was never accepted. */
  ENFORCE_REMEDIATION_ACK_REQUIRED(
      "workflow_flow", "control_flow_problem", "medium", "manual_review"),
  /** The lifecycle state changed since the caller looked at it. */
  ENFORCE_STALE_STATE_VERSION("workflow_flow", "control_flow_problem", "medium", "manual_review"),
  /** The caller expects another hash to be pending. */
  ENFORCE_EXPECTED_HASH_MISMATCH("inputs", "bad_input", "medium", "manual_review"),
  /** The stored state is damaged or belongs to something else. */
  ENFORCE_STATE_CORRUPT("workflow_flow", "control_flow_problem", "high", "manual_review"),
  /** The stored state cannot be read or written. */
  ENFORCE_STATE_IO_FAILED("workflow_flow", "control_flow_problem", "high", "manual_review"),
  /** Another process holds the stored state for too long. */
  ENFORCE_STATE_BUSY("workflow_flow", "control_flow_problem", "medium", "manual_review"),
  /** Output cannot be written, a document exceeds its limits, or a defect. */
  INTERNAL_ERROR("workflow_flow", "control_flow_problem", "high", "manual_review");

  private final String origin;
  private final String category;
  private final String severity;
  private final String action;

  ErrorCode(String origin, String category, String severity, String action) {
    this.origin = origin;
    this.category = category;
    this.severity = severity;
    this.action = action;
  }

  String origin() {
    return origin;
  }

  String category() {
    return category;
  }

  String severity() {
    return severity;
  }

  String action() {
    return action;
  }
}
