package dev.assay.artifact;

import com.google.common.collect.Queues;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes small objects durable many at a time. To force a file and its directories takes two to four
 * commits of the file system; an object that is also written here is durable with one, which it
 * shares with all that came meanwhile. The files themselves are forced together ({@link
 * FileSystemSync}) when a segment is full, and the segment goes. What a power cut took of them is
 * made again from the segments that are left ({@link #recover}).
 *
 * <p>One thread writes. The first object starts it, so that who only reads has none.
 */
final class ObjectJournal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ObjectJournal.class);

  /** The directory of the segments in that of the store. */
  static final String ROOT = "journal";

  /** Makes an object again unless it is whole, and answers whether it was not. */
  interface Restoring {
    boolean restore(JournaledObject object) throws IOException;
  }

  /** A record, and who waits for it; {@link #END} is behind the last one. */
  private record Waiting(ByteBuffer record, CompletableFuture<Void> written) {}

  private static final Waiting END =
      new Waiting(ByteBuffer.allocate(0), CompletableFuture.completedFuture(null));

  private final Path directory;

  /** Bounded by the puts that wait. */
  private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();

  private boolean closed;
  private @Nullable Thread writer;

  /** Of the writer alone. */
  private @Nullable JournalSegment segment;

  private @Nullable Thread forcing;

  /** The journal of the store in {@code root}. */
  ObjectJournal(Path root) {
    this.directory = root.resolve(ROOT);
  }

  /**
   * Returns when {@code object}, whose file is there, is durable.
   *
   * @throws IOException when it may not be
   */
  void append(JournaledObject object) throws IOException {
    Waiting waiting = new Waiting(object.record(), new CompletableFuture<>());
    queue(waiting);
    try {
      waiting.written.get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    } catch (ExecutionException e) {
      throw new IOException("expected to write the journal of artifacts, found " + e.getCause(), e);
    }
  }

  private synchronized void queue(Waiting waiting) throws IOException {
    if (closed) {
      throw new IOException("expected an open store of artifacts, found that it was closed");
    }
    if (writer == null) {
      writer = Thread.ofPlatform().daemon().name("artifact-journal").start(this::write);
    }
    queue.add(waiting);
  }

  private void write() {
    boolean ended = false;
    while (!ended) {
      List<Waiting> group = new ArrayList<>();
      int _ = Queues.drainUninterruptibly(queue, group, 1, ArtifactLimits.JOURNAL_SEGMENT_AGE);
      int _ = queue.drainTo(group);
      ended = group.remove(END);
      try {
        append(group);
        group.forEach(waiting -> waiting.written.complete(null));
      } catch (IOException | RuntimeException e) {
        group.forEach(waiting -> waiting.written.completeExceptionally(e));
        retire(); // what comes behind half a record would not be found
      }
      if (ended || segment != null && segment.isFull()) {
        retire();
      }
    }
    await(forcing);
  }

  private void append(List<Waiting> group) throws IOException {
    if (group.isEmpty()) {
      return;
    }
    if (segment == null) {
      segment = JournalSegment.create(directory);
    }
    segment.append(group.stream().map(Waiting::record).toList());
  }

  /** Ends the segment, once the files of the one before are forced: so there are two at most. */
  private void retire() {
    JournalSegment ended = segment;
    segment = null;
    if (ended != null) {
      await(forcing);
      forcing = Thread.ofPlatform().daemon().name("artifact-sync").start(() -> force(ended));
    }
  }

  private void force(JournalSegment ended) {
    try (ended) {
      FileSystemSync.sync(directory);
      ended.delete();
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("directory", directory)
          .setCause(e)
          .log("artifacts could not be forced to disk; the next start makes up for it");
    }
  }

  private static void await(@Nullable Thread thread) {
    if (thread != null) {
      Uninterruptibles.joinUninterruptibly(thread);
    }
  }

  /** Makes again what processes left in the journal of {@code root} and is not whole. */
  static void recover(Path root, Restoring restoring) throws IOException {
    Path directory = root.resolve(ROOT);
    if (!Files.isDirectory(directory) || !FileSystemSync.isAvailable()) {
      return;
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "*" + JournalSegment.SUFFIX)) {
      for (Path file : files) {
        JournalSegment left = JournalSegment.left(file);
        if (left != null) {
          recover(directory, left, restoring);
        }
      }
    }
  }

  private static void recover(Path directory, JournalSegment left, Restoring restoring)
      throws IOException {
    try (left;
        DataInputStream records = left.records()) {
      int restored = 0;
      JournaledObject object = JournaledObject.read(records);
      while (object != null) {
        restored += restoring.restore(object) ? 1 : 0;
        object = JournaledObject.read(records);
      }
      FileSystemSync.sync(directory);
      left.delete();
      if (restored > 0) {
        LOG.atWarn()
            .addKeyValue("artifacts", restored)
            .log("artifacts that were not on the disk were made again from the journal");
      }
    }
  }

  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      last = writer;
      if (last != null && !closed) {
        queue.add(END);
      }
      closed = true;
    }
    await(last);
  }
}
