package dev.assay.reexecution;

import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.ScratchTree;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A directory whose content nobody vouches for: an unpacked workspace, also after something ran in
 * it. Links are never followed, neither to read nor to write; what cannot be listed is not there.
 */
final class WorkspaceTree {

  private final Path root;

  WorkspaceTree(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  /** The regular files whose path fits, with their sizes. */
  NavigableMap<String, Long> files(Predicate<String> fits) throws IOException {
    NavigableMap<String, Long> found = new TreeMap<>();
    walk((path, attributes) -> {
      if (attributes.isRegularFile() && fits.test(path)) {
        found.put(path, attributes.size());
      }
    });
    return found;
  }

  /**
   * Removes what {@code patterns} match, of any kind but directories, and links that could give
   * something else a path that they match.
   *
   * @param kept paths that stay
   * @return the files that were removed
   */
  NavigableSet<String> remove(PathPatterns patterns, Set<String> kept) throws IOException {
    NavigableSet<String> removed = new TreeSet<>();
    walk((path, attributes) -> {
      boolean link = attributes.isSymbolicLink();
      boolean fits =
          link
              ? patterns.mayMatchThroughLink(path.split("/", -1))
              : !attributes.isDirectory() && patterns.matches(path);
      if (fits && (link || !kept.contains(path))) {
        removed.add(path);
      }
    });
    for (String path : removed) {
      try {
        Files.deleteIfExists(root.resolve(path));
      } catch (IOException e) {
        throw unwritable(e);
      }
    }
    return removed;
  }

  /** Writes {@code file} to {@code path}, in place of whatever is there or on the way. */
  void put(String path, TrustedFiles.TrustedFile file) throws IOException {
    String[] names = path.split("/", -1);
    Path at = root;
    try {
      for (int i = 0; i < names.length - 1; i++) {
        at = at.resolve(names[i]);
        if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
          Files.deleteIfExists(at);
          Files.createDirectory(at);
        }
      }
      Path target = at.resolve(names[names.length - 1]);
      ScratchTree.delete(target);
      Files.copy(file.content(), target);
      Files.setPosixFilePermissions(
          target, PosixFilePermissions.fromString(file.executable() ? "rwxr-xr-x" : "rw-r--r--"));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private interface Visitor {
    void visit(String path, BasicFileAttributes attributes);
  }

  private void walk(Visitor visitor) throws IOException {
    var _ =
        Files.walkFileTree(
            root,
            Set.of(),
            ReexecutionLimits.TREE_DEPTH_MAX,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                if (!path.equals(root)) {
                  visitor.visit(relative(path), attributes);
                }
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                visitor.visit(relative(path), attributes);
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFileFailed(Path path, IOException failure) {
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult postVisitDirectory(Path path, IOException failure) {
                return FileVisitResult.CONTINUE;
              }
            });
  }

  private String relative(Path path) {
    return root.relativize(path).toString();
  }

  /** What to throw for {@code cause}: the scratch disk failed, unless the run was stopped. */
  static IOException unwritable(IOException cause) {
    boolean told =
        cause instanceof ClosedByInterruptException
            || cause instanceof DependencyUnavailableException;
    return told
        ? cause
        : new DependencyUnavailableException("to write the scratch directory", cause);
  }
}
