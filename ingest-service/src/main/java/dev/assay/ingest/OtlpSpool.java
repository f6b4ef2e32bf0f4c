package dev.assay.ingest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs' parts of requests as lines, made once when a request is read, in files of one process.
 * What is not here is made again of the request as it was received, so that nothing depends on
 * these files: they are never forced to the disk, and deleted at the start.
 */
final class OtlpSpool implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpSpool.class);

  /** What a process leaves behind, and what an earlier version did. */
  private static final String LEFT_BEHIND = "{spool*,trace*}.ndjson";

  private final Path directory;
  private final Set<Part> parts = new HashSet<>();
  private @Nullable Part current;

  /** A file of lines, which is deleted with the last of them. */
  static final class Part {
    private final Path path;
    private final FileChannel channel;
    private long size;
    private int lines;

    private Part(Path path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }
  }

  /** A line in a file. */
  record Segment(Part part, long offset, int length) {}

  /** An empty spool in {@code directory}, which is there. */
  OtlpSpool(Path directory) throws IOException {
    this.directory = directory;
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, LEFT_BEHIND)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Keeps {@code line}; empty when there is no room for it, on the disk or by the bound. */
  synchronized Optional<Segment> keep(byte[] line) {
    try {
      return bytes() + line.length > IngestLimits.OTLP_SPOOL_BYTES_MAX
          ? Optional.empty()
          : Optional.of(put(line));
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("reason", e.toString())
          .log("a part of a run was not spooled; it is read from its request again");
      return Optional.empty();
    }
  }

  /** Keeps {@code line}, beyond the bound of all lines if need be. */
  synchronized Segment put(byte[] line) throws IOException {
    Part part = writable();
    ByteBuffer bytes = ByteBuffer.wrap(line);
    long offset = part.size;
    while (bytes.hasRemaining()) {
      part.channel.write(bytes, offset + bytes.position());
    }
    part.size += line.length;
    part.lines++;
    return new Segment(part, offset, line.length);
  }

  private Part writable() throws IOException {
    Part part = current;
    if (part == null || part.size >= IngestLimits.OTLP_SPOOL_FILE_BYTES) {
      Path path = Files.createTempFile(directory, "spool", ".ndjson");
      part =
          new Part(path, FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
      parts.add(part);
      Part full = current;
      current = part;
      if (full != null) {
        deleteUnused(full);
      }
    }
    return part;
  }

  /** Bytes of all files. */
  synchronized long bytes() {
    return parts.stream().mapToLong(part -> part.size).sum();
  }

  /** The line of {@code segment}, which was not released. */
  byte[] read(Segment segment) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(segment.length());
    while (bytes.hasRemaining()) {
      if (segment.part().channel.read(bytes, segment.offset() + bytes.position()) < 0) {
        throw new IOException("expected a spooled line of " + segment.length() + " bytes");
      }
    }
    return bytes.array();
  }

  /** The line of {@code segment} is needed no longer. */
  synchronized void release(Segment segment) {
    segment.part().lines--;
    deleteUnused(segment.part());
  }

  private void deleteUnused(Part part) {
    if (part.lines > 0) {
      return;
    }
    if (part.equals(current)) {
      part.size = 0;
    } else {
      parts.remove(part);
      delete(part);
    }
  }

  private static void delete(Part part) {
    try (FileChannel _ = part.channel) {
      Files.deleteIfExists(part.path);
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("reason", e.toString()).log("a spooled file was not deleted");
    }
  }

  @Override
  public synchronized void close() {
    parts.forEach(OtlpSpool::delete);
    parts.clear();
    current = null;
  }
}
