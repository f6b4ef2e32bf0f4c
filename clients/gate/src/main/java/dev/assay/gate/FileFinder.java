package dev.assay.gate;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/**
 * Finds the files below a repository that a pattern names; follows no link, and never reaches git's
 * own files, which hold what nobody meant to send.
 */
final class FileFinder {

  private static final String WILD = "*?[{";

  private final Path root;
  private int visited;

  FileFinder(Path root) {
    this.root = root;
  }

  /**
   * The files that {@code glob} names, sorted.
   *
   * @throws GateException with EVIDENCE_TOO_LARGE when too much would have to be looked at
   */
  List<Path> find(String glob) throws IOException {
    Glob pattern = Glob.of(glob);
    Path start = root.resolve(fixedPart(glob)).normalize();
    if (!start.startsWith(root)
        || ofGit(root.relativize(start))
        || !Files.exists(start, LinkOption.NOFOLLOW_LINKS)
        || !start.toRealPath().equals(root.toRealPath().resolve(root.relativize(start)))) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        start,
        EnumSet.noneOf(java.nio.file.FileVisitOption.class),
        GateLimits.DEPTH_MAX,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            count();
            boolean skipped =
                !directory.equals(start)
                    && (ofGit(directory.getFileName())
                        || String.valueOf(directory.getFileName()).equals("node_modules"));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            count();
            if (is.isRegularFile()
                && !ofGit(file.getFileName())
                && pattern.matches(slashed(root.relativize(file)))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  /** Whether {@code path} is git's directory, in any writing that a file system may take for it. */
  private static boolean ofGit(Path path) {
    for (Path name : path) {
      if (name.toString().equalsIgnoreCase(".git")) {
        return true;
      }
    }
    return false;
  }

  private static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private void count() {
    visited++;
    if (visited > GateLimits.VISITED_MAX) {
      throw new GateException(
          "EVIDENCE_TOO_LARGE",
          "expected patterns that reach at most "
              + GateLimits.VISITED_MAX
              + " files, found more; begin them with a directory, as in target/reports/*.xml");
    }
  }

  /** The directories before the first wildcard. */
  private static String fixedPart(String glob) {
    StringBuilder fixed = new StringBuilder();
    for (String part : glob.split("/", -1)) {
      if (part.chars().anyMatch(c -> WILD.indexOf(c) >= 0)) {
        return fixed.toString();
      }
      fixed.append(part).append('/');
    }
    return glob;
  }
}
