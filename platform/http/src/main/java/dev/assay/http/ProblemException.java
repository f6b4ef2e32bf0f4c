package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import java.io.Serial;

/** Ends a handler with a problem; the server answers it. */
public final class ProblemException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Rejection rejection;

  public ProblemException(Rejection rejection) {
    super(rejection.code() + ": " + rejection.detail(), null, false, false);
    this.rejection = rejection;
  }

  public ProblemException(ErrorCode code, String detail) {
    this(Rejection.of(code, detail));
  }

  public Rejection rejection() {
    return rejection;
  }
}
