package dev.assay.delegation.vocabulary;

import dev.assay.delegation.BoundedText;
import dev.assay.delegation.DelegationLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Confines reads to a few directories. A path is resolved link by link before anything is opened,
 * and what is opened is reached from the root without following any link, so that a directory that
 * is swapped for a link meanwhile is refused.
 */
final class Jail {

  private final List<Path> roots;
  private final Path base;
  private final Set<Path> looked = ConcurrentHashMap.newKeySet();

  Jail(List<Path> roots, Path base) {
    this.roots = roots.stream().map(Jail::real).toList();
    Path realBase = real(base);
    boolean inside = this.roots.stream().anyMatch(realBase::startsWith);
    this.base = inside || this.roots.isEmpty() ? realBase : this.roots.getFirst();
  }

  private static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "expected an existing directory as root, found " + directory, e);
    }
  }

  /** A path outside of all roots: always an error, whether or not something is there. */
  static final class EscapeException extends IOException {

    @java.io.Serial private static final long serialVersionUID = 1L;

    EscapeException(String path) {
      super("expected a path inside the declared roots, found " + BoundedText.of(path));
    }
  }

  /**
   * Where {@code path} leads, with every link followed; the end of it may not exist.
   *
   * @throws EscapeException when that is outside of all roots
   */
  Path resolve(String path) throws IOException {
    if (path.indexOf('\0') >= 0) {
      throw new EscapeException(path);
    }
    Deque<String> parts = new ArrayDeque<>();
    Path at = base;
    if (path.startsWith("/")) {
      at = base.getRoot();
    }
    push(parts, path);
    int links = 0;
    while (!parts.isEmpty()) {
      String part = parts.removeFirst();
      if (part.equals("..")) {
        at = at.getParent() == null ? at : at.getParent();
        continue;
      }
      Path next = at.resolve(part);
      if (!Files.isSymbolicLink(next)) {
        at = next;
        continue;
      }
      if (++links > DelegationLimits.LINKS_MAX) {
        throw new IOException(
            "expected at most " + DelegationLimits.LINKS_MAX + " links on a path, found more");
      }
      String target = Files.readSymbolicLink(next).toString();
      if (target.startsWith("/")) {
        at = base.getRoot();
      }
      push(parts, target);
    }
    return inside(at, path);
  }

  private static void push(Deque<String> parts, String path) throws IOException {
    String[] names = path.split("/", -1);
    if (parts.size() + names.length > DelegationLimits.PATH_PARTS_MAX) {
      throw new IOException(
          "expected a path of at most " + DelegationLimits.PATH_PARTS_MAX + " parts, found more");
    }
    for (int i = names.length - 1; i >= 0; i--) {
      if (!names[i].isEmpty() && !names[i].equals(".")) {
        parts.addFirst(names[i]);
      }
    }
  }

  private Path inside(Path real, String asked) throws EscapeException {
    List<Path> around = roots.stream().filter(real::startsWith).toList();
    if (around.isEmpty()) {
      throw new EscapeException(asked);
    }
    looked.addAll(around);
    return real;
  }

  /** Whether something below {@code root} was looked at, be it there or not. */
  boolean hasLookedAt(Path root) {
    return looked.contains(real(root));
  }

  /** The attributes of what {@link #resolve} answered. */
  static BasicFileAttributes attributes(Path resolved) throws IOException {
    return Files.readAttributes(resolved, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** The content of a regular file of at most {@code bytesMax} bytes. */
  byte[] read(Path resolved, int bytesMax) throws IOException {
    Path root = roots.stream().filter(resolved::startsWith).findFirst().orElseThrow();
    Path parent = resolved.getParent();
    if (parent == null || resolved.equals(root)) {
      throw new IOException("expected a regular file, found a root");
    }
    try (SecureDirectoryStream<Path> directory = descend(root, parent)) {
      Path name = resolved.getFileName();
      BasicFileAttributes attributes =
          directory
              .getFileAttributeView(
                  name,
                  java.nio.file.attribute.BasicFileAttributeView.class,
                  LinkOption.NOFOLLOW_LINKS)
              .readAttributes();
      if (!attributes.isRegularFile()) {
        throw new IOException("expected a regular file, found something else");
      }
      try (SeekableByteChannel channel =
          directory.newByteChannel(
              name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
        return content(channel, bytesMax);
      }
    }
  }

  private static byte[] content(SeekableByteChannel channel, int bytesMax) throws IOException {
    byte[] bytes = java.nio.channels.Channels.newInputStream(channel).readNBytes(bytesMax + 1);
    if (bytes.length > bytesMax) {
      throw new IOException(
          "expected a file of at most " + bytesMax + " bytes, found a larger one");
    }
    return bytes;
  }

  private static SecureDirectoryStream<Path> descend(Path root, Path directory) throws IOException {
    SecureDirectoryStream<Path> at = opened(root);
    for (Path part : root.relativize(directory)) {
      if (part.toString().isEmpty()) {
        continue;
      }
      try (SecureDirectoryStream<Path> above = at) {
        at = above.newDirectoryStream(part, LinkOption.NOFOLLOW_LINKS);
      }
    }
    return at;
  }

  @SuppressWarnings("StreamResourceLeak") // The caller closes what it gets.
  private static SecureDirectoryStream<Path> opened(Path root) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(root);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("expected a file system with relative opens, found another");
  }

  /** Names one directory's entries; at most {@code entriesMax} are looked at. */
  List<String> names(Path resolved, int entriesMax) throws IOException {
    Path root = roots.stream().filter(resolved::startsWith).findFirst().orElseThrow();
    if (!attributes(resolved).isDirectory()) {
      throw new NotDirectoryException("expected a directory, found a file");
    }
    List<String> names = new java.util.ArrayList<>();
    try (SecureDirectoryStream<Path> directory = descend(root, resolved)) {
      for (Path entry : directory) {
        if (names.size() == entriesMax) {
          throw new IOException("expected at most " + entriesMax + " entries, found more");
        }
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    names.sort(String::compareTo);
    return names;
  }

  /** Whether an exception says that nothing is there. */
  static boolean isAbsence(IOException e) {
    return e instanceof NoSuchFileException
        || (e instanceof java.nio.file.FileSystemException f
            && String.valueOf(f.getReason()).contains("Not a directory"));
  }
}
