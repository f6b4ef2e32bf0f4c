package dev.assay.cli.mcp;

import dev.assay.cli.CommandException;
import dev.assay.cli.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files that an agent may hand in by their paths: those below one directory, links followed.
 *
 * @param root the directory, or null when there is none and artifacts are named by digest alone
 */
record SubmittedFiles(@Nullable Path root) {

  static final SubmittedFiles NONE = new SubmittedFiles(null);

  /**
   * The file that {@code path} names, relative to the directory or absolute within it.
   *
   * @throws CommandException with PATH_NOT_ALLOWED or FILE_UNREADABLE
   */
  Path file(String path) {
    if (root == null) {
      throw new CommandException(
          "PATH_NOT_ALLOWED",
          "expected artifacts by sha256, since this server reads no files; upload them with PUT"
              + " /v1/artifacts, or start assay mcp --root DIR beside the agent");
    }
    try {
      Path base = root.toRealPath();
      Path file = base.resolve(path);
      if (!isBelow(base, file)) {
        throw new CommandException(
            "PATH_NOT_ALLOWED",
            "expected a file below the directory of --root, found " + Output.plain(path));
      }
      Path real = file.toRealPath();
      if (!Files.isRegularFile(real) || !Files.isReadable(real)) {
        throw unreadable(path);
      }
      return real;
    } catch (InvalidPathException | IOException _) {
      throw unreadable(path);
    }
  }

  /**
   * Whether the part of {@code file} that is there is below {@code base}: what else is on this
   * machine, and what is not, no answer tells.
   */
  private static boolean isBelow(Path base, Path file) {
    Path at = file;
    while (at != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
      at = at.getParent();
    }
    try {
      return at != null && at.toRealPath().startsWith(base);
    } catch (IOException _) { // a link to nothing
      return false;
    }
  }

  private static CommandException unreadable(String path) {
    return new CommandException(
        "FILE_UNREADABLE", "expected a readable file, found none at " + Output.plain(path));
  }
}
