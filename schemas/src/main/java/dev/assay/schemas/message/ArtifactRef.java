package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import org.jspecify.annotations.Nullable;

/**
 * Names an artifact by the SHA-256 of its bytes.
 *
 * @param size bytes
 */
public record ArtifactRef(
    ArtifactRole role, String sha256, long size, String mediaType, @Nullable Producer producer) {

  public ArtifactRef {
    role = Require.present("artifacts.role", role);
    sha256 = Require.digest("artifacts.sha256", sha256);
    Require.range("artifacts.size", size, 0, Limits.INTEGER_MAX);
    mediaType = Require.text("artifacts.mediaType", mediaType, Limits.MEDIA_TYPE_CHARS_MAX);
  }
}
