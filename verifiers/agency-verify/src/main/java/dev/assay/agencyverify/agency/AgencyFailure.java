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
}
