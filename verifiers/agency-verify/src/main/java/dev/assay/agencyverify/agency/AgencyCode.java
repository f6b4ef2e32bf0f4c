package dev.assay.agencyverify.agency;

/** The stable error codes of the agency commands. */
public enum AgencyCode {
  USAGE,
  RUN_NOT_FOUND,
  RUN_ID_AMBIGUOUS,
  RUN_REF_AMBIGUOUS,
  RUN_BROKEN,
  STORE_CORRUPT,
  WORKSPACE_ARCHIVED,
  REPO_LOCKED,
  NO_AGENCY_JSON,
  INVALID_AGENCY_JSON,
  INVALID_REPO_PATH,
  ISOLATION_UNAVAILABLE,
  SCRIPT_FAILED,
  SCRIPT_TIMEOUT,
  PERSIST_FAILED,
  INTERNAL;

  private static final int USAGE_EXIT = 2;

  /** The code as printed, such as {@code E_RUN_NOT_FOUND}. */
  public String code() {
    return "E_" + name();
  }

  /** The exit code of a command that ends with this error: 2 for usage, else 1. */
  public int exitCode() {
    return this == USAGE ? USAGE_EXIT : 1;
  }
}
