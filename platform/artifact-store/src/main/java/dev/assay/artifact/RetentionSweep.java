package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the uploads of a directory store that are older than its {@link Retention}. A pass looks
 * at a bounded number of files and the next one goes on behind it. Of all processes that share the
 * directory one sweeps at a time.
 *
 * <p>Puts do not wait for it. An object that is too old is renamed, to a name where readers look,
 * too; only then its age is looked at again, and it is put back when a put has renewed it
 * meanwhile. A put that renews an object looks afterwards whether it is still there, and makes it
 * when it is not. So one of the two always sees the other. No symbolic link is followed, and only
 * files with the name of an object, in its place, are touched.
 */
public final class RetentionSweep {

  private static final Logger LOG = LoggerFactory.getLogger(RetentionSweep.class);
  private static final Pattern OBJECT = Pattern.compile("[0-9a-f]{64}");
  private static final int LEAVES = 1 << Short.SIZE;
  private static final HexFormat HEX = HexFormat.of();

  private final StoreDirectory directory;
  private final Retention retention;
  private int next;

  RetentionSweep(StoreDirectory directory, Retention retention) {
    this.directory = directory;
    this.retention = retention;
  }

  /**
   * What a pass did.
   *
   * @param files looked at
   * @param deleted artifacts
   * @param bytes of them
   */
  public record Pass(long files, long deleted, long bytes) {

    private static final Pass NOTHING = new Pass(0, 0, 0);

    private Pass plus(Pass other) {
      return new Pass(files + other.files, deleted + other.deleted, bytes + other.bytes);
    }
  }

  /**
   * Goes on where the last pass ended; nothing while another process sweeps. For one thread at a
   * time.
   *
   * @param stopped asked between directories whether to end now
   * @throws StoreUnavailableException when the disk failed; the next pass goes on behind that
   */
  public Pass pass(BooleanSupplier stopped) throws StoreUnavailableException {
    Path lock = directory.root().resolve("sweep.lock");
    try (FileChannel channel =
            FileChannel.open(
                lock,
                Set.of(
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS));
        FileLock held = channel.tryLock()) {
      return held == null ? Pass.NOTHING : leaves(stopped);
    } catch (OverlappingFileLockException e) {
      LOG.atDebug().setCause(e).log("the directory is swept by another part of this process");
      return Pass.NOTHING;
    } catch (IOException e) {
      throw StoreUnavailableException.ofFiles(
          "sweep the artifact directory", e, "its files may be renamed and removed");
    }
  }

  private Pass leaves(BooleanSupplier stopped) throws IOException {
    directory.requirePresent();
    Pass pass = Pass.NOTHING;
    for (int leaves = 0;
        leaves < ArtifactLimits.SWEPT_LEAVES_MAX
            && pass.files < ArtifactLimits.SWEPT_FILES_MAX
            && !stopped.getAsBoolean();
        leaves++) {
      String name = HEX.toHexDigits((short) next);
      next = (next + 1) % LEAVES;
      Path objects = directory.root().resolve(ObjectKey.ROOT);
      Path branch = objects.resolve(name.substring(0, 2));
      Path leaf = branch.resolve(name.substring(2));
      if (isDirectory(objects) && isDirectory(branch) && isDirectory(leaf)) {
        pass = pass.plus(leaf(leaf, name));
      }
    }
    return pass;
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Sweeps one directory {@code ab/cd}, whose objects begin with {@code digits}. */
  private Pass leaf(Path leaf, String digits) throws IOException {
    Pass pass = Pass.NOTHING;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(leaf)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        boolean aside = name.endsWith(StoreDirectory.ASIDE_SUFFIX);
        String digest =
            aside ? name.substring(0, name.length() - StoreDirectory.ASIDE_SUFFIX.length()) : name;
        pass = pass.plus(new Pass(1, 0, 0));
        if (OBJECT.matcher(digest).matches() && digest.startsWith(digits)) {
          Path object = leaf.resolve(digest);
          if (aside || taken(object)) {
            pass = pass.plus(settled(object));
          }
        }
      }
    }
    return pass;
  }

  /** Takes an object aside when it is too old. */
  private boolean taken(Path object) throws IOException {
    BasicFileAttributes found = ObjectFiles.present(object);
    if (found == null || !deletes(object, found)) {
      return false;
    }
    try {
      Files.move(object, StoreDirectory.aside(object), StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  private boolean deletes(Path object, BasicFileAttributes found) {
    return retention.deletes(found.lastModifiedTime().toInstant())
        && !StoreDirectory.isKept(object);
  }

  /** Deletes an object that is aside, now or since a process died, or puts it back. */
  private Pass settled(Path object) throws IOException {
    Path aside = StoreDirectory.aside(object);
    BasicFileAttributes found = ObjectFiles.present(aside);
    if (found == null) {
      return Pass.NOTHING;
    }
    boolean deleted = deletes(object, found);
    if (!deleted) {
      putBack(object, aside);
    }
    Files.delete(aside);
    if (!deleted || Files.exists(object, LinkOption.NOFOLLOW_LINKS)) {
      return Pass.NOTHING;
    }
    // Last, since an object without it is kept: so is one that a put makes in this moment.
    StoreDirectory.forget(object);
    return new Pass(0, 1, found.size());
  }

  private static void putBack(Path object, Path aside) throws IOException {
    try {
      Files.createLink(object, aside);
    } catch (FileAlreadyExistsException e) {
      LOG.atDebug().addKeyValue("object", object).setCause(e).log("a put has made it meanwhile");
    }
  }
}
