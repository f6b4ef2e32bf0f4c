package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.verifier.VerificationScope;
import java.io.ByteArrayInputStream;
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
  private final List<ArtifactRef> stated;
  private final Path scratchParent;
  private final long deadlineNanos;
  private final Set<ArtifactRef> unread = ConcurrentHashMap.newKeySet();
  private @Nullable Path scratch;

  /**
   * A scope over {@code artifacts}.
   *
   * @param stated the artifacts whose sizes the execution says
   */
  RunScope(
      ArtifactStore artifacts, List<ArtifactRef> stated, Path scratchParent, long budgetMillis) {
    this.artifacts = artifacts;
    this.stated = List.copyOf(stated);
    this.scratchParent = scratchParent;
    this.deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(budgetMillis);
  }

  @Override
  public InputStream open(ArtifactRef artifact) throws IOException {
    unread.add(artifact);
    return new Checked(artifacts.open(artifact.sha256()), artifact);
  }

  /**
   * Reads every artifact that was opened but not read to its end, since only then its digest is
   * known to be right.
   *
   * @throws TamperedArtifactException when the bytes are others
   * @throws OtherSizeException when they are more or fewer than the request says
   */
  void requireWhole() throws IOException {
    for (ArtifactRef artifact : List.copyOf(unread)) {
      try (InputStream in = open(artifact)) {
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

  /**
   * Turns the store's mismatch into the security finding that verifiers know, and counts, since an
   * event that came straight to its topic was not checked at the door.
   */
  private final class Checked extends InputStream {

    private final InputStream in;
    private final ArtifactRef artifact;
    private long bytes;

    Checked(InputStream in, ArtifactRef artifact) {
      this.in = in;
      this.artifact = artifact;
    }

    private void count(int read) throws OtherSizeException {
      if (read >= 0) {
        bytes += read;
      } else if (bytes != artifact.size() && stated.contains(artifact)) {
        throw new OtherSizeException(artifact, bytes);
      } else {
        unread.remove(artifact);
      }
    }

    @Override
    public int read() throws IOException {
      try {
        int read = in.read();
        count(read < 0 ? read : 1);
        return read;
      } catch (DigestMismatchException e) {
        throw new TamperedArtifactException(artifact.sha256(), "other bytes");
      }
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        int read = in.read(buffer, offset, length);
        count(read);
        return read;
      } catch (DigestMismatchException e) {
        throw new TamperedArtifactException(artifact.sha256(), "other bytes");
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
