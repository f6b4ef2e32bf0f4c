package dev.assay.agencyverify.agency;

/** A command that ends with one of the stable codes; the message is one line for a person. */
public final class AgencyFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final AgencyCode code;

  /** A failure; {@code message} says what was expected, what was found and what to do. */
  public AgencyFailure(AgencyCode code, String message) {
    super(message);
    this.code = code;
  }

  /** The stable code. */
  public AgencyCode code() {
    return code;
  }

  /** Code and message on one line, as printed on standard error. */
  public String line() {
    return code.code() + ": " + OneLine.of(String.valueOf(getMessage()));
  }

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
}
