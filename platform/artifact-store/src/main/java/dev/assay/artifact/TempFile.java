package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that only its creator writes, gone when closed; read-only for everyone else. */
final class TempFile implements Digested.Sink, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TempFile.class);
  private static final FileAttribute<Set<PosixFilePermission>> READ_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r-----"));

  private final Path path;
  private final FileChannel channel;

  private TempFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static TempFile create(Path path) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ);
    return new TempFile(path, FileChannel.open(path, options, permitted(path, READ_ONLY)));
  }

  /** What a new file at {@code path} is opened with: nothing where permissions are unknown. */
  static FileAttribute<?>[] permitted(Path path, FileAttribute<?> permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {permissions}
        : new FileAttribute<?>[0];
  }

  Path path() {
    return path;
  }

  FileChannel channel() {
    return channel;
  }

  @Override
  public void write(byte[] bytes, int length) throws StoreUnavailableException {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw StoreUnavailableException.ofFiles("write " + path, e, "the disk has space");
    }
  }

  /** Returns when the bytes are on the disk. */
  void force() throws IOException {
    channel.force(false);
  }

  /** Removes this name; a file that cannot be removed is left to the next start. */
  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("path", path)
          .setCause(e)
          .log("a temporary file could not be removed");
    }
  }
}
