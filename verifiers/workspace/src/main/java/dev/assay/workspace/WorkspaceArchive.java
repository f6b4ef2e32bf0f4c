package dev.assay.workspace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Enumeration;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/** Unpacks a tar, a gzip-compressed tar or a zip whose sender is not trusted. */
public final class WorkspaceArchive {

  private static final int TAR_MAGIC_AT = 257;
  private static final int HEAD_BYTES = 512;
  private static final int OWNER_EXECUTE = 0100;

  private WorkspaceArchive() {}

  /**
   * Unpacks {@code archive} into {@code into}, which must not exist yet or be empty.
   *
   * <p>All or nothing: a refused archive leaves no file behind. Setuid bits, owners and times are
   * not taken over; the owner's execute bit is.
   *
   * @throws IOException when this host fails (disk full, interrupted), never for a bad archive
   */
  public static Extraction extract(Path archive, Path into, WorkspaceLimits limits)
      throws IOException {
    long archiveBytes = Files.size(archive);
    if (archiveBytes > limits.archiveBytesMax()) {
      return new Extraction.Refused(
          Refusal.TOO_LARGE,
          "expected an archive of at most "
              + limits.archiveBytesMax()
              + " bytes, found "
              + archiveBytes);
    }
    Path root = freshDirectory(into);
    boolean whole = false;
    try {
      WorkspaceWriter writer = new WorkspaceWriter(root, archiveBytes, limits);
      switch (formatOf(archive)) {
        case TAR -> tar(archive, false, writer);
        case TAR_GZ -> tar(archive, true, writer);
        case ZIP -> zip(archive, writer, limits);
        case OTHER ->
            throw new RefusedArchiveException(
                Refusal.UNKNOWN_FORMAT, "expected a tar, tar.gz or zip, found something else");
      }
      Extraction.Extracted extracted = writer.finish();
      whole = true;
      return extracted;
    } catch (RefusedArchiveException e) {
      return new Extraction.Refused(e.refusal(), String.valueOf(e.getMessage()));
    } finally {
      if (!whole) {
        delete(root);
      }
    }
  }

  /** Deletes {@code root} and everything below it, without following links. */
  public static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private enum Format {
    TAR,
    TAR_GZ,
    ZIP,
    OTHER
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

  private static Format formatOf(Path archive) throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(archive)) {
      head = in.readNBytes(HEAD_BYTES);
    }
    if (head.length >= 2 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b) {
      return Format.TAR_GZ;
    }
    if (head.length >= 4 && head[0] == 'P' && head[1] == 'K') {
      return Format.ZIP;
    }
    boolean magic = head.length == HEAD_BYTES;
    for (int i = 0; magic && i < 5; i++) {
      magic = head[TAR_MAGIC_AT + i] == "ustar".charAt(i);
    }
    return magic ? Format.TAR : Format.OTHER;
  }

  private static void tar(Path archive, boolean gzip, WorkspaceWriter writer)
      throws IOException, RefusedArchiveException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(archive), 1 << 16);
        InputStream plain = gzip ? gunzip(raw) : raw;
        TarArchiveInputStream tar = new TarArchiveInputStream(plain, "UTF-8")) {
      for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
        writer.countEntry();
        tarEntry(tar, entry, writer);
      }
    }
  }

  private static InputStream gunzip(InputStream raw) throws IOException, RefusedArchiveException {
    try {
      return GzipCompressorInputStream.builder()
          .setInputStream(raw)
          .setDecompressConcatenated(true)
          .get();
    } catch (IOException | RuntimeException e) {
      throw refusedUnlessInterrupted(e);
    }
  }

  private static @Nullable TarArchiveEntry next(TarArchiveInputStream tar)
      throws IOException, RefusedArchiveException {
    try {
      return tar.getNextEntry();
    } catch (IOException | RuntimeException e) {
      throw refusedUnlessInterrupted(e);
    }
  }

  private static void tarEntry(
      TarArchiveInputStream tar, TarArchiveEntry entry, WorkspaceWriter writer)
      throws IOException, RefusedArchiveException {
    if (entry.isSymbolicLink()) {
      writer.symbolicLink(entry.getName(), entry.getLinkName());
    } else if (entry.isLink()) {
      writer.hardLink(entry.getName(), entry.getLinkName());
    } else if (entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO()) {
      throw unsupported();
    } else if (entry.isDirectory()) {
      writer.directory(entry.getName());
    } else if (entry.isFile() && tar.canReadEntryData(entry)) {
      writer.file(entry.getName(), (entry.getMode() & OWNER_EXECUTE) != 0, tar);
    } else {
      throw unsupported();
    }
  }

  private static void zip(Path archive, WorkspaceWriter writer, WorkspaceLimits limits)
      throws IOException, RefusedArchiveException {
    try (SeekableByteChannel channel = Files.newByteChannel(archive)) {
      ZipDirectory.check(channel, limits);
      channel.position(0);
      try (ZipFile zip = open(channel)) {
        Enumeration<ZipArchiveEntry> entries = zip.getEntries();
        while (entries.hasMoreElements()) {
          writer.countEntry();
          zipEntry(zip, entries.nextElement(), writer);
        }
      }
    }
  }

  private static ZipFile open(SeekableByteChannel channel)
      throws IOException, RefusedArchiveException {
    try {
      return ZipFile.builder().setSeekableByteChannel(channel).setIgnoreLocalFileHeader(true).get();
    } catch (IOException | RuntimeException e) {
      throw refusedUnlessInterrupted(e);
    }
  }

  private static void zipEntry(ZipFile zip, ZipArchiveEntry entry, WorkspaceWriter writer)
      throws IOException, RefusedArchiveException {
    if (entry.isDirectory()) {
      writer.directory(entry.getName());
      return;
    }
    if (!zip.canReadEntryData(entry)) {
      throw unsupported();
    }
    int kind = entry.getUnixMode() & 0170000;
    if (entry.isUnixSymlink()) {
      writer.symbolicLink(entry.getName(), linkTarget(zip, entry));
    } else if (kind == 0 || kind == 0100000) {
      try (InputStream content = content(zip, entry)) {
        writer.file(entry.getName(), (entry.getUnixMode() & OWNER_EXECUTE) != 0, content);
      }
    } else {
      throw unsupported();
    }
  }

  private static String linkTarget(ZipFile zip, ZipArchiveEntry entry)
      throws IOException, RefusedArchiveException {
    try (InputStream content = content(zip, entry)) {
      return new String(
          content.readNBytes(WorkspaceLimits.LINK_TARGET_BYTES_MAX), StandardCharsets.UTF_8);
    } catch (IOException | RuntimeException e) {
      throw refusedUnlessInterrupted(e);
    }
  }

  private static InputStream content(ZipFile zip, ZipArchiveEntry entry)
      throws IOException, RefusedArchiveException {
    try {
      InputStream content = zip.getInputStream(entry);
      if (content == null) {
        throw unsupported();
      }
      return content;
    } catch (IOException | RuntimeException e) {
      throw refusedUnlessInterrupted(e);
    }
  }

  private static RefusedArchiveException refusedUnlessInterrupted(Exception e) throws IOException {
    if (e instanceof ClosedByInterruptException interrupted) {
      throw interrupted;
    }
    if (e instanceof InterruptedIOException interrupted) {
      throw interrupted;
    }
    return WorkspaceWriter.malformed(e);
  }

  private static RefusedArchiveException unsupported() {
    return new RefusedArchiveException(
        Refusal.UNSUPPORTED_ENTRY,
        "expected files, directories and links, found an entry of another kind or method");
  }
}
