package dev.assay.worker;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.io.Serial;

/** A run used more than its scope allows; a repeat would end the same. */
final class QuotaExceededException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /**
   * A quota that is used up.
   *
   * @param what which one, for the report's summary
   */
  QuotaExceededException(ErrorCode code, String what) {
    super(what);
    this.code = code;
  }

  ErrorCode code() {
    return code;
  }

  String what() {
    return String.valueOf(getMessage());
  }
}
