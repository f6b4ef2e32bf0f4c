package dev.assay.agencyverify.agency;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;

/** Files that are replaced whole: a reader sees the old content or the new, never a part. */
final class AtomicFile {

  private static final String PREFIX = ".agency-atomic-";
  private static final int NAME_BYTES = 8;
  private static final SecureRandom NAMES = new SecureRandom();

  private AtomicFile() {}

  /** Puts {@code content} in place of {@code target}, mode 0644. */
  static void replace(Path target, byte[] content) throws IOException {
    Path directory = parent(target);
    Path temporary = write(directory, content, "rw-r--r--", true);
    try {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /**
   * A new file with {@code content} in {@code directory}, under a name of its own.
   *
   * @param durable whether it must survive a power cut once it has its final name
   */
  static Path write(Path directory, byte[] content, String mode, boolean durable)
      throws IOException {
    byte[] random = new byte[NAME_BYTES];
    NAMES.nextBytes(random);
    Path temporary = directory.resolve(PREFIX + HexFormat.of().formatHex(random));
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (durable) {
        channel.force(true);
      }
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString(mode));
      return temporary;
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /** Removes what killed writers left in {@code directory} before {@code time}. */
  static void removeLeftovers(Path directory, Instant time) throws IOException {
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path leftover : leftovers) {
        if (Files.getLastModifiedTime(leftover).toInstant().isBefore(time)) {
          Files.deleteIfExists(leftover);
        }
      }
    }
  }

  private static Path parent(Path target) {
    Path directory = target.getParent();
    if (directory == null) {
      throw new IllegalArgumentException("expected a file in a directory, found " + target);
    }
    return directory;
  }
}
