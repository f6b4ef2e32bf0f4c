package dev.assay.worker;

import dev.assay.artifact.ArtifactException.NoSuchArtifactException;
import dev.assay.artifact.ArtifactException.TooLargeException;
import dev.assay.artifact.ArtifactStore;
import dev.assay.artifact.DigestMismatchException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.verifier.ArtifactUnusableException;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.ScratchTree;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.verifier.VerificationScope;
import dev.assay.worker.Run.OtherSizeException;
import dev.assay.worker.ScratchQuota.QuotaExceededException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one run may touch; closing it removes its scratch directory. While it is open, a thread
 * looks after that directory, and interrupts the run when it holds more than its quota.
 */
final class RunScope implements VerificationScope, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RunScope.class);

  private final ArtifactStore artifacts;
  private final List<ArtifactRef> stated;
  private final Path scratchParent;
  private final ScratchQuota quota;
  private final Deadline deadline;
  private final AtomicLong bytesLeft;
  private final AtomicLong readNanos;
  private final Thread runner = Thread.currentThread();
  private final Set<ArtifactRef> unread = ConcurrentHashMap.newKeySet();
  private @Nullable Path scratch;
  private boolean overfull;
  private boolean ended;

  /**
   * A scope over {@code artifacts} for a run of the calling thread.
   *
   * @param stated the artifacts whose sizes the execution says
   * @param readNanos is added what the store takes to give them
   */
  RunScope(
      ArtifactStore artifacts,
      List<ArtifactRef> stated,
      Path scratchParent,
      ScratchQuota quota,
      long budgetMillis,
      AtomicLong readNanos) {
    this.readNanos = readNanos;
    this.quota = quota;
    this.artifacts = artifacts;
    this.stated = List.copyOf(stated);
    this.scratchParent = scratchParent;
    this.deadline = Deadline.in(Duration.ofMillis(budgetMillis));
    this.bytesLeft =
        new AtomicLong(
            WorkerLimits.READ_BYTES_FREE
                + WorkerLimits.READS_MAX
                    * Math.min(
                        Limits.INTEGER_MAX / WorkerLimits.READS_MAX / 2,
                        stated.stream().mapToLong(ArtifactRef::size).sum()));
  }

  @Override
  public InputStream open(ArtifactRef artifact) throws IOException {
    return open(artifact, true);
  }

  /** The same for the run itself, which ends what it began although the verifier's time is over. */
  InputStream openForRun(ArtifactRef artifact) throws IOException {
    return open(artifact, false);
  }

  private InputStream open(ArtifactRef artifact, boolean bounded) throws IOException {
    unread.add(artifact);
    long begun = System.nanoTime();
    try {
      return new Checked(artifacts.open(artifact.sha256()), artifact, bounded);
    } catch (IOException e) {
      throw ofStore(e);
    } finally {
      readNanos.addAndGet(System.nanoTime() - begun);
    }
  }

  /** What this scope threw, among the causes of {@code thrown}; parsers dress what they get. */
  static Optional<IOException> thrownByScope(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < WorkerLimits.CAUSES_MAX; depth++) {
      if (cause instanceof IOException failure && isOfScope(failure)) {
        return Optional.of(failure);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  private static boolean isOfScope(IOException failure) {
    return failure instanceof DependencyUnavailableException
        || failure instanceof TamperedArtifactException
        || failure instanceof ArtifactUnusableException
        || failure instanceof QuotaExceededException
        || failure instanceof OtherSizeException
        || failure instanceof NoSuchArtifactException
        || failure instanceof DigestMismatchException;
  }

  /** Tells what is wrong with an artifact or document from a store that failed. */
  private static IOException ofStore(IOException failure) {
    return isOfScope(failure)
            || failure instanceof TooLargeException
            || failure instanceof ClosedByInterruptException
        ? failure
        : new DependencyUnavailableException("the object store to answer", failure);
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
      try (InputStream in = openForRun(artifact)) {
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
    if (document.length > WorkerLimits.DOCUMENT_BYTES_MAX) {
      return store(mediaType, document);
    }
    try {
      return artifacts.putDerived(document, mediaType);
    } catch (IOException e) {
      throw ofStore(e);
    }
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    try (document) {
      return artifacts.put(document, mediaType, null, WorkerLimits.DOCUMENT_BYTES_MAX).sha256();
    } catch (IOException e) {
      throw ofStore(e);
    }
  }

  @Override
  public Path scratch() throws IOException {
    Path directory = scratch;
    if (directory == null) {
      try {
        Files.createDirectories(scratchParent);
        directory = Files.createTempDirectory(scratchParent, "run-");
      } catch (IOException e) {
        throw new DependencyUnavailableException("to write the scratch directory", e);
      }
      scratch = directory;
      Path watched = directory;
      Thread.ofPlatform().daemon().name("scratch-watch").start(() -> watch(watched));
    }
    return directory;
  }

  private synchronized void watch(Path directory) {
    while (!ended) {
      long began = System.nanoTime();
      if (isOverfull(directory)) {
        overfull = true;
        runner.interrupt();
        return;
      }
      try {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        wait(ScratchQuota.rest(took).toMillis());
      } catch (InterruptedException e) {
        LOG.atDebug().setCause(e).log("a scratch directory is no longer watched");
        return;
      }
    }
  }

  private boolean isOverfull(Path directory) {
    try {
      return quota.exceededBy(directory);
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("a scratch directory could not be measured");
      return false;
    }
  }

  /**
   * To be called by the runner when the run has ended.
   *
   * @return whether it had more in its scratch directory than its quota; then the mark of the
   *     interrupt is taken away
   */
  synchronized boolean endsOverfull() {
    if (!ended) {
      ended = true;
      notifyAll();
      if (overfull) {
        var _ = Thread.interrupted();
      } else if (scratch != null) {
        overfull = isOverfull(scratch);
      }
    }
    return overfull;
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  @Override
  public void close() {
    var _ = endsOverfull();
    Path directory = scratch;
    if (directory == null) {
      return;
    }
    try {
      ScratchTree.delete(directory);
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("directory", directory)
          .setCause(e)
          .log("a scratch directory could not be removed; remove it by hand");
    }
  }

  /**
   * Turns the store's mismatch into the security finding that verifiers know, and counts, since an
   * event that came straight to its topic was not checked at the door.
   */
  private final class Checked extends InputStream {

    private final InputStream in;
    private final ArtifactRef artifact;
    private final boolean bounded;
    private long bytes;

    Checked(InputStream in, ArtifactRef artifact, boolean bounded) {
      this.in = in;
      this.artifact = artifact;
      this.bounded = bounded;
    }

    /** Ends a run that is over; nothing that blocks or lasts lies between two looks. */
    private void look() throws InterruptedIOException {
      if (bounded && deadline.isOver()) {
        throw new InterruptedIOException("the run's time is over");
      }
    }

    private void count(int read) throws IOException {
      if (read >= 0) {
        bytes += read;
        if (bounded && bytesLeft.addAndGet(-read) < 0) {
          throw new QuotaExceededException(
              ErrorCode.READ_QUOTA_EXCEEDED,
              "the verifier read the artifacts over and over, "
                  + WorkerLimits.READS_MAX
                  + " times and more");
        }
      } else if (bytes != artifact.size() && stated.contains(artifact)) {
        throw new OtherSizeException(artifact, bytes);
      } else {
        unread.remove(artifact);
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      look();
      long begun = System.nanoTime();
      try {
        int read = in.read(buffer, offset, length);
        count(read);
        return read;
      } catch (IOException e) {
        throw failure(e);
      } finally {
        readNanos.addAndGet(System.nanoTime() - begun);
      }
    }

    private IOException failure(IOException e) {
      return e instanceof DigestMismatchException
          ? new TamperedArtifactException(artifact.sha256(), "other bytes")
          : ofStore(e);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
