package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.TooLargeException;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** What a copy found out about the bytes that went through it. */
record Digested(String sha256, long size) {

  /** Where a copy writes to; its failures are the store's, never the source's. */
  @FunctionalInterface
  interface Sink {
    void write(byte[] bytes, int length) throws IOException;
  }

  /**
   * Copies {@code source} to {@code sink}, hashing on the way.
   *
   * @throws TooLargeException as soon as more than {@code bytesMax} bytes were read
   * @throws DigestMismatchException when {@code expectedSha256} is given and wrong
   */
  static Digested copy(
      InputStream source, Sink sink, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    MessageDigest digest = Digests.sha256();
    byte[] buffer = new byte[ArtifactLimits.COPY_BYTES];
    long size = 0;
    for (int n = source.read(buffer); n >= 0; n = source.read(buffer)) {
      size += n;
      if (size > bytesMax) {
        throw new TooLargeException(bytesMax);
      }
      digest.update(buffer, 0, n);
      sink.write(buffer, n);
    }
    String found = Digests.hex(digest.digest());
    if (expectedSha256 != null && !expectedSha256.equals(found)) {
      throw DigestMismatchException.atPut(expectedSha256, found);
    }
    return new Digested(found, size);
  }

  /** Whether a stored object is exactly this. */
  boolean sameAs(InputStream stored) throws IOException {
    MessageDigest digest = Digests.sha256();
    byte[] buffer = new byte[(int) Math.min(size + 1, ArtifactLimits.COPY_BYTES)];
    long left = size;
    for (int n = stored.read(buffer); n >= 0; n = stored.read(buffer)) {
      left -= n;
      if (left < 0) {
        return false;
      }
      digest.update(buffer, 0, n);
    }
    return left == 0 && Digests.hex(digest.digest()).equals(sha256);
  }
}
