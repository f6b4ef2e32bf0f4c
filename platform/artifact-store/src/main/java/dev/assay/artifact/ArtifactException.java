package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.io.Serial;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;

/** Why the store did not do what was asked; the class says the kind, the code is for the wire. */
public abstract sealed class ArtifactException extends IOException
    permits DigestMismatchException,
        ArtifactException.NoSuchArtifactException,
        ArtifactException.StoreUnavailableException,
        ArtifactException.TooLargeException {

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

  /** Nothing is stored under the digest. */
  public static final class NoSuchArtifactException extends ArtifactException {

    @Serial private static final long serialVersionUID = 1L;

    private final String sha256;

    NoSuchArtifactException(String sha256) {
      super(
          ErrorCode.ARTIFACT_MISSING,
          "expected a stored artifact " + sha256 + ", found none. Put it before referring to it",
          null);
      this.sha256 = sha256;
    }

    /** The digest asked for. */
    public String sha256() {
      return sha256;
    }
  }

  /** More bytes than the put allowed; nothing was stored. */
  public static final class TooLargeException extends ArtifactException {

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

  /** The disk or the object service failed; the same call may succeed later. */
  public static final class StoreUnavailableException extends ArtifactException {

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
}
