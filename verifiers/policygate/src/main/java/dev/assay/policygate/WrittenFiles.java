package dev.assay.policygate;

import dev.assay.policygate.ToolCall.Use;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.TouchedFiles;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files that a run's trace shows to be written and that the execution does not name. A rule of
 * the policy about paths is about them, whatever the agent says that it touched.
 */
final class WrittenFiles {

  private final boolean rooted;
  private final Set<String> files = new TreeSet<>();

  /**
   * @param root where the repository lies; without it an absolute path counts from each of its
   *     segments on
   */
  WrittenFiles(@Nullable String root) {
    this.rooted = root != null;
  }

  /**
   * Adds what {@code use} wrote.
   *
   * @param declared normal paths of the files that the execution names
   */
  void add(Use use, Set<String> declared) {
    if (use.syscall() != SyscallClass.WRITE || files.size() > Limits.FILES_MAX) {
      return;
    }
    String path = use.object();
    if (path == null || path.equals(ToolCall.CLIMBING)) {
      files.add(TouchedFiles.UNTOLD);
    } else if (!declared.contains(path)) {
      files.add(path);
      if (!rooted && isElsewhere(path)) {
        for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
          files.add(path.substring(at + 1));
        }
        files.removeAll(declared);
      }
    }
  }

  /** Whether a path starts at no directory of the run: {@code /w/a}, {@code ~/a}, {@code C:/a}. */
  private static boolean isElsewhere(String path) {
    return !path.isEmpty() && "/~$%".indexOf(path.charAt(0)) >= 0 || path.startsWith(":", 1);
  }

  Set<String> files() {
    return files;
  }
}
