package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.io.Serial;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;

/** The disk or the object service failed; the same call may succeed later. */
public final class StoreUnavailableException extends ArtifactException {

  @Serial private static final long serialVersionUID = 1L;

  StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(ErrorCode.STORE_UNAVAILABLE, message, cause);
  }

  /** What to tell when files failed: to check them, unless it was our own interrupt. */
  static StoreUnavailableException ofFiles(String action, IOException cause, String toCheck) {
    String found =
        cause instanceof ClosedByInterruptException
            ? "that its thread was interrupted"
            : cause + ". Check that " + toCheck;
    return new StoreUnavailableException("expected to " + action + ", found " + found, cause);
  }
}
