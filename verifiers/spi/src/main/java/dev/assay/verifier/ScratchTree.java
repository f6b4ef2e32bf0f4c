package dev.assay.verifier;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Removes what a run left behind, whatever strangers made of it: links are not followed, rights
 * that were taken away are taken back, and neither depth nor number costs memory. Directories too
 * deep to be named are moved up to the root first.
 */
public final class ScratchTree {

  /** Directories inside directories that are open at once. */
  private static final int LEVELS_MAX = 64;

  /** Characters of the longest path that is used; a name more still fits into any path. */
  private static final int PATH_CHARS_MAX = 3_000;

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  private static final String RAISED = "raised-";

  private final Path root;
  private long raised;

  private ScratchTree(Path root) {
    this.root = root;
  }

  /**
   * Deletes {@code root} and everything below it; nothing happens when it is not there.
   *
   * @throws IOException when the file system refuses, or something is still written below it
   */
  public static void delete(Path root) throws IOException {
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(root);
      return;
    }
    var _ = isDirectory(root); // it gets its rights back
    ScratchTree tree = new ScratchTree(root);
    while (tree.emptied(root, 0) > 0) {
      // What was raised meanwhile is seen the next time.
    }
    Files.delete(root);
  }

  /** Takes everything out of {@code directory} and says how much that was. */
  private long emptied(Path directory, int level) throws IOException {
    boolean tooDeep = level == LEVELS_MAX || directory.toString().length() > PATH_CHARS_MAX;
    long seen = 0;
    try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
      for (Path child : children) {
        seen++;
        if (!isDirectory(child)) {
          Files.deleteIfExists(child);
        } else if (tooDeep) {
          raise(child);
        } else {
          var _ = emptied(child, level + 1);
          Files.delete(child);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return seen;
  }

  private void raise(Path directory) throws IOException {
    while (true) {
      try {
        Files.move(directory, root.resolve(RAISED + raised++));
        return;
      } catch (FileAlreadyExistsException _) {
        // A stranger used this name; the next one is free or counts on.
      }
    }
  }

  /** Whether it is a directory; if so, it can be listed and written from now on. */
  private static boolean isDirectory(Path path) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isDirectory() && !attributes.permissions().containsAll(OWNER)) {
      Files.setPosixFilePermissions(path, OWNER);
    }
    return attributes.isDirectory();
  }
}
