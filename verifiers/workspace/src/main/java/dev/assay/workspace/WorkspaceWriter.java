package dev.assay.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes entries below one fresh root and counts them against the limits.
 *
 * <p>Links are made only after the last file and directory, so that nothing is ever written through
 * one, and each is then resolved by the operating system and must end inside the root.
 */
final class WorkspaceWriter {

  private static final int COPY_BYTES = 64 * 1024;

  private record Link(Path at, String target) {}

  private final Path root;
  private final WorkspaceLimits limits;
  private final long expansionBytesMax;
  private final List<Link> links = new ArrayList<>();
  private final byte[] buffer = new byte[COPY_BYTES];
  private int entries;
  private int files;
  private int dropped;
  private long bytes;

  WorkspaceWriter(Path root, long archiveBytes, WorkspaceLimits limits) {
    this.root = root;
    this.limits = limits;
    this.expansionBytesMax =
        Math.max(
            limits.expansionFreeBytes(), Math.multiplyExact(archiveBytes, limits.expansionMax()));
  }

  /** Counts one entry of any kind; to be called before it is written. */
  void countEntry() throws RefusedArchiveException {
    if (++entries > limits.entriesMax()) {
      throw new RefusedArchiveException(
          Refusal.TOO_MANY_ENTRIES,
          "expected at most " + limits.entriesMax() + " entries, found more");
    }
  }

  void directory(String name) throws IOException, RefusedArchiveException {
    makeDirectories(EntryName.resolve(root, name, limits));
  }

  void file(String name, boolean executable, InputStream content)
      throws IOException, RefusedArchiveException {
    Path path = EntryName.resolve(root, name, limits);
    if (path.equals(root)) {
      throw clash();
    }
    makeDirectories(parentOf(path));
    try (OutputStream out =
        Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      copy(content, out);
    } catch (FileAlreadyExistsException e) {
      throw clash();
    }
    setMode(path, executable ? "rwxr-xr-x" : "rw-r--r--");
    files++;
  }

  /** A second name for a file that is already there: copied, so that the bytes count again. */
  void hardLink(String name, String target) throws IOException, RefusedArchiveException {
    Path source = EntryName.resolve(root, target, limits);
    if (!Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
      throw new RefusedArchiveException(
          Refusal.UNSAFE_LINK, "expected a hard link to an earlier file, found something else");
    }
    try (InputStream content = Files.newInputStream(source)) {
      file(name, Files.isExecutable(source), content);
    }
  }

  void symbolicLink(String name, String target) throws RefusedArchiveException {
    if (links.size() >= limits.linksMax()) {
      throw new RefusedArchiveException(
          Refusal.TOO_MANY_ENTRIES, "expected at most " + limits.linksMax() + " links, found more");
    }
    if (target.isEmpty() || target.length() > limits.nameCharsMax() || target.startsWith("/")) {
      throw unsafeLink();
    }
    links.add(new Link(EntryName.resolve(root, name, limits), target));
  }

  /** Makes the links and checks where each one really leads. */
  Extraction.Extracted finish() throws IOException, RefusedArchiveException {
    for (Link link : links) {
      makeDirectories(parentOf(link.at()));
    }
    for (Link link : links) {
      try {
        Files.createSymbolicLink(link.at(), link.at().getFileSystem().getPath(link.target()));
      } catch (FileAlreadyExistsException e) {
        throw clash();
      } catch (InvalidPathException e) {
        throw unsafeLink();
      }
    }
    for (Link link : links) {
      check(link);
    }
    return new Extraction.Extracted(root, files, links.size() - dropped, dropped, bytes);
  }

  private void check(Link link) throws IOException, RefusedArchiveException {
    Path lexical = parentOf(link.at()).resolve(link.target()).normalize();
    if (!lexical.startsWith(root)) {
      throw unsafeLink();
    }
    try {
      if (!link.at().toRealPath().startsWith(root)) {
        throw unsafeLink();
      }
    } catch (NoSuchFileException e) {
      Files.delete(link.at());
      dropped++;
    } catch (IOException e) {
      // A cycle of links: it leads nowhere, so it cannot lead out.
      Files.deleteIfExists(link.at());
      dropped++;
    }
  }

  private void makeDirectories(Path directory) throws IOException, RefusedArchiveException {
    try {
      Files.createDirectories(directory);
    } catch (FileAlreadyExistsException e) {
      throw clash();
    }
  }

  private void copy(InputStream content, OutputStream out)
      throws IOException, RefusedArchiveException {
    long size = 0;
    int read;
    while ((read = read(content)) >= 0) {
      size += read;
      bytes += read;
      if (size > limits.entryBytesMax() || bytes > limits.totalBytesMax()) {
        throw new RefusedArchiveException(
            Refusal.TOO_LARGE,
            "expected at most "
                + limits.entryBytesMax()
                + " bytes per file and "
                + limits.totalBytesMax()
                + " in all, found more");
      }
      if (bytes > expansionBytesMax) {
        throw new RefusedArchiveException(
            Refusal.EXPANSION_BOMB,
            "expected at most " + expansionBytesMax + " unpacked bytes, found more");
      }
      out.write(buffer, 0, read);
    }
  }

  /** Reading errors are the archive's fault, unless the caller was interrupted. */
  private int read(InputStream content) throws IOException, RefusedArchiveException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the extraction was interrupted");
    }
    try {
      return content.read(buffer);
    } catch (ClosedByInterruptException | InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw malformed(e);
    }
  }

  static RefusedArchiveException malformed(Exception cause) {
    return new RefusedArchiveException(
        Refusal.MALFORMED,
        "expected a whole, unencrypted archive, found one that cannot be read ("
            + cause.getClass().getSimpleName()
            + ")");
  }

  private static Path parentOf(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalStateException("an entry without a parent directory");
    }
    return parent;
  }

  private static void setMode(Path path, String mode) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString(mode));
    }
  }

  private static RefusedArchiveException clash() {
    return new RefusedArchiveException(
        Refusal.NAME_CLASH, "expected every name once, found one used twice or in two ways");
  }

  private static RefusedArchiveException unsafeLink() {
    return new RefusedArchiveException(
        Refusal.UNSAFE_LINK,
        "expected links that stay inside the workspace, found one that leaves");
  }
}
