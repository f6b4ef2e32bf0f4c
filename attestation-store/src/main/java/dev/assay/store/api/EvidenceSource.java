package dev.assay.store.api;

import java.util.Optional;

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
}
