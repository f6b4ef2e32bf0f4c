package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.verifier.VerificationScope;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one run may touch; closing it removes its scratch directory. */
final class RunScope implements VerificationScope, AutoCloseable {

  private final ArtifactStore artifacts;
  private final Path scratchParent;
  private final long deadlineNanos;
  private final Set<String> unread = ConcurrentHashMap.newKeySet();
  private @Nullable Path scratch;

  RunScope(ArtifactStore artifacts, Path scratchParent, long budgetMillis) {
    this.artifacts = artifacts;
    this.scratchParent = scratchParent;
    this.deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(budgetMillis);
  }

  @Override
  public InputStream open(ArtifactRef artifact) throws IOException {
    unread.add(artifact.sha256());
    return new TamperSensing(
        artifacts.open(artifact.sha256()),
        artifact.sha256(),
        () -> unread.remove(artifact.sha256()));
  }

  /**
   * Reads every artifact that was opened but not read to its end, since only then its digest is
   * known to be right.
   *
   * @throws TamperedArtifactException when the bytes are others
   */
  void requireWhole() throws IOException {
    for (String sha256 : List.copyOf(unread)) {
      try (InputStream in = new TamperSensing(artifacts.open(sha256), sha256, () -> {})) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  @Override
  public String store(String mediaType, byte[] document) throws IOException {
    return store(mediaType, new ByteArrayInputStream(document));
  }

  @Override
  public String storeDerived(String mediaType, byte[] document) throws IOException {
    return document.length > WorkerLimits.DOCUMENT_BYTES_MAX
        ? store(mediaType, document)
        : artifacts.putDerived(document, mediaType);
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    try (document) {
      return artifacts.put(document, mediaType, null, WorkerLimits.DOCUMENT_BYTES_MAX).sha256();
    }
  }

  @Override
  public Path scratch() throws IOException {
    Path directory = scratch;
    if (directory == null) {
      Files.createDirectories(scratchParent);
      directory = Files.createTempDirectory(scratchParent, "run-");
      scratch = directory;
    }
    return directory;
  }

  @Override
  public long nanosLeft() {
    return deadlineNanos - System.nanoTime();
  }

  @Override
  public void close() {
    Path directory = scratch;
    if (directory == null) {
      return;
    }
    try (Stream<Path> tree = Files.walk(directory)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("expected to remove the scratch directory " + directory, e);
    }
  }

  /** Turns the store's mismatch into the security finding that verifiers know. */
  private static final class TamperSensing extends FilterInputStream {

    private final String sha256;
    private final Runnable whole;

    TamperSensing(InputStream in, String sha256, Runnable whole) {
      super(in);
      this.sha256 = sha256;
      this.whole = whole;
    }

    private int seen(int read) {
      if (read < 0) {
        whole.run();
      }
      return read;
    }

    @Override
    public int read() throws IOException {
      try {
        return seen(super.read());
      } catch (DigestMismatchException e) {
        throw new TamperedArtifactException(sha256, "other bytes");
      }
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        return seen(super.read(buffer, offset, length));
      } catch (DigestMismatchException e) {
        throw new TamperedArtifactException(sha256, "other bytes");
      }
    }
  }
}
