package dev.assay.gate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** The files of a repository as one archive, whose bytes are the same for the same files. */
final class Workspace {

  static final String MEDIA_TYPE = "application/gzip";

  private Workspace() {}

  /**
   * A tar.gz of {@code files}. What is no file or link any more is left out, and so is a link that
   * leaves the repository. A name is taken only where no directory above it is a link: the index
   * may name {@code k/id_rsa} while {@code k} leads to a person's keys.
   *
   * @throws GateException with WORKSPACE_TOO_LARGE
   */
  static byte[] archive(Path root, List<String> files) throws IOException {
    if (files.size() > GateLimits.WORKSPACE_FILES_MAX) {
      throw tooLarge("at most " + GateLimits.WORKSPACE_FILES_MAX + " files", files.size());
    }
    Path real = root.toRealPath();
    Bounded bytes = new Bounded();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(
            new GZIPOutputStream(bytes, 1 << 16), StandardCharsets.UTF_8.name())) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      tar.setAddPaxHeadersForNonAsciiNames(true);
      long total = 0;
      for (String file : files) {
        total += add(tar, real, file);
        if (total > GateLimits.WORKSPACE_BYTES_MAX) {
          throw tooLarge("at most " + GateLimits.WORKSPACE_BYTES_MAX + " bytes", total);
        }
      }
    }
    return bytes.toByteArray();
  }

  private static long add(TarArchiveOutputStream tar, Path root, String name) throws IOException {
    Path file = root.resolve(name).normalize();
    Path above = file.getParent();
    if (above == null
        || file.equals(root)
        || !file.startsWith(root)
        || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        || !above.toRealPath().equals(above)) {
      return 0;
    }
    BasicFileAttributes is =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (is.isSymbolicLink()) {
      Path target = Files.readSymbolicLink(file);
      boolean inside = !target.isAbsolute() && above.resolve(target).normalize().startsWith(root);
      if (inside) {
        TarArchiveEntry entry = dated(new TarArchiveEntry(name, TarConstants.LF_SYMLINK));
        entry.setLinkName(target.toString());
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
      }
      return 0;
    }
    if (!is.isRegularFile()) {
      return 0;
    }
    if (is.size() > GateLimits.WORKSPACE_BYTES_MAX) {
      throw tooLarge("at most " + GateLimits.WORKSPACE_BYTES_MAX + " bytes", is.size());
    }
    byte[] content = Files.readAllBytes(file);
    TarArchiveEntry entry = dated(new TarArchiveEntry(name));
    entry.setMode(Files.isExecutable(file) ? 0755 : 0644);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
    return content.length;
  }

  private static TarArchiveEntry dated(TarArchiveEntry entry) {
    entry.setModTime(0L);
    entry.setIds(0, 0);
    entry.setNames("", "");
    return entry;
  }

  private static GateException tooLarge(String expected, long found) {
    return new GateException(
        "WORKSPACE_TOO_LARGE",
        "expected a workspace of "
            + expected
            + ", found "
            + found
            + "; let git ignore what is no source, or set workspace: false in "
            + RepositoryFile.NAME);
  }

  /** Memory for an archive, and not for more. */
  private static final class Bounded extends OutputStream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);

    @Override
    public void write(int b) {
      bytes.write(b);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      if (bytes.size() + (long) length > GateLimits.ARCHIVE_BYTES_MAX) {
        throw tooLarge(
            "at most " + GateLimits.ARCHIVE_BYTES_MAX + " bytes as an archive", bytes.size());
      }
      bytes.write(from, offset, length);
    }

    byte[] toByteArray() {
      return bytes.toByteArray();
    }
  }
}
