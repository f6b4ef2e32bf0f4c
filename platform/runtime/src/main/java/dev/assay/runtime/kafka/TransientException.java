package dev.assay.runtime.kafka;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Infrastructure did not answer; the same call may succeed later. Only loops retry it. */
public final class TransientException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  public TransientException(String expected, @Nullable Throwable cause) {
    super(
        expected
            + ", found "
            + (cause == null
                ? "none"
                : cause.getClass().getSimpleName() + ": " + cause.getMessage()),
        cause);
  }
}
