package dev.assay.store.api;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads reports and artifacts for showing, where this process can reach them. */
@FunctionalInterface
public interface EvidenceSource {

  /** Nothing can be reached. */
  EvidenceSource NONE = (_, _, _) -> Optional.empty();

  /**
   * At most {@code bytesMax} bytes of what is stored under {@code sha256}, from {@code offset} on.
   * They are not verified: for showing, never for judging. Empty when nothing is there, or the
   * object store does not answer.
   */
  Optional<byte[]> read(String sha256, long offset, int bytesMax);

  /**
   * When the artifact {@code sha256} expired; empty when it is there, when it should be, or when
   * that cannot be told now.
   *
   * @param lastUse tells when the artifact was used last, as attestations say; asked only where
   *     artifacts expire
   */
  default Optional<Instant> expired(String sha256, Supplier<Optional<Instant>> lastUse) {
    return Optional.empty();
  }
}
