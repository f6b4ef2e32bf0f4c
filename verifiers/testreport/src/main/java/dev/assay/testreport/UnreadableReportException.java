package dev.assay.testreport;

import java.io.IOException;
import java.io.Serial;

/** Ends the reading of a report at once; what was read so far stays counted. */
final class UnreadableReportException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final InconclusiveReason reason;

  UnreadableReportException(InconclusiveReason reason) {
    super(reason.code());
    this.reason = reason;
  }

  InconclusiveReason reason() {
    return reason;
  }
}
