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
