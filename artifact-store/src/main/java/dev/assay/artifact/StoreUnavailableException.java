package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The disk or the object service failed; the same call may succeed later. */
public final class StoreUnavailableException extends ArtifactException {

  @Serial private static final long serialVersionUID = 1L;

  StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(ErrorCode.STORE_UNAVAILABLE, message, cause);
  }
}
