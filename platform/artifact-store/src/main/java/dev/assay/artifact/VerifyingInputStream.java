package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hashes a stored object while it is read. The read that would complete the object compares the
 * digest first, and throws instead of handing out those bytes when it differs.
 */
final class VerifyingInputStream extends InputStream {

  private final InputStream stored;
  private final String expected;
  private final long size;
  private final MessageDigest digest = Digests.sha256();
  private long count;
  private boolean verified;
  private @Nullable DigestMismatchException failure;

  VerifyingInputStream(InputStream stored, String expected, long size) {
    this.stored = stored;
    this.expected = expected;
    this.size = size;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (length == 0) {
      return 0;
    }
    if (verified) {
      return -1;
    }
    if (failure != null) {
      throw failure;
    }
    int n = readStored(buffer, offset, length);
    if (n > 0) {
      digest.update(buffer, offset, n);
      count += n;
    }
    if (n < 0 || count >= size) {
      verify();
    }
    return n;
  }

  private int readStored(byte[] buffer, int offset, int length) throws IOException {
    try {
      return stored.read(buffer, offset, length);
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "expected to read artifact "
              + expected
              + " to its end, failed after "
              + count
              + " bytes: "
              + e.getMessage()
              + ". Read it again",
          e);
    }
  }

  /** One byte beyond the size that the store gave is enough to know that the object changed. */
  private void verify() throws IOException {
    byte[] extra = new byte[1];
    boolean longer = readStored(extra, 0, 1) > 0;
    if (longer) {
      digest.update(extra);
    }
    String found = Digests.hex(digest.digest());
    if (longer || !found.equals(expected)) {
      failure = DigestMismatchException.atRead(expected, found);
      throw failure;
    }
    verified = true;
  }

  @Override
  public int available() throws IOException {
    return verified ? 0 : stored.available();
  }

  @Override
  public void close() throws IOException {
    stored.close();
  }
}
