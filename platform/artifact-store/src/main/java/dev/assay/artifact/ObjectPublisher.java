package dev.assay.artifact;

import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.artifact.StoreDirectory.Stay;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the objects of a directory store: each gets its name whole, and reaches the disk. */
final class ObjectPublisher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ObjectPublisher.class);

  private final StoreDirectory directory;
  private final InstantSource clock;
  private final ObjectJournal journal;

  /**
   * Publishes into {@code directory}.
   *
   * @param clock when an upload is renewed
   */
  ObjectPublisher(StoreDirectory directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
    this.journal = new ObjectJournal(directory.root());
  }

  /** Makes again what processes left in the journal and is not whole. */
  void recover() throws IOException {
    ObjectJournal.recover(directory.root(), this::restore);
  }

  /** Gives what was spooled its name, unless it is there; it is on the disk when this returns. */
  StoredArtifact publish(Spool spool, Digested digested, String mediaType, Stay stay)
      throws IOException {
    Path object = directory.object(digested.sha256());
    boolean created = false;
    if (!intact(object, digested) || !directory.stays(object, mediaType, stay, clock.instant())) {
      boolean journaled = spool.file() == null && FileSystemSync.isAvailable();
      directory.prepare(object, mediaType, stay);
      TempFile file = spool.toFile();
      if (!journaled) {
        file.force();
      }
      created = linkOrReplace(file, object, digested);
      if (journaled) {
        journal.append(new JournaledObject(digested.sha256(), spool.bytes(), mediaType, stay));
      } else {
        directory.force(object);
      }
    } else {
      forceBytes(object);
      directory.force(object);
    }
    return new StoredArtifact(
        digested.sha256(), digested.size(), directory.readType(object), created);
  }

  /**
   * Forces an object that was there before, with the time that it has now: an earlier version may
   * have left it unforced. A sweep that took it aside before it was renewed may be about to put it
   * back.
   */
  private static void forceBytes(Path object) throws IOException {
    try (FileChannel channel = ObjectFiles.looked(object, ObjectPublisher::channel)) {
      if (channel == null) {
        throw new NoSuchFileException(object.toString());
      }
      channel.force(true);
    }
  }

  private static @Nullable FileChannel channel(Path file) throws IOException {
    try {
      return FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException _) {
      return null;
    }
  }

  /**
   * Makes an object again that a power cut took, and its type, which goes with it. The journal
   * forces all of them together. What is damaged goes before: a file system may force the data of
   * each file that replaces another.
   *
   * @return whether it was not whole
   */
  private boolean restore(JournaledObject lost) throws IOException {
    Digested digested = lost.digested();
    Path object = directory.object(digested.sha256());
    directory.prepare(object, lost.mediaType(), lost.stay());
    boolean whole = intact(object, digested);
    if (!whole) {
      Files.deleteIfExists(object);
      try (TempFile temp = directory.newTemp()) {
        temp.write(lost.bytes(), lost.bytes().length);
        boolean _ = linkOrReplace(temp, object, digested);
      }
    }
    return !whole;
  }

  /** Whether the object was not there before. */
  private boolean linkOrReplace(TempFile temp, Path object, Digested digested) throws IOException {
    try {
      Files.createLink(object, temp.path());
      return true;
    } catch (FileAlreadyExistsException e) {
      if (!intact(object, digested)) {
        LOG.atWarn()
            .addKeyValue("sha256", digested.sha256())
            .setCause(e)
            .log("a damaged artifact is replaced");
        Files.move(
            temp.path(),
            object,
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
      return false;
    }
  }

  private static boolean intact(Path object, Digested digested) throws IOException {
    BasicFileAttributes attributes = ObjectFiles.attributes(object);
    if (attributes == null || attributes.size() != digested.size()) {
      return false;
    }
    try (InputStream stored = Files.newInputStream(object, LinkOption.NOFOLLOW_LINKS)) {
      return digested.sameAs(stored);
    } catch (NoSuchFileException _) {
      return false; // a sweep has taken it since
    }
  }

  @Override
  public void close() {
    journal.close();
  }
}
