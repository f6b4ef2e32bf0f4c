package dev.assay.gate;

import java.io.Serial;

/** The gate cannot do its work; the message says what was expected, found, and to do. */
final class GateException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String code;

  GateException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** The stable code, as docs/errors.md lists it. */
  String code() {
    return code;
  }
}
