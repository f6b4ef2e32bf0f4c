package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Files that a verifier saw to be changed, as a {@link ReportMessage} lists them. */
public final class TouchedFiles {

  /**
   * Stands for files that are not listed: more than a list may have, or of names that it may not
   * have or that nothing tells. Each pattern is about them, so that no crowd of files hides one.
   */
  public static final String UNTOLD = "..";

  private TouchedFiles() {}

  /** {@code paths} within the bounds of a message, sorted. */
  public static List<String> listed(Collection<String> paths) {
    TreeSet<String> told = new TreeSet<>();
    boolean untold = false;
    for (String path : paths) {
      if (isTellable(path) && told.size() < Limits.FILES_MAX - 1) {
        told.add(path);
      } else {
        untold |= !told.contains(path);
      }
    }
    if (untold) {
      told.add(UNTOLD);
    }
    return List.copyOf(told);
  }

  private static boolean isTellable(String path) {
    return !path.isEmpty()
        && path.length() <= Limits.FILE_CHARS_MAX
        && path.chars()
            .noneMatch(c -> Character.isISOControl(c) || Character.isSurrogate((char) c));
  }
}
