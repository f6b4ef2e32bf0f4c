package dev.assay.testkit.bomb;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.VerificationScope;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A scope whose artifacts are made while they are read and whose documents are thrown away. */
public final class BombScope implements VerificationScope {

  private static final long BUDGET_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final Map<String, Supplier<? extends InputStream>> artifacts = new HashMap<>();
  private final Path scratch;
  private final long deadline = System.nanoTime() + BUDGET_NANOS;

  /** A scope with the scratch directory {@code scratch}. */
  public BombScope(Path scratch) {
    this.scratch = scratch;
  }

  /** Adds an artifact of {@code size} bytes, which its digest does not name. */
  public ArtifactRef add(ArtifactRole role, long size, Supplier<? extends InputStream> bytes) {
    String name = Digests.sha256Hex(role + " " + artifacts.size());
    artifacts.put(name, bytes);
    return new ArtifactRef(role, name, size, "application/octet-stream", null);
  }

  /** Adds the artifact that {@code bytes} makes. */
  public ArtifactRef add(ArtifactRole role, Supplier<Repeated> bytes) {
    return add(role, bytes.get().size(), bytes);
  }

  @Override
  public InputStream open(ArtifactRef artifact) throws IOException {
    Supplier<? extends InputStream> bytes = artifacts.get(artifact.sha256());
    if (bytes == null) {
      throw new FileNotFoundException(artifact.sha256());
    }
    return bytes.get();
  }

  @Override
  public String store(String mediaType, byte[] document) {
    return Digests.sha256Hex(document);
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    try (document) {
      return Digests.sha256Hex(Long.toString(document.transferTo(OutputStream.nullOutputStream())));
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
