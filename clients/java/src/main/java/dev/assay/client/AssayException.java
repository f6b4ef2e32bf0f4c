package dev.assay.client;

import java.io.IOException;
import java.io.Serial;

/** The service refused a call, or answered something that it should not. */
public final class AssayException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String code;
  private final String detail;

  AssayException(String code, String detail) {
    super(code + ": " + detail);
    this.code = code;
    this.detail = detail;
  }

  /** The problem's stable code, such as {@code INVALID_FIELD}; {@code HTTP_<n>} without one. */
  public String code() {
    return code;
  }

  /** What was expected and found, in the words of who refused. */
  public String detail() {
    return detail;
  }
}
