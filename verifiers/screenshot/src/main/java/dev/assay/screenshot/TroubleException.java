package dev.assay.screenshot;

import java.io.Serial;

/** Ends a comparison that cannot be made. */
final class TroubleException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Trouble trouble;

  TroubleException(Trouble trouble) {
    super(trouble.code());
    this.trouble = trouble;
  }

  Trouble trouble() {
    return trouble;
  }
}
