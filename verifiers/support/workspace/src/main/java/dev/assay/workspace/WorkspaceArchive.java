package dev.assay.workspace;

import dev.assay.schemas.GzipInput;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.ScratchTree;
import dev.assay.workspace.EntryName.ArchiveText;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Unpacks a tar, a gzip-compressed tar or a zip whose sender is not trusted. */
public final class WorkspaceArchive {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path archive;
  private final WorkspaceLimits limits;
  private final WorkspaceWriter writer;

  private WorkspaceArchive(Path archive, WorkspaceLimits limits, WorkspaceWriter writer) {
    this.archive = archive;
    this.limits = limits;
    this.writer = writer;
  }

  /**
   * Unpacks {@code archive} into {@code into}, which must not exist yet or be empty.
   *
   * <p>All or nothing: a refused archive leaves no file behind. Setuid bits, owners and times are
   * not taken over; the owner's execute bit is.
   *
   * @param nanosLeft the run's budget, which is looked at between entries and within large ones
   * @throws IOException when this host fails (disk full), never for a bad archive
   * @throws InterruptedException when the budget is over or the thread was interrupted
   */
  public static Extraction extract(
      Path archive, Path into, WorkspaceLimits limits, LongSupplier nanosLeft)
      throws IOException, InterruptedException {
    long archiveBytes = Files.size(archive);
    if (archiveBytes > limits.archiveBytesMax()) {
      return tooLarge(limits);
    }
    Path root = freshDirectory(into);
    boolean whole = false;
    try {
      WorkspaceWriter writer = new WorkspaceWriter(root, archiveBytes, limits, nanosLeft);
      new WorkspaceArchive(archive, limits, writer).read();
      Extraction.Extracted extracted = writer.finish();
      whole = true;
      return extracted;
    } catch (RefusedArchiveException e) {
      return new Extraction.Refused(e.refusal(), String.valueOf(e.getMessage()));
    } finally {
      if (!whole) {
        ScratchTree.delete(root);
      }
    }
  }

  static Extraction.Refused tooLarge(WorkspaceLimits limits) {
    return new Extraction.Refused(
        Refusal.TOO_LARGE,
        "expected an archive of at most " + limits.archiveBytesMax() + " bytes, found more");
  }

  private static Path freshDirectory(Path into) throws IOException {
    Files.createDirectories(into);
    try (Stream<Path> children = Files.list(into)) {
      if (children.findAny().isPresent()) {
        throw new IOException("expected an empty directory to unpack into, found files in " + into);
      }
    }
    return into.toRealPath();
  }

  /** What cannot be read is the archive's fault, unless the run was stopped. */
  private void read() throws IOException, InterruptedException, RefusedArchiveException {
    try {
      byte[] head = head();
      if (head.length >= 2 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b) {
        tar(true);
      } else if (head.length >= 4 && head[0] == 'P' && head[1] == 'K') {
        zip();
      } else if (TarHeader.isHeader(head)) {
        tar(false);
      } else {
        throw new RefusedArchiveException(
            Refusal.UNKNOWN_FORMAT, "expected a tar, tar.gz or zip, found something else");
      }
    } catch (WorkspaceWriter.HostException e) {
      throw e.getCause();
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw Deadline.interrupted(e);
      }
      throw RefusedArchiveException.malformed(
          "one that cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private byte[] head() throws IOException {
    try (InputStream in = Files.newInputStream(archive)) {
      return in.readNBytes(TarHeader.BYTES);
    }
  }

  private void tar(boolean gzip) throws IOException, InterruptedException, RefusedArchiveException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(archive), BUFFER_BYTES);
        InputStream plain =
            gzip ? new BufferedInputStream(new GzipInput(raw, BUFFER_BYTES), BUFFER_BYTES) : raw) {
      TarReader tar = new TarReader(plain, limits);
      for (TarReader.Entry entry = tar.next(); entry != null; entry = tar.next()) {
        writer.countEntry();
        tarEntry(tar, entry);
      }
      tar.end();
    }
  }

  private void tarEntry(TarReader tar, TarReader.Entry entry)
      throws IOException, InterruptedException, RefusedArchiveException {
    switch (entry.kind()) {
      case FILE -> writer.file(entry.name(), entry.executable(), tar.content());
      case DIRECTORY -> writer.directory(entry.name());
      case SYMBOLIC_LINK -> writer.symbolicLink(entry.name(), entry.link());
      case HARD_LINK -> writer.hardLink(entry.name(), entry.link());
      case OTHER -> throw WorkspaceWriter.unsupported();
    }
  }

  private void zip() throws IOException, InterruptedException, RefusedArchiveException {
    try (SeekableByteChannel channel = Files.newByteChannel(archive)) {
      ZipReader zip = new ZipReader(channel, limits);
      for (ZipReader.@Nullable Entry entry = zip.next(); entry != null; entry = zip.next()) {
        writer.countEntry();
        zipEntry(zip, entry);
      }
    }
  }

  private void zipEntry(ZipReader zip, ZipReader.Entry entry)
      throws IOException, InterruptedException, RefusedArchiveException {
    if (!entry.isLink() && !entry.isFile() && !entry.isDirectory()) {
      throw WorkspaceWriter.unsupported();
    }
    try (InputStream content = zip.content(entry)) {
      if (entry.isDirectory()) {
        if (content.read() >= 0) {
          throw RefusedArchiveException.malformed("a directory or link with content");
        }
        writer.directory(entry.name());
      } else if (entry.isLink()) {
        byte[] target = content.readNBytes(WorkspaceLimits.LINK_TARGET_BYTES_MAX + 1);
        writer.symbolicLink(entry.name(), ArchiveText.whole(target));
      } else {
        writer.file(entry.name(), entry.isExecutable(), content);
      }
    }
  }
}
