package dev.assay.workspace;

import dev.assay.verifier.Deadline;
import dev.assay.workspace.Extraction.Refusal;
import dev.assay.workspace.Extraction.RefusedArchiveException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Writes entries below one fresh root and counts them against the limits.
 *
 * <p>Links are made only after the last file and directory, so that nothing is ever written through
 * one, and each is then resolved by the operating system and must end inside the root.
 */
final class WorkspaceWriter {

  private static final int COPY_BYTES = 64 * 1024;
  private static final int PROBE_BYTES = 4 * 1024;

  /** The host failed, not the archive. */
  static final class HostException extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    private final IOException cause;

    HostException(IOException cause) {
      super(cause);
      this.cause = cause;
    }

    @Override
    public synchronized IOException getCause() {
      return cause;
    }
  }

  private record Link(Path at, String target) {}

  private final Path root;
  private final WorkspaceLimits limits;
  private final LongSupplier nanosLeft;
  private final long expansionBytesMax;
  private final List<Link> links = new ArrayList<>();
  private final byte[] buffer = new byte[COPY_BYTES];
  private Path made;
  private int entries;
  private int directories;
  private int files;
  private int dropped;
  private long bytes;

  WorkspaceWriter(Path root, long archiveBytes, WorkspaceLimits limits, LongSupplier nanosLeft) {
    this.root = root;
    this.made = root;
    this.limits = limits;
    this.nanosLeft = nanosLeft;
    this.expansionBytesMax =
        Math.max(
            limits.expansionFreeBytes(), Math.multiplyExact(archiveBytes, limits.expansionMax()));
  }

  /** Counts one entry of any kind; to be called before it is written. */
  void countEntry() throws InterruptedException, RefusedArchiveException {
    Deadline.check(nanosLeft);
    if (++entries > limits.entriesMax()) {
      throw tooMany(limits.entriesMax(), "entries");
    }
  }

  void directory(String name) throws IOException, RefusedArchiveException {
    makeDirectories(EntryName.resolve(root, name, limits));
  }

  void file(String name, boolean executable, InputStream content)
      throws IOException, InterruptedException, RefusedArchiveException {
    Path path = EntryName.resolve(root, name, limits);
    if (path.equals(root)) {
      throw clash();
    }
    makeDirectories(parentOf(path));
    try (OutputStream out = create(path)) {
      copy(content, out);
    }
    setMode(path, executable ? "rwxr-xr-x" : "rw-r--r--");
    files++;
  }

  /** A second name for a file that is already there: copied, so that the bytes count again. */
  void hardLink(String name, String target)
      throws IOException, InterruptedException, RefusedArchiveException {
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
      throw tooMany(limits.linksMax(), "links");
    }
    if (target.isEmpty()
        || EntryName.bytes(target) > WorkspaceLimits.LINK_TARGET_BYTES_MAX
        || target.startsWith("/")) {
      throw unsafeLink();
    }
    links.add(new Link(EntryName.resolve(root, name, limits), target));
  }

  /** Makes the links and checks where each one really leads. */
  Extraction.Extracted finish() throws IOException, InterruptedException, RefusedArchiveException {
    for (Link link : links) {
      Deadline.check(nanosLeft);
      makeDirectories(parentOf(link.at()));
    }
    for (Link link : links) {
      Deadline.check(nanosLeft);
      try {
        Files.createSymbolicLink(link.at(), link.at().getFileSystem().getPath(link.target()));
      } catch (FileAlreadyExistsException e) {
        throw clash();
      } catch (InvalidPathException e) {
        throw unsafeLink();
      } catch (IOException e) {
        throw notHere(e);
      }
    }
    for (Link link : links) {
      Deadline.check(nanosLeft);
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
    } catch (IOException e) {
      // It points at nothing, through a file or in a circle: it leads nowhere, so not out.
      Files.deleteIfExists(link.at());
      dropped++;
    }
  }

  /** Makes what is missing of {@code directory}, one by one, so that all are counted. */
  private void makeDirectories(Path directory) throws IOException, RefusedArchiveException {
    if (directory.equals(made)) {
      return;
    }
    Path at = root;
    for (Path segment : root.relativize(directory)) {
      at = at.resolve(segment);
      if (!isDirectory(at)) {
        makeDirectory(at);
      }
    }
    made = directory;
  }

  private void makeDirectory(Path directory) throws IOException, RefusedArchiveException {
    if (++directories > limits.directoriesMax()) {
      throw tooMany(limits.directoriesMax(), "directories, counting those that names imply");
    }
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      throw clash();
    } catch (IOException e) {
      throw notHere(e);
    }
  }

  private boolean isDirectory(Path path) throws IOException, RefusedArchiveException {
    try {
      if (Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isDirectory()) {
        return true;
      }
      throw clash();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw notHere(e);
    }
  }

  private OutputStream create(Path file) throws IOException, RefusedArchiveException {
    try {
      return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw clash();
    } catch (IOException e) {
      throw notHere(e);
    }
  }

  /** Tells a name that this host cannot hold from a host that holds no name any more. */
  private RefusedArchiveException notHere(IOException failure) throws HostException {
    try {
      Path probe = Files.createTempFile(root, "probe", null);
      Files.write(probe, new byte[PROBE_BYTES]);
      Files.delete(probe);
    } catch (IOException e) {
      throw new HostException(failure);
    }
    return EntryName.unsafe("a name this host cannot hold");
  }

  private void copy(InputStream content, OutputStream out)
      throws IOException, InterruptedException, RefusedArchiveException {
    long size = 0;
    for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
      Deadline.check(nanosLeft);
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
      write(out, read);
    }
  }

  private void write(OutputStream out, int length) throws HostException {
    try {
      out.write(buffer, 0, length);
    } catch (IOException e) {
      throw new HostException(e);
    }
  }

  private static Path parentOf(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalStateException("an entry without a parent directory");
    }
    return parent;
  }

  private static void setMode(Path path, String mode) throws HostException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      if (view != null) {
        view.setPermissions(PosixFilePermissions.fromString(mode));
      }
    } catch (IOException e) {
      throw new HostException(e);
    }
  }

  private static RefusedArchiveException tooMany(int most, String what) {
    return new RefusedArchiveException(
        Refusal.TOO_MANY_ENTRIES, "expected at most " + most + " " + what + ", found more");
  }

  private static RefusedArchiveException clash() {
    return new RefusedArchiveException(
        Refusal.NAME_CLASH, "expected every name once, found one used twice or in two ways");
  }

  static RefusedArchiveException unsupported() {
    return new RefusedArchiveException(
        Refusal.UNSUPPORTED_ENTRY,
        "expected files, directories and links, found an entry of another kind or method");
  }

  private static RefusedArchiveException unsafeLink() {
    return new RefusedArchiveException(
        Refusal.UNSAFE_LINK,
        "expected links that stay inside the workspace and have at most "
            + WorkspaceLimits.LINK_TARGET_BYTES_MAX
            + " bytes, found another");
  }
}
