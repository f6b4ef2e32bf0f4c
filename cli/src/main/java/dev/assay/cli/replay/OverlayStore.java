package dev.assay.cli.replay;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads from one store and writes to another, so that a rerun leaves the first as it is. */
final class OverlayStore implements ArtifactStore {

  private final ArtifactStore below;
  private final ArtifactStore above;

  OverlayStore(ArtifactStore below, ArtifactStore above) {
    this.below = below;
    this.above = above;
  }

  @Override
  public StoredArtifact put(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    return above.put(bytes, mediaType, expectedSha256, bytesMax);
  }

  @Override
  public Optional<StoredArtifact> find(String sha256) throws IOException {
    Optional<StoredArtifact> fresh = above.find(sha256);
    return fresh.isPresent() ? fresh : below.find(sha256);
  }

  @Override
  public InputStream open(String sha256) throws IOException {
    return below.find(sha256).isPresent() ? below.open(sha256) : above.open(sha256);
  }

  @Override
  public InputStream open(String sha256, long offset, long length) throws IOException {
    return below.find(sha256).isPresent()
        ? below.open(sha256, offset, length)
        : above.open(sha256, offset, length);
  }

  @Override
  public void check() throws IOException {
    below.check();
  }

  @Override
  public void close() {
    above.close();
  }
}
