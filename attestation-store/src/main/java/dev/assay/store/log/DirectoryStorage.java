package dev.assay.store.log;

import dev.assay.store.fault.StoreCorruptException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log in a directory laid out as it is served. Full bundles of entries are compressed in the log
 * of a store ({@link BundleFile}), and as they are in a copy, so that any file server can serve
 * that. Every tile appears whole or not at all, whatever happens: it is written under {@code tmp/},
 * forced, renamed, and its directory is forced. The checkpoint is renamed into place without
 * forcing; a power cut may bring back an older one or damage it. One process at a time may write,
 * which a lock on {@code writer.lock} enforces.
 */
public final class DirectoryStorage implements LogStorage {

  private final Path root;
  private final Path temporary;
  private final boolean compressing;
  private final @Nullable FileChannel lockChannel;
  private long written;

  private DirectoryStorage(Path root, boolean compressing, @Nullable FileChannel lockChannel) {
    this.root = root;
    this.temporary = root.resolve("tmp");
    this.compressing = compressing;
    this.lockChannel = lockChannel;
  }

  /**
   * Opens the directory of a store's log for writing, creating it when missing and clearing what a
   * crash left in {@code tmp/}.
   *
   * @throws StoreCorruptException when another writer has it open
   */
  public static DirectoryStorage open(Path root) throws IOException {
    return open(root, true);
  }

  /** As {@link #open(Path)}, with every file as it is served. */
  static DirectoryStorage served(Path root) throws IOException {
    return open(root, false);
  }

  private static DirectoryStorage open(Path root, boolean compressing) throws IOException {
    Files.createDirectories(root.resolve("tmp"));
    FileChannel channel =
        FileChannel.open(
            root.resolve("writer.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel, false)) {
      channel.close();
      throw new StoreCorruptException(
          "to be the only writer of the log in " + root,
          "another process or store that holds writer.lock",
          "stop the other writer; a second mirror needs another directory, a second store a log"
              + " directory, a checkpoint key and a database of its own");
    }
    DirectoryStorage storage = new DirectoryStorage(root, compressing, channel);
    storage.clearTemporary();
    return storage;
  }

  /**
   * Opens the directory for reading, which need not be there; nothing is created in it.
   *
   * @throws StoreCorruptException when a writer has it open
   */
  public static DirectoryStorage reading(Path root) throws IOException {
    Path lock = root.resolve("writer.lock");
    if (!Files.exists(lock)) {
      return new DirectoryStorage(root, false, null);
    }
    FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ);
    if (!locked(channel, true)) {
      channel.close();
      throw new StoreCorruptException(
          "a log that no store has open in " + root,
          "another process or store that holds writer.lock",
          "stop the store");
    }
    return new DirectoryStorage(root, false, channel);
  }

  /** The directory for reading beside whoever writes; nothing is created in it. */
  static DirectoryStorage unlocked(Path root) {
    return new DirectoryStorage(root, false, null);
  }

  private static boolean locked(FileChannel channel, boolean shared) throws IOException {
    try {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  private void clearTemporary() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    Optional<byte[]> plain = file(name);
    return plain.isPresent() || !BundleFile.isFull(name)
        ? plain
        : file(BundleFile.compressed(name)).map(BundleFile::bundle);
  }

  private Optional<byte[]> file(String name) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(root.resolve(name)));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  @Override
  public void writeOnce(Collection<LogStorage.LogFile> files) throws IOException {
    Set<Path> directories = new LinkedHashSet<>();
    for (LogStorage.LogFile file : files) {
      Optional<byte[]> present = read(file.name());
      if (present.isEmpty()) {
        directories.add(directory(file.name(), directories));
        move(compressing ? BundleFile.kept(file) : file, true);
      } else if (!Arrays.equals(present.get(), file.bytes())) {
        throw new StoreCorruptException(
            "the log file " + root.resolve(file.name()) + " to hold what the index says",
            "other bytes",
            "do not serve this log; compare the index and the log with a backup");
      }
    }
    for (Path directory : directories) {
      force(directory);
    }
  }

  @Override
  public void replace(LogStorage.LogFile file) throws IOException {
    move(file, false);
  }

  /** Replaces {@code file} as {@link #replace} does, and returns when that is durable. */
  public void replaceForced(LogStorage.LogFile file) throws IOException {
    move(file, true);
    force(root);
  }

  /** Takes the file {@code name} away, which is not what the log says. */
  public void delete(String name) throws IOException {
    Files.deleteIfExists(root.resolve(name));
    Files.deleteIfExists(root.resolve(BundleFile.compressed(name)));
  }

  @Override
  public List<String> names() throws IOException {
    Path tiles = root.resolve("tile");
    if (!Files.isDirectory(tiles)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(tiles)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> BundleFile.name(root.relativize(file).toString().replace('\\', '/')))
          .distinct()
          .sorted()
          .toList();
    }
  }

  /** The directory of the file {@code name}, created with its parents where they are missing. */
  private Path directory(String name, Set<Path> changed) throws IOException {
    Path directory = root;
    for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      Path parent = directory;
      directory = root.resolve(name.substring(0, slash));
      if (!Files.isDirectory(directory)) {
        Files.createDirectory(directory);
        changed.add(parent);
      }
    }
    return directory;
  }

  private void move(LogStorage.LogFile file, boolean durable) throws IOException {
    Path fresh = temporary.resolve(Long.toString(written++));
    try (FileChannel channel =
        FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(file.bytes());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (durable) {
        channel.force(true);
      }
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
    Files.move(fresh, root.resolve(file.name()), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    if (lockChannel != null) {
      lockChannel.close();
    }
  }
}
