package dev.assay.quick.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A file that is replaced whole or not at all (specification A.3). */
public final class AtomicFile {

  private static final int CHUNK_BYTES = 65_536;

  private final String purpose;
  private final Path target;

  /**
   * A file to be written later.
   *
   * @param purpose the flag that names it, for messages
   * @param target absolute or relative path
   */
  public AtomicFile(String purpose, Path target) {
    this.purpose = purpose;
    this.target = target.toAbsolutePath().normalize();
  }

  /**
   * Checks that the target can be written as far as that shows without writing.
   *
   * @throws CommandException INTERNAL_ERROR when the target is no regular file, or when something
   *     on the way to it is not a directory
   */
  public void checkTarget() throws CommandException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw failed("expected a file or nothing at the target path, found something else", null);
    }
    Path ancestor = target.getParent();
    while (ancestor != null && !Files.exists(ancestor, LinkOption.NOFOLLOW_LINKS)) {
      ancestor = ancestor.getParent();
    }
    if (ancestor == null || !Files.isDirectory(ancestor)) {
      throw failed("expected a directory above the target path, found something else", null);
    }
  }

  /**
   * Writes {@code text} as UTF-8: temporary file, fsync, rename, read back.
   *
   * @throws CommandException INTERNAL_ERROR when any step fails; no temporary file stays
   */
  public void write(String text) throws CommandException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Path temporary = target.resolveSibling(target.getFileName() + ".tmp." + suffix());
    try {
      Path parent = target.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      try {
        writeSynced(temporary, bytes);
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
      if (!holds(bytes)) {
        Files.deleteIfExists(target);
        throw failed("expected to read back what was written, found other bytes", null);
      }
    } catch (IOException e) {
      throw failed("the file cannot be written: " + e, e);
    }
  }

  private static void writeSynced(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  private boolean holds(byte[] bytes) throws IOException {
    try (InputStream in = Files.newInputStream(target)) {
      int at = 0;
      while (true) {
        byte[] chunk = in.readNBytes(CHUNK_BYTES);
        if (chunk.length == 0) {
          return at == bytes.length;
        }
        int end = at + chunk.length;
        if (end > bytes.length || !Arrays.equals(chunk, 0, chunk.length, bytes, at, end)) {
          return false;
        }
        at = end;
      }
    }
  }

  /** Sixteen hex digits; the file is created anew, so a name that is taken fails safely. */
  private static String suffix() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  private CommandException failed(String message, @Nullable Throwable cause) {
    return new CommandException(
        ErrorCode.INTERNAL_ERROR,
        purpose + ": " + message + "; check the path given with --" + purpose,
        cause);
  }
}
