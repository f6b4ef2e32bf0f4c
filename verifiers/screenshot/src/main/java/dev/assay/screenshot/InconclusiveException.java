package dev.assay.screenshot;

import java.io.Serial;

/** Ends a comparison that cannot be made. */
final class InconclusiveException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final InconclusiveReason reason;

  InconclusiveException(InconclusiveReason reason) {
    super(reason.code());
    this.reason = reason;
  }

  InconclusiveReason reason() {
    return reason;
  }
}
