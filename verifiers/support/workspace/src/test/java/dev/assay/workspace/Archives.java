package dev.assay.workspace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** Builds archives, honest and hostile, entry by entry. */
final class Archives {

  interface Step<T> {
    void write(T out) throws IOException;
  }

  private Archives() {}

  static Path tar(Path at, Step<TarArchiveOutputStream> content) throws IOException {
    return write(at, Files.newOutputStream(at), content);
  }

  static Path tarGz(Path at, Step<TarArchiveOutputStream> content) throws IOException {
    return write(at, new GZIPOutputStream(Files.newOutputStream(at)), content);
  }

  private static Path write(Path at, OutputStream raw, Step<TarArchiveOutputStream> content)
      throws IOException {
    try (TarArchiveOutputStream out = new TarArchiveOutputStream(raw, "UTF-8")) {
      out.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      content.write(out);
    }
    return at;
  }

  static void file(TarArchiveOutputStream out, String name, String text) throws IOException {
    file(out, name, 0100644, text.getBytes(StandardCharsets.UTF_8));
  }

  static void file(TarArchiveOutputStream out, String name, int mode, byte[] content)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setMode(mode);
    entry.setSize(content.length);
    out.putArchiveEntry(entry);
    out.write(content);
    out.closeArchiveEntry();
  }

  static void special(TarArchiveOutputStream out, String name, byte type, String link)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, type, true);
    entry.setLinkName(link);
    out.putArchiveEntry(entry);
    out.closeArchiveEntry();
  }

  static void symlink(TarArchiveOutputStream out, String name, String target) throws IOException {
    special(out, name, TarConstants.LF_SYMLINK, target);
  }

  static Path zip(Path at, Step<ZipArchiveOutputStream> content) throws IOException {
    try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(Files.newOutputStream(at))) {
      content.write(out);
    }
    return at;
  }

  static void file(ZipArchiveOutputStream out, String name, int mode, byte[] content)
      throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(name);
    entry.setUnixMode(mode);
    out.putArchiveEntry(entry);
    out.write(content);
    out.closeArchiveEntry();
  }

  static byte[] zeros(int bytes) {
    return new byte[bytes];
  }

  static byte[] bytes(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }
}
