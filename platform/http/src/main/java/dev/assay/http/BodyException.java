package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import java.io.IOException;
import java.io.Serial;

/** A request body that did not arrive whole, in time and within its bound: the client's fault. */
public final class BodyException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Rejection rejection;

  BodyException(ErrorCode code, String detail) {
    super(detail);
    this.rejection = Rejection.of(code, detail);
  }

  public Rejection rejection() {
    return rejection;
  }
}
