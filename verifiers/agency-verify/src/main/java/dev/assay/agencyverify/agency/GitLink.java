package dev.assay.agencyverify.agency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * The main repository of a linked worktree, which git inside a sandbox has to read.
 *
 * <p>The worktree's {@code .git} file is the script's to write, so it is believed only when the
 * repository it points to names this very worktree in return.
 */
final class GitLink {

  private static final String LABEL = "gitdir: ";
  private static final int LINK_BYTES_MAX = 4_096;

  private GitLink() {}

  /** The directories to show read-only: the main repository's git directory, or nothing. */
  static List<Path> readableFor(Path worktree) {
    try {
      Path link = worktree.resolve(".git");
      String text = shortText(link);
      if (!text.startsWith(LABEL)) {
        return List.of();
      }
      Path administration = worktree.resolve(text.substring(LABEL.length()).strip()).toRealPath();
      Path worktrees = administration.getParent();
      if (worktrees == null || !worktrees.endsWith("worktrees")) {
        return List.of();
      }
      Path main = worktrees.resolve("..").toRealPath();
      Path back = Path.of(shortText(administration.resolve("gitdir")).strip()).toRealPath();
      return back.equals(link.toRealPath()) && !main.startsWith(worktree.toRealPath())
          ? List.of(main)
          : List.of();
    } catch (IOException | InvalidPathException _) {
      return List.of();
    }
  }

  private static String shortText(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || Files.size(file) > LINK_BYTES_MAX) {
      return "";
    }
    return Files.readString(file);
  }
}
