package dev.assay.policygate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells whether protected files may lie below a directory, or be what a wildcard stands for. */
final class ProtectedTrees {

  /** A name that is taken for a file's. */
  private static final Pattern FILE =
      Pattern.compile(
          "(?i)(?:.*[^/\\\\.]\\.(?!d$)[a-z][a-z0-9]{0,7}"
              + "|(?:.*/)?(?:[a-z]{3,10}file|licen[sc]e|readme|notice|changelog|\\.[a-z]{2,12}(?:ignore|rc)))");

  private static final Pattern SLASHES = Pattern.compile("/+");

  /** Directories that hold no repository; where one does, policy names its root. */
  private static final Pattern OUTSIDE =
      Pattern.compile("(?:/(?:tmp|var|usr|opt|etc|dev|bin|lib|proc|sys|nix)|\\$tmpdir)(?:/.*)?");

  private static final Pattern HOME = Pattern.compile("^(?:~|\\$home|\\$\\{home\\})(?=/|$)");
  private static final Pattern VARIABLE = Pattern.compile("^[~$][^/]*");
  private static final String DEEP = "**";

  private final List<List<String>> patterns;
  private final @Nullable String root;

  /**
   * @param patterns their segments, in one spelling
   * @param root where the repository lies, in the same spelling and with a slash at its end
   */
  ProtectedTrees(List<List<String>> patterns, @Nullable String root) {
    this.patterns = patterns;
    this.root = root;
  }

  /** Whether a command may write something protected that it does not name. */
  boolean in(TreeWrites writes) {
    return in(writes.trees())
        || writes.globs().stream().anyMatch(raw -> mayHold(raw, Held.NOTHING))
        || writes.moves().stream().anyMatch(this::mayMove);
  }

  boolean in(Set<String> trees) {
    return trees.stream().anyMatch(raw -> mayHold(raw, Held.ANYTHING));
  }

  /** The same for what may be files or directories, as its name tells. */
  boolean inNamed(Set<String> names) {
    return names.stream().anyMatch(raw -> mayHold(raw, isFile(raw) ? Held.NAMED : Held.ANYTHING));
  }

  /** What comes from elsewhere may be a directory whatever it is called. */
  private boolean mayMove(Writes.Move move) {
    boolean file = isFile(move.from()) && isHere(move.from()) && isHere(move.to());
    return mayHold(move.to(), file ? Held.NAMED : Held.ANYTHING);
  }

  private boolean isHere(String raw) {
    String path = ProtectedNames.folded(raw);
    return root != null && path.startsWith("/")
        ? path.startsWith(root)
        : !isElsewhere(path) && Patterns.normalPath(path).isPresent();
  }

  private static boolean isElsewhere(String path) {
    return !path.isEmpty() && "/~$".indexOf(path.charAt(0)) >= 0;
  }

  private static boolean isFile(String raw) {
    return FILE.matcher(raw).matches() || ProgramWrites.isLitter(raw);
  }

  /** What may lie below a path. */
  private enum Held {
    NOTHING,
    /** What a pattern says, but for one that protects something below any directory. */
    NAMED,
    ANYTHING
  }

  /** Whether what a pattern protects may be the path {@code raw}, or lie below it. */
  private boolean mayHold(String raw, Held held) {
    String given = SLASHES.matcher(ProtectedNames.folded(raw)).replaceAll("/");
    String path = given.startsWith("/") ? Patterns.normalPath(given).orElse("/") : given;
    if (held == Held.NOTHING && !Globs.hasWildcard(path)) {
      return false;
    }
    if (isElsewhere(path) && root == null) {
      return !OUTSIDE.matcher(path).matches();
    }
    return isElsewhere(path)
        ? places(path).anyMatch(place -> meets(place, below(root == null ? "/" : root), held))
        : Patterns.normalPath(path).map(p -> meets(p, patterns, held)).orElse(!patterns.isEmpty());
  }

  /** Absolute paths, without the first slash, that a path from elsewhere may be. */
  private static Stream<String> places(String path) {
    if (path.startsWith("/")) {
      return Stream.of(path.substring(1));
    }
    if (OUTSIDE.matcher(path).matches()) {
      return Stream.of(VARIABLE.matcher(path).replaceFirst("tmp"));
    }
    return HOME.matcher(path).find()
        ? Stream.of("*", "*/*").map(home -> HOME.matcher(path).replaceFirst(home))
        : Stream.of(VARIABLE.matcher(path).replaceFirst(DEEP));
  }

  /** The patterns below a root. */
  private List<List<String>> below(String directory) {
    List<String> names =
        Stream.of(directory.split("/", -1)).filter(name -> !name.isEmpty()).toList();
    return patterns.stream()
        .map(pattern -> Stream.concat(names.stream(), pattern.stream()).toList())
        .toList();
  }

  private static boolean meets(String path, List<List<String>> patterns, Held held) {
    String normal = Patterns.normalPath(path).orElse("");
    List<String> segments = normal.isEmpty() ? List.of() : Globs.segments(normal);
    List<String> all = new ArrayList<>(segments);
    all.add(DEEP);
    return patterns.stream()
        .anyMatch(pattern -> {
          int deep = pattern.indexOf(DEEP);
          boolean holds =
              switch (held) {
                case NOTHING -> false;
                case NAMED -> deep < 0 || deep >= segments.size();
                case ANYTHING -> true;
              };
          return Meeting.of(holds ? all : segments, pattern) != Meeting.NONE;
        });
  }
}
