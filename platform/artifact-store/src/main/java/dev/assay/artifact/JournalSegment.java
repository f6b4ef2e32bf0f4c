package dev.assay.artifact;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A file of the {@link ObjectJournal}, locked by the process that writes or recovers it. */
final class JournalSegment implements AutoCloseable {

  static final String SUFFIX = ".journal";

  private static final FileAttribute<Set<PosixFilePermission>> PERMISSIONS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----"));
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final Set<OpenOption> LEFT =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  /**
   * The segments that are open in this process: a lock of POSIX ends when any file of the process
   * that is the same one is closed, so these must not be opened to look whether they are locked.
   */
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;
  private final long startedNanos = System.nanoTime();
  private long bytes;

  private JournalSegment(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** A new segment in {@code directory}, which is made when it is absent. */
  static JournalSegment create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      StoreDirectory.forceDirectory(StoreDirectory.parent(directory));
    }
    JournalSegment segment = opened(directory.resolve(UUID.randomUUID() + SUFFIX), NEW);
    if (segment == null) {
      throw new IOException("expected to lock a new file in " + directory + ", found it locked");
    }
    try {
      StoreDirectory.forceDirectory(directory);
      return segment;
    } catch (IOException e) {
      segment.close();
      throw e;
    }
  }

  /** A segment that a process left; null while one has it. */
  static @Nullable JournalSegment left(Path file) throws IOException {
    try {
      return opened(file, LEFT);
    } catch (NoSuchFileException _) {
      return null; // recovered by another process
    }
  }

  private static @Nullable JournalSegment opened(Path file, Set<OpenOption> options)
      throws IOException {
    Path real = StoreDirectory.parent(file).toRealPath().resolve(file.getFileName());
    if (!OPEN.add(real)) {
      return null;
    }
    FileChannel channel = null;
    FileLock lock = null;
    try {
      channel =
          FileChannel.open(
              real,
              options,
              options.equals(NEW)
                  ? TempFile.permitted(real, PERMISSIONS)
                  : new FileAttribute<?>[0]);
      lock = channel.tryLock();
      return lock == null ? null : new JournalSegment(real, channel);
    } finally {
      if (lock == null) {
        OPEN.remove(real);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  /** Appends records; they are on the disk when this returns. */
  void append(List<ByteBuffer> records) throws IOException {
    ByteBuffer[] buffers = records.toArray(ByteBuffer[]::new);
    for (int done = 0; done < buffers.length; ) {
      if (buffers[done].hasRemaining()) {
        bytes += channel.write(buffers, done, buffers.length - done);
      } else {
        done++;
      }
    }
    channel.force(false);
  }

  /** Whether it is large or old enough to end. */
  boolean isFull() {
    return bytes >= ArtifactLimits.JOURNAL_SEGMENT_BYTES
        || System.nanoTime() - startedNanos >= ArtifactLimits.JOURNAL_SEGMENT_AGE.toNanos();
  }

  /** Its records from the beginning. */
  DataInputStream records() throws IOException {
    return new DataInputStream(
        new BufferedInputStream(Channels.newInputStream(channel.position(0))));
  }

  void delete() throws IOException {
    Files.delete(file);
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      OPEN.remove(file);
    }
  }
}
