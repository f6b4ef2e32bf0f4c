package dev.assay.delegation.pipeline;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.VerificationScope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A run's scope over artifacts in memory and a scratch directory on disk. */
final class DirectoryScope implements VerificationScope {

  private final Path scratch;
  private final Map<String, byte[]> objects = new HashMap<>();

  DirectoryScope(Path scratch) {
    this.scratch = scratch;
  }

  ArtifactRef put(ArtifactRole role, byte[] bytes) {
    String digest = Digests.sha256Hex(bytes);
    objects.put(digest, bytes);
    return new ArtifactRef(role, digest, bytes.length, "application/octet-stream", null);
  }

  byte[] object(String digest) {
    byte[] bytes = objects.get(digest);
    if (bytes == null) {
      throw new IllegalStateException("no object " + digest);
    }
    return bytes;
  }

  @Override
  public InputStream open(ArtifactRef artifact) {
    return new ByteArrayInputStream(object(artifact.sha256()));
  }

  @Override
  public String store(String mediaType, byte[] document) {
    return put(ArtifactRole.SUB_RESULT, document).sha256();
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    return store(mediaType, document.readAllBytes());
  }

  @Override
  public Path scratch() throws IOException {
    return Files.createDirectories(scratch);
  }

  @Override
  public Deadline deadline() {
    return Deadline.of(() -> 60_000_000_000L);
  }
}
