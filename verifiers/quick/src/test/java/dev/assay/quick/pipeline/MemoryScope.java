package dev.assay.quick.pipeline;

import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.VerificationScope;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A scope over a map of documents. */
final class MemoryScope implements VerificationScope {

  /** What is left of the run's time. */
  LongSupplier nanosLeft = () -> TimeUnit.SECONDS.toNanos(10);

  final Map<String, byte[]> documents = new ConcurrentHashMap<>();

  String put(String document) {
    return store("text/plain", document.getBytes(StandardCharsets.UTF_8));
  }

  String text(String digest) {
    return new String(documents.getOrDefault(digest, new byte[0]), StandardCharsets.UTF_8);
  }

  @Override
  public InputStream open(ArtifactRef artifact) {
    return new ByteArrayInputStream(documents.getOrDefault(artifact.sha256(), new byte[0]));
  }

  @Override
  public String store(String mediaType, byte[] document) {
    String digest = Digests.sha256Hex(document);
    documents.put(digest, document);
    return digest;
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    try (document) {
      return store(mediaType, document.readAllBytes());
    }
  }

  @Override
  public Path scratch() {
    throw new UnsupportedOperationException("the verifier needs no scratch directory");
  }

  @Override
  public Deadline deadline() {
    return Deadline.of(nanosLeft);
  }
}
