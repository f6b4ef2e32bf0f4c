package dev.assay.screenshot;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.verifier.VerificationScope;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** A scope over artifacts in memory that hashes on the way, as the worker's does. */
final class MemoryScope implements VerificationScope {

  final Map<String, byte[]> stored = new HashMap<>();
  long nanosLeft = Long.MAX_VALUE;
  private final Map<String, byte[]> artifacts = new HashMap<>();
  private final Path scratch;

  MemoryScope(Path scratch) {
    this.scratch = scratch;
  }

  void add(String sha256, byte[] bytes) {
    artifacts.put(sha256, bytes);
  }

  @Override
  public InputStream open(ArtifactRef artifact) {
    MessageDigest digest = Digests.sha256();
    byte[] bytes = Objects.requireNonNull(artifacts.get(artifact.sha256()));
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read() {
        throw new UnsupportedOperationException("expected reads of many bytes");
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        if (count >= 0) {
          digest.update(target, offset, count);
        } else {
          String found = Digests.hex(digest.digest());
          if (!found.equals(artifact.sha256())) {
            throw new TamperedArtifactException(artifact.sha256(), found);
          }
        }
        return count;
      }
    };
  }

  @Override
  public String store(String mediaType, byte[] document) {
    String digest = Digests.sha256Hex(document);
    stored.put(digest, document);
    return digest;
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    return store(mediaType, document.readAllBytes());
  }

  @Override
  public Path scratch() {
    return scratch;
  }

  @Override
  public Deadline deadline() {
    return Deadline.of(() -> nanosLeft);
  }
}
