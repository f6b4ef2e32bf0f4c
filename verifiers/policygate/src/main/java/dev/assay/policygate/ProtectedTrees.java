package dev.assay.policygate;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells whether protected files may lie below a directory. */
final class ProtectedTrees {

  private static final Pattern FILE = Pattern.compile(".*[^/\\\\.]\\.[a-zA-Z0-9]{1,8}");
  private static final Pattern SLASHES = Pattern.compile("/+");

  /** Directories that hold no repository; where one does, policy names its root. */
  private static final Pattern OUTSIDE =
      Pattern.compile("(?:/(?:tmp|var|usr|opt|etc|dev|bin|lib|proc|sys|nix)|\\$tmpdir)(?:/.*)?");

  private final List<String> patterns;
  private final @Nullable String root;

  /**
   * @param patterns in one spelling
   * @param root where the repository lies, in the same spelling and with a slash at its end
   */
  ProtectedTrees(List<String> patterns, @Nullable String root) {
    this.patterns = patterns;
    this.root = root;
  }

  boolean in(Set<String> trees) {
    return trees.stream().anyMatch(raw -> mayHold(raw, true));
  }

  /**
   * The same for what may be files or directories. A name with an extension is taken for a file's
   * where a pattern would protect something below any directory.
   */
  boolean inNamed(Set<String> names) {
    return names.stream().anyMatch(raw -> mayHold(raw, !FILE.matcher(raw).matches()));
  }

  /**
   * Whether what a pattern protects may lie below the directory {@code raw}.
   *
   * @param anywhere whether patterns count that hold below any directory
   */
  private boolean mayHold(String raw, boolean anywhere) {
    String path = SLASHES.matcher(ProtectedNames.folded(raw)).replaceAll("/");
    boolean elsewhere = !path.isEmpty() && "/~$".indexOf(path.charAt(0)) >= 0;
    String tree = Patterns.normalPath(path).orElse("");
    if (elsewhere && root == null) {
      return !OUTSIDE.matcher(path).matches();
    }
    if (root != null && path.startsWith("/")) {
      String absolute = tree.endsWith("/") ? tree : tree + "/";
      if (!absolute.startsWith(root)) {
        return root.startsWith(absolute);
      }
      tree = absolute.substring(root.length()).replaceFirst("/$", "");
    }
    String below = tree.isEmpty() ? "" : tree + "/";
    return patterns.stream().anyMatch(p -> p.startsWith("**") ? anywhere : p.startsWith(below));
  }
}
