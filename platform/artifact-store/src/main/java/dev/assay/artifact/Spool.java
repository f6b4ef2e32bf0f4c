package dev.assay.artifact;

import dev.assay.artifact.ArtifactException.StoreUnavailableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Holds an artifact until its digest, and with it its key, is known: in memory while it is small,
 * else in a temporary file. Its size is bounded by the copy that fills it.
 */
final class Spool implements Digested.Sink, AutoCloseable {

  private final Path directory;
  private final ByteArrayOutputStream memory = new ByteArrayOutputStream(0);
  private @Nullable TempFile file;

  Spool(Path directory) {
    this.directory = directory;
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    if (file == null && memory.size() + length > ArtifactLimits.SPOOL_MEMORY_BYTES) {
      file = newFile();
      file.write(memory.toByteArray(), memory.size());
      memory.reset();
    }
    if (file == null) {
      memory.write(bytes, 0, length);
    } else {
      file.write(bytes, length);
    }
  }

  private TempFile newFile() throws StoreUnavailableException {
    try {
      return TempFile.create(directory.resolve(UUID.randomUUID().toString()));
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "expected to spool an upload in "
              + directory
              + ", found "
              + e
              + ". Check that the directory exists and has space",
          e);
    }
  }

  /** A file with all bytes. */
  TempFile toFile() throws IOException {
    if (file == null) {
      file = newFile();
      file.write(memory.toByteArray(), memory.size());
    }
    return file;
  }

  /** The file, or null when all bytes are in {@link #bytes()}. */
  @Nullable Path file() {
    return file == null ? null : file.path();
  }

  byte[] bytes() {
    return memory.toByteArray();
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
