package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import java.io.Serial;

/**
 * The bytes have another digest than they should: at a put the sender's claim was wrong ({@link
 * ErrorCode#DIGEST_MISMATCH}), at a read the stored object was damaged or tampered with ({@link
 * ErrorCode#ARTIFACT_TAMPERED}, a security finding).
 */
public final class DigestMismatchException extends ArtifactException {

  @Serial private static final long serialVersionUID = 1L;

  private final String expected;
  private final String found;

  private DigestMismatchException(ErrorCode code, String message, String expected, String found) {
    super(code, message, null);
    this.expected = expected;
    this.found = found;
  }

  static DigestMismatchException atPut(String expected, String found) {
    return new DigestMismatchException(
        ErrorCode.DIGEST_MISMATCH,
        "expected bytes of SHA-256 "
            + expected
            + ", found "
            + found
            + "; nothing was stored. Send the artifact again, with the digest of its bytes",
        expected,
        found);
  }

  static DigestMismatchException atRead(String expected, String found) {
    return new DigestMismatchException(
        ErrorCode.ARTIFACT_TAMPERED,
        "expected the stored artifact "
            + expected
            + " to have that SHA-256, found "
            + found
            + ". It was changed after it was stored: find out by whom, then put the original again",
        expected,
        found);
  }

  /** The digest asked for or claimed. */
  public String expected() {
    return expected;
  }

  /** The digest of the bytes that were there. */
  public String found() {
    return found;
  }
}
