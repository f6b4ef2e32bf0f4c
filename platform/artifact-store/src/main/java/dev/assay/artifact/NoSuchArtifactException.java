package dev.assay.artifact;

import dev.assay.schemas.ErrorCode;
import java.io.Serial;

/** Nothing is stored under the digest. */
public final class NoSuchArtifactException extends ArtifactException {

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
