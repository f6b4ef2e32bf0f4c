package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.ArtifactStore.StoredArtifact;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store whose first reads and first writes of reports fail; it belongs to somebody else. */
final class FailingArtifactStore implements ArtifactStore {

  private final ArtifactStore store;
  private final AtomicInteger reads;
  private final AtomicInteger writes;

  FailingArtifactStore(ArtifactStore store, int readsThatFail, int writesThatFail) {
    this.store = store;
    this.reads = new AtomicInteger(readsThatFail);
    this.writes = new AtomicInteger(writesThatFail);
  }

  /** Calls that will still fail. */
  int failuresLeft() {
    return reads.get() + writes.get();
  }

  private static void failWhile(AtomicInteger left) throws IOException {
    if (left.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IOException("expected the store to answer, found an outage");
    }
  }

  @Override
  public StoredArtifact put(
      InputStream bytes, String mediaType, @Nullable String expectedSha256, long bytesMax)
      throws IOException {
    return store.put(bytes, mediaType, expectedSha256, bytesMax);
  }

  @Override
  public String putDerived(byte[] document, String mediaType) throws IOException {
    failWhile(writes);
    return store.putDerived(document, mediaType);
  }

  @Override
  public Optional<StoredArtifact> find(String sha256) throws IOException {
    return store.find(sha256);
  }

  @Override
  public InputStream open(String sha256) throws IOException {
    failWhile(reads);
    return store.open(sha256);
  }

  @Override
  public InputStream open(String sha256, long offset, long length) throws IOException {
    return store.open(sha256, offset, length);
  }

  @Override
  public void check() throws IOException {
    store.check();
  }

  @Override
  public void close() {}
}
