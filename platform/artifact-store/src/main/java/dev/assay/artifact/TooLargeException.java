package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import java.io.Serial;

/** More bytes than the put allowed; nothing was stored. */
public final class TooLargeException extends ArtifactException {

  @Serial private static final long serialVersionUID = 1L;

  private final long bytesMax;

  TooLargeException(long bytesMax) {
    super(
        ErrorCode.ARTIFACT_TOO_LARGE,
        "expected an artifact of at most "
            + bytesMax
            + " bytes, found more; nothing was stored. Send less, or raise the limit",
        null);
    this.bytesMax = bytesMax;
  }

  /** The bound that was passed, in bytes. */
  public long bytesMax() {
    return bytesMax;
  }
}
