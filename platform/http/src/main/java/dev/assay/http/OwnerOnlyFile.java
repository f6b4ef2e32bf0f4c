package dev.assay.http;

import dev.assay.schemas.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that only their owner may read, whole or not at all. */
public final class OwnerOnlyFile {

  private OwnerOnlyFile() {}

  /** Makes {@code file} with that text unless it is there, then what is there stays. */
  public static void create(Path file, String text) throws IOException {
    Path draft = draft(file, text);
    try {
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException _) {
      // Another process was first; its text counts.
    } finally {
      Files.delete(draft);
    }
  }

  /** Makes {@code file} with that text, or puts it in the place of what is there. */
  public static void replace(Path file, String text) throws IOException {
    AtomicFile.replace(file, text.getBytes(StandardCharsets.UTF_8), inItsDirectory(file));
  }

  private static Path draft(Path file, String text) throws IOException {
    return AtomicFile.draft(file, text.getBytes(StandardCharsets.UTF_8), inItsDirectory(file));
  }

  /** What {@code file} is made with; its directory is there then. */
  private static FileAttribute<?>[] inItsDirectory(Path file) throws IOException {
    Path directory = file.toAbsolutePath().resolveSibling("");
    boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createDirectories(directory, attributes(posix, "rwx------"));
    return attributes(posix, "rw-------");
  }

  private static FileAttribute<?>[] attributes(boolean posix, String permissions) {
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
