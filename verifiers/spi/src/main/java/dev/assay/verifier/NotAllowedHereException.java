package dev.assay.verifier;

import java.io.Serial;

/**
 * A request asks for something that this worker's own configuration does not allow. A request is
 * data: whoever wrote it, the worker answers INCONCLUSIVE with {@code NOT_ALLOWED_HERE} and runs
 * nothing.
 */
public final class NotAllowedHereException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param what what is not allowed and which setting would allow it, in the verifier's own words
   */
  public NotAllowedHereException(String what) {
    super(what);
  }

  /** What is not allowed, for the report's summary. */
  public String what() {
    return String.valueOf(getMessage());
  }
}
