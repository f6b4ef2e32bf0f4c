package dev.assay.cfverify.evidence;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that locators name, below a project root.
 *
 * <p>Absolute paths are used as they are (specification 6.A), unless a jail is set: then only files
 * whose real path lies under the real root are opened.
 */
public final class EvidenceFiles {

  /** Reading these can block or have effects, so they are never evidence. */
  private static final List<Path> KERNEL_TREES =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private final Path root;
  private final @Nullable Path jail;

  /** Where a locator's path leads. */
  public sealed interface Located {

    /** A regular file that may be read. */
    record Found(Path file) implements Located {}

    /** There is no such file, so the evidence does not exist. */
    record NotFound(String why) implements Located {}

    /** Nobody looked, so nothing is known about the evidence. */
    record Refused(String why) implements Located {}
  }

  private EvidenceFiles(Path root, @Nullable Path jail) {
    this.root = root;
    this.jail = jail;
  }

  /** Files anywhere; relative paths start at {@code root}. */
  public static EvidenceFiles anywhere(Path root) {
    return new EvidenceFiles(root, null);
  }

  /**
   * Files below {@code root} only, after every link is resolved.
   *
   * @throws IOException when the root itself cannot be resolved
   */
  public static EvidenceFiles jailed(Path root) throws IOException {
    Path real = root.toRealPath();
    return new EvidenceFiles(real, real);
  }

  /** Finds {@code path}; never throws for what the path says. */
  public Located locate(String path) {
    Path joined;
    try {
      joined = root.resolve(path);
    } catch (InvalidPathException e) {
      return new Located.Refused("this host cannot express the locator's path");
    }
    try {
      return regular(joined.toRealPath());
    } catch (AccessDeniedException e) {
      return missing(joined, "the referenced file cannot be read");
    } catch (IOException e) {
      return missing(joined, "referenced file not found");
    }
  }

  private Located regular(Path real) throws IOException {
    if (jail != null && !real.startsWith(jail)) {
      return outside();
    }
    if (KERNEL_TREES.stream().anyMatch(real::startsWith)) {
      return new Located.Refused("the locator names a kernel file, which is not evidence");
    }
    return Files.readAttributes(real, BasicFileAttributes.class).isRegularFile()
        ? new Located.Found(real)
        : new Located.NotFound("referenced file not found: the path is not a regular file");
  }

  /** What is missing outside the jail is not admitted to be missing. */
  private Located missing(Path joined, String why) {
    if (jail == null) {
      return new Located.NotFound(why);
    }
    Path existing = joined.getParent();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      boolean inside =
          existing != null
              && existing.toRealPath().startsWith(jail)
              && joined.normalize().startsWith(jail);
      return inside ? new Located.NotFound(why) : outside();
    } catch (IOException e) {
      return outside();
    }
  }

  private static Located outside() {
    return new Located.Refused("the locator's path is outside the evidence root");
  }
}
