package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.artifact.ArtifactException.TooLargeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Immutable artifacts named by the SHA-256 of their bytes. One object per digest: storing the same
 * bytes again stores nothing and keeps the first media type. Every method may be called from any
 * number of threads. Bytes are streamed both ways; memory per call is bounded by {@link
 * ArtifactLimits}.
 *
 * <p>A digest that is not 64 lower-case hexadecimal digits, a malformed media type or a range
 * outside the artifact throws {@link dev.assay.schemas.RejectedException}; every other failure is
 * an {@link ArtifactException}.
 */
public interface ArtifactStore extends AutoCloseable {

  /**
   * Reads {@code bytes} to its end and stores them. When this returns, the store holds exactly
   * these bytes: an object of this digest that was damaged has been replaced. The stream is not
   * closed; what it throws passes unchanged, so that a broken upload is not taken for a broken
   * store.
   *
   * @param expectedSha256 the digest that the sender claims, or null
   * @param bytesMax the largest size accepted, in bytes
   * @throws TooLargeException when there are more bytes; nothing is stored
   * @throws DigestMismatchException when the claim is wrong; nothing is stored
   * @throws StoreUnavailableException when the store failed; the put may be repeated
   */
  StoredArtifact put(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException;

  /**
   * The same for bytes that somebody sent, which a store may delete once they were neither sent
   * again nor {@linkplain #renew renewed} for as long as {@link Retention} says. What a {@link
   * #put} stored under the same digest, before or after, is kept.
   */
  default StoredArtifact upload(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    return put(bytes, mediaType, expectedSha256, bytesMax);
  }

  /**
   * As {@link #find}; where a store deletes uploads by their age, this one is as new as one now.
   */
  default Optional<StoredArtifact> renew(String sha256) throws IOException {
    return find(sha256);
  }

  /**
   * Stores a small document that can be made again from what is kept elsewhere. It is visible when
   * this returns and survives the end of the process; a store may leave it to the operating system
   * when it reaches the disk, so that a power cut can cost it.
   *
   * @return the document's SHA-256, in hex
   * @throws StoreUnavailableException when the store failed; the call may be repeated
   */
  default String putDerived(byte[] document, String mediaType) throws IOException {
    return put(new ByteArrayInputStream(document), mediaType, null, document.length).sha256();
  }

  /** What is stored under a digest, without reading the bytes; empty when nothing is. */
  Optional<StoredArtifact> find(String sha256) throws IOException;

  /**
   * The whole artifact, re-hashed on the way. The last bytes are handed out only after the digest
   * has been found right, so that no reader can hold a complete artifact that was tampered with.
   * The caller closes the stream.
   *
   * @throws NoSuchArtifactException when nothing is stored under this digest
   * @throws DigestMismatchException from a read of the stream, when the bytes are others
   */
  InputStream open(String sha256) throws IOException;

  /**
   * At most {@code length} bytes from {@code offset} on, fewer at the end of the artifact. A part
   * cannot be checked against the digest of the whole: what this returns is <b>not verified</b> and
   * is for showing, never for judging. The caller closes the stream.
   *
   * @throws NoSuchArtifactException when nothing is stored under this digest
   */
  InputStream open(String sha256, long offset, long length) throws IOException;

  /**
   * Returns when the store can be read and written now.
   *
   * @throws StoreUnavailableException when it cannot, with the reason
   */
  void check() throws IOException;

  /** Releases connections; streams still open may fail afterwards. */
  @Override
  void close();

  /**
   * An artifact that the store holds.
   *
   * @param size bytes
   * @param mediaType the media type given by the first put of these bytes
   * @param created whether the put that returns this made the object; false from {@link
   *     ArtifactStore#find}
   */
  record StoredArtifact(String sha256, long size, String mediaType, boolean created) {}
}
