package dev.assay.store.witness;

import dev.assay.core.log.SignedNote;
import dev.assay.schemas.Digests;
import dev.assay.store.fault.StoreCorruptException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The directory of a witness. What is written is on disk, whole, when the call returns; a crash at
 * any instant leaves the file before or the one after. One process at a time has it open.
 */
final class WitnessFiles implements AutoCloseable {

  private static final String LOGS = "logs";
  private static final String SPLITS = "splits";
  private static final String TEMPORARY = "tmp";

  private final Path root;
  private final FileChannel lock;
  private final AtomicLong written = new AtomicLong();

  private WitnessFiles(Path root, FileChannel lock) {
    this.root = root;
    this.lock = lock;
  }

  /**
   * Opens the directory, creating it when missing and clearing what a crash left unfinished.
   *
   * @throws StoreCorruptException when another process has it open
   */
  static WitnessFiles open(Path root) throws IOException {
    for (String name : new String[] {LOGS, SPLITS, TEMPORARY}) {
      Files.createDirectories(root.resolve(name));
    }
    FileChannel channel =
        FileChannel.open(
            root.resolve("witness.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw new StoreCorruptException(
          "to be the only process of the witness in " + root,
          "another one that holds witness.lock",
          "stop the other one; a second witness needs a directory and a key of its own");
    }
    WitnessFiles files = new WitnessFiles(root, channel);
    try (Stream<Path> left = Files.list(root.resolve(TEMPORARY))) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    files.force(root);
    return files;
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  /** Where a witness in {@code directory} has its key. */
  static Path keyFile(Path directory) {
    return directory.resolve("key.pem");
  }

  Path keyFile() {
    return keyFile(root);
  }

  /** Whether the witness has cosigned anything. */
  boolean used() throws IOException {
    try (Stream<Path> logs = Files.list(root.resolve(LOGS))) {
      return logs.findAny().isPresent();
    }
  }

  /** The verifier key that was published, or empty before the first start. */
  Optional<String> vkey() throws IOException {
    Path file = root.resolve("vkey");
    return Files.exists(file)
        ? Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip())
        : Optional.empty();
  }

  void publish(String vkey) throws IOException {
    replace("vkey", vkey + "\n");
  }

  /** As what a log is known in names of files and addresses. */
  static String name(String origin) {
    return Digests.sha256Hex(origin.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The checkpoint of {@code origin} that was cosigned last, or that none was; empty when neither
   * is known.
   */
  Optional<byte[]> latest(String origin) throws IOException {
    Path file = root.resolve(LOGS).resolve(name(origin));
    return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  /** Keeps that nothing of {@code origin} was cosigned, which no file would not say. */
  void begin(String origin) throws IOException {
    replace(LOGS + "/" + name(origin), begun(origin));
  }

  /** The file of a log of which nothing was cosigned; an empty one would be a damaged one. */
  static String begun(String origin) {
    return "nothing cosigned of " + origin + "\n";
  }

  void keepLatest(String origin, SignedNote note) throws IOException {
    replace(LOGS + "/" + name(origin), note.note());
  }

  /**
   * Keeps two checkpoints of one size as evidence, until there is enough of it.
   *
   * @return whether that is new
   */
  boolean keepSplit(String origin, long size, SignedNote cosigned, SignedNote shown)
      throws IOException {
    Path directory = root.resolve(SPLITS).resolve(name(origin));
    Files.createDirectories(directory);
    force(root.resolve(SPLITS));
    String prefix = SPLITS + "/" + name(origin) + "/" + size + "-";
    String file = prefix + Digests.sha256Hex(shown.text().getBytes(StandardCharsets.UTF_8));
    try (Stream<Path> kept = Files.list(directory)) {
      boolean fresh =
          kept.count() < 2L * WitnessLimits.SPLITS_MAX && !Files.exists(root.resolve(file));
      if (fresh) {
        String before = Digests.sha256Hex(cosigned.text().getBytes(StandardCharsets.UTF_8));
        replace(prefix + before, cosigned.note());
        replace(file, shown.note());
      }
      return fresh;
    }
  }

  private void replace(String name, String text) throws IOException {
    Path target = root.resolve(name);
    Path fresh = root.resolve(TEMPORARY).resolve(Long.toString(written.getAndIncrement()));
    try (FileChannel channel =
        FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    Path parent = target.getParent();
    force(parent == null ? root : parent);
  }

  private void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
