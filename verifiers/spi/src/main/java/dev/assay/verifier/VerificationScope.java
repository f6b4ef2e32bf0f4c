package dev.assay.verifier;

import dev.assay.schemas.message.ArtifactRef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * All that one run may touch. It ends with the run. Where its surroundings fail, its methods and
 * the streams that they give throw {@link DependencyUnavailableException}.
 */
public interface VerificationScope {

  /**
   * The bytes of {@code artifact}, hashed while they are read.
   *
   * <p>Reading past the last byte throws {@link TamperedArtifactException} when the bytes are not
   * those that the digest names.
   */
  InputStream open(ArtifactRef artifact) throws IOException;

  /** Stores the verifier's own document and answers its SHA-256. */
  String store(String mediaType, byte[] document) throws IOException;

  /**
   * Stores a document that running the verifier again on the same artifacts would give again, byte
   * for byte, and answers its SHA-256. A store need not wait for the disk for it.
   */
  default String storeDerived(String mediaType, byte[] document) throws IOException {
    return store(mediaType, document);
  }

  /** Stores a stream, which is read to its end and closed, and answers its SHA-256. */
  String store(String mediaType, InputStream document) throws IOException;

  /**
   * An empty directory of this run, removed after it. It has a quota of bytes and entries, whoever
   * writes them: a run that is over it is interrupted, and INCONCLUSIVE with {@code
   * SCRATCH_EXCEEDED} however it ends.
   */
  Path scratch() throws IOException;

  /** When this run has to end. */
  Deadline deadline();
}
