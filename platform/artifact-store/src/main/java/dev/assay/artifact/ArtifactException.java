package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Why the store did not do what was asked; the class says the kind, the code is for the wire. */
public abstract sealed class ArtifactException extends IOException
    permits TooLargeException,
        DigestMismatchException,
        NoSuchArtifactException,
        StoreUnavailableException {

  @Serial private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  ArtifactException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The stable code of this failure. */
  public ErrorCode code() {
    return code;
  }
}
