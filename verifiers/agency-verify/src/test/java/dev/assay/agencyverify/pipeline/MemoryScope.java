package dev.assay.agencyverify.pipeline;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.VerificationScope;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A run's scope with its artifacts in memory. */
final class MemoryScope implements VerificationScope {

  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
  private final Path scratch;
  private final long deadline;

  MemoryScope(Path scratch, Duration budget) {
    this.scratch = scratch;
    this.deadline = System.nanoTime() + budget.toNanos();
  }

  ArtifactRef artifact(ArtifactRole role, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new ArtifactRef(
        role, store("application/json", bytes), bytes.length, "application/json", null);
  }

  String text(String sha256) {
    byte[] bytes = objects.get(sha256);
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public InputStream open(ArtifactRef artifact) throws IOException {
    byte[] bytes = objects.get(artifact.sha256());
    if (bytes == null) {
      throw new FileNotFoundException(artifact.sha256());
    }
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public String store(String mediaType, byte[] document) {
    String sha256 = Digests.sha256Hex(document);
    objects.put(sha256, document);
    return sha256;
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    try (document) {
      return store(mediaType, document.readAllBytes());
    }
  }

  @Override
  public Path scratch() {
    return scratch;
  }

  @Override
  public Deadline deadline() {
    return Deadline.of(() -> deadline - System.nanoTime());
  }
}
