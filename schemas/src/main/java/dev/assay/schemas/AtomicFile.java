package dev.assay.schemas;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.UUID;

/** Files that are there whole or not at all, also after a power cut. */
public final class AtomicFile {

  private AtomicFile() {}

  /**
   * Puts a file with {@code bytes} in the place of {@code target}, in whose directory it is made;
   * whoever reads sees the old content or the new. A link at its place is replaced itself.
   *
   * @param attributes of the new file; the system's for new files when there are none
   * @throws IOException when it cannot; then what was there is there still, and no draft stays
   */
  public static void replace(Path target, byte[] bytes, FileAttribute<?>... attributes)
      throws IOException {
    Path draft = draft(target, bytes, attributes);
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
    try (FileChannel directory =
        FileChannel.open(target.toAbsolutePath().resolveSibling(""), StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /**
   * A new file with {@code bytes}, which are on the disk, beside {@code target}: its caller moves,
   * links or deletes it.
   *
   * @param attributes as for {@link #replace}
   */
  public static Path draft(Path target, byte[] bytes, FileAttribute<?>... attributes)
      throws IOException {
    Path draft = target.resolveSibling(".assay-" + UUID.randomUUID() + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
      return draft;
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
  }
}
