package dev.assay.gate;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Finds the files below a repository that a pattern names; follows no link. */
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
   * @throws GateException with EVIDENCE_TOO_LARGE when too much would have to be looked at, with
   *     CONFIGURATION when it is no pattern
   */
  List<Path> find(String glob) throws IOException {
    Path start = root.resolve(fixedPart(glob));
    if (!Files.exists(start, LinkOption.NOFOLLOW_LINKS)
        || !start.toRealPath().startsWith(root.toRealPath())) {
      return List.of();
    }
    List<PathMatcher> matchers = matchers(glob);
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        start,
        EnumSet.noneOf(java.nio.file.FileVisitOption.class),
        GateLimits.DEPTH_MAX,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            count();
            String name = String.valueOf(directory.getFileName());
            boolean skipped =
                !directory.equals(start) && (name.equals(".git") || name.equals("node_modules"));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            count();
            Path below = root.relativize(file);
            if (is.isRegularFile() && matchers.stream().anyMatch(each -> each.matches(below))) {
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

  /** Of the JDK, for which a leading {@code **} is at least one directory; here it may be none. */
  private static List<PathMatcher> matchers(String glob) {
    try {
      return Stream.of(glob, glob.replace("**/", ""))
          .distinct()
          .map(each -> FileSystems.getDefault().getPathMatcher("glob:" + each))
          .toList();
    } catch (PatternSyntaxException e) {
      throw new GateException(
          "CONFIGURATION",
          "expected a pattern in artifacts.glob of "
              + RepositoryFile.NAME
              + ", found "
              + e.getDescription());
    }
  }
}
