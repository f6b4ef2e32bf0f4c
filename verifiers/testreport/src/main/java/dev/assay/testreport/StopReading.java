package dev.assay.testreport;

import java.io.IOException;
import java.io.Serial;

/** Ends the reading of a report at once; what was read so far stays counted. */
final class StopReading extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final Trouble trouble;

  StopReading(Trouble trouble) {
    super(trouble.code());
    this.trouble = trouble;
  }

  Trouble trouble() {
    return trouble;
  }
}
