package dev.assay.policygate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a tool call names a protected path, however it is written: with {@code ..} or
 * {@code ./}, in another case or Unicode form, with backslashes, percent-encoded, as a {@code
 * file:} URL, absolute, below the call's working directory, in the header of a patch, or as a word
 * of a command.
 *
 * <p>A whole value counts, and each word of a command; words of other texts do not, since a text
 * may speak of a file without touching it.
 */
final class ProtectedPaths {

  private static final Set<String> COMMAND_NAMES =
      Set.of(
          "command",
          "commands",
          "cmd",
          "script",
          "shell",
          "args",
          "argv",
          "arguments",
          "code",
          "exec",
          "run",
          "bash",
          "stdin",
          "program");

  private static final Set<String> BASE_NAMES =
      Set.of(
          "cwd",
          "workdir",
          "workingdir",
          "workingdirectory",
          "dir",
          "directory",
          "folder",
          "base",
          "basedir",
          "basepath",
          "root",
          "parent",
          "path",
          "location",
          "prefix",
          "container");

  private static final Set<String> EXTENSION_NAMES =
      Set.of("ext", "extension", "fileextension", "suffix");

  /** {@code dir2}. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}$");

  private static final List<String> BASE_ENDINGS =
      List.of("dir", "directory", "folder", "root", "prefix", "parent", "path", "location");

  private static final Pattern PIECE_ENDS = Pattern.compile("[\\s\"'`<>|&;()=,{}\\[\\]:@#?]+");
  private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n,;]+");
  private static final Pattern LIST_ENDS = Pattern.compile("[\\s,;]+");

  /** Makes a path longer and changes nothing. */
  private static final Pattern IDLE = Pattern.compile("(?<=[/\\\\])\\.?[/\\\\]|^\\.[/\\\\]");

  /** A wildcard for directories of any depth; in code it may begin a comment. */
  private static final Pattern DEEP = Pattern.compile("(?<![^/\\\\\\s])\\*\\*(?![^/\\\\])");

  /** A path that makes itself long by going down and up again. */
  private static final Pattern CLIMBING = Pattern.compile("\\S*/\\.\\./\\S*");

  private final ProtectedNames names;
  private final ProtectedTrees held;

  /**
   * @param patterns as policy writes them
   * @param root where the repository lies; without it an absolute path is compared from each of its
   *     segments on
   */
  ProtectedPaths(List<String> patterns, @Nullable String root) {
    this.names = new ProtectedNames(patterns, root);
    this.held = names.trees();
  }

  boolean none() {
    return names.none();
  }

  /** Whether the path {@code raw} is protected. */
  boolean covers(String raw) {
    return names.covers(raw);
  }

  /** How a call names protected paths. */
  enum Naming {
    NONE,
    /** It computes a path, which may be one. */
    COMPUTED,
    PROTECTED
  }

  /**
   * How {@code call} names protected paths.
   *
   * @param command whether each word of each text may be a path, as for a shell
   * @throws ToolCall.TooManyException when it names more than is looked at
   */
  Naming namedBy(ToolCall call, boolean command) throws ToolCall.TooManyException {
    Set<String> bases = new HashSet<>();
    Set<String> candidates = new HashSet<>();
    Set<String> trees = new HashSet<>();
    Set<String> moved = new HashSet<>();
    List<TreeWrites> unnamed = new ArrayList<>();
    Set<String> places = new HashSet<>();
    Set<String> extensions = new HashSet<>();
    AtomicBoolean computed = new AtomicBoolean();
    int strip = PatchHeaders.strip(call.call());
    boolean moves = ToolClasses.movesFiles(call.tool());
    boolean holds = ToolClasses.movesTrees(call.tool());
    CallValues.each(
        call.call(),
        (_, name, top, text) -> {
          if (text == null || top && text.equals(call.tool()) && ToolCall.tellsTheTool(name)) {
            return;
          }
          String unnumbered = NUMBER.matcher(name).replaceFirst("");
          if (BASE_NAMES.contains(name) || BASE_ENDINGS.stream().anyMatch(unnumbered::endsWith)) {
            places.add(text.strip());
          }
          if (EXTENSION_NAMES.contains(name)) {
            extensions.add(text.strip());
          }
          if (moves && DEEP.matcher(text).find()) {
            trees.add(text.strip());
          } else if (moves && ToolCall.isObjectName(name) && (holds || isBelow(text))) {
            (holds ? trees : moved).add(text.strip());
          }
          // What begins as JSON and is none has its paths somewhere in it.
          boolean words = command || COMMAND_NAMES.contains(name) || CallValues.looksLikeJson(text);
          collect(text, strip, candidates);
          if (words) {
            CommandWords said = CommandWords.of(text);
            each(said.words(), candidates);
            bases.addAll(said.directories());
            unnamed.addAll(said.unnamed());
            boolean program = name.equals("code") && ToolClasses.isInterpreter(call.tool());
            computed.compareAndSet(
                false, COMMAND_NAMES.contains(name) && said.computed() || program);
          }
          if (ToolCall.isObjectName(name)) {
            Pattern ends = name.endsWith("s") ? LIST_ENDS : LINE_ENDS;
            each(List.of(ends.split(text)), candidates);
          }
          if (candidates.size() > PolicyGateLimits.PATH_CANDIDATES_MAX
              || bases.size() + places.size() + extensions.size() > PolicyGateLimits.OBJECTS_MAX) {
            throw new ToolCall.TooManyException();
          }
        });
    extend(candidates, extensions);
    bases.addAll(nested(places));
    if ((long) bases.size() * candidates.size() > PolicyGateLimits.PATH_COMPARISONS_MAX) {
      throw new ToolCall.TooManyException();
    }
    for (String candidate : candidates) {
      if (names.covers(candidate)
          || names.mayName(candidate)
          || bases.stream().anyMatch(base -> namesBelow(base, candidate))) {
        return Naming.PROTECTED;
      }
    }
    return computed.get()
            || held.in(trees)
            || held.inNamed(moved)
            || unnamed.stream().anyMatch(held::in)
        ? Naming.COMPUTED
        : Naming.NONE;
  }

  /** Whether a text may be a path below where a call is made. */
  private static boolean isBelow(String text) {
    return !text.startsWith("/")
        && !text.contains("://")
        && Patterns.normalPath(text.strip()).filter(path -> !path.isEmpty()).isPresent();
  }

  /** Names with an extension that the call tells apart from them. */
  private static void extend(Set<String> candidates, Set<String> extensions) {
    for (String name : extensions.isEmpty() ? List.<String>of() : List.copyOf(candidates)) {
      for (String extension : extensions) {
        if (candidates.size() <= PolicyGateLimits.PATH_CANDIDATES_MAX) {
          candidates.add(name + extension);
          candidates.add(name + "." + extension);
        }
      }
    }
  }

  /** Directories of a call, of which one may lie below another. */
  private static Set<String> nested(Set<String> places) {
    Set<String> all = new HashSet<>(places);
    if (places.size() <= PolicyGateLimits.NESTED_BASES_MAX) {
      for (String outer : places) {
        places.forEach(inner -> all.add(outer + "/" + inner));
      }
    }
    return all;
  }

  private boolean namesBelow(String base, String candidate) {
    String path = base + "/" + candidate;
    return names.covers(path) || !candidate.isEmpty() && names.mayName(path);
  }

  private static void collect(String text, int strip, Set<String> candidates)
      throws ToolCall.TooManyException {
    if (text.strip().indexOf('\n') < 0) {
      whole(text, candidates);
      List<String> parts = List.of(LIST_ENDS.split(text.strip(), -1));
      if (parts.stream().allMatch(part -> part.indexOf('/') >= 0)) {
        each(parts, candidates);
      }
    }
    Set<String> patched = PatchHeaders.names(text, strip);
    if (strip > PolicyGateLimits.STRIP_MAX && !patched.isEmpty()) {
      throw new ToolCall.TooManyException();
    }
    candidates.addAll(patched);
  }

  private static void each(Collection<String> texts, Set<String> candidates)
      throws ToolCall.TooManyException {
    for (String text : texts) {
      whole(text, candidates);
    }
  }

  /** A text that may be a path, also after {@code key=}, {@code HEAD:} or {@code @}. */
  private static void whole(String text, Set<String> candidates) throws ToolCall.TooManyException {
    String stripped = text.strip();
    if (stripped.length() > PolicyGateLimits.OBJECT_CHARS_MAX) {
      stripped = IDLE.matcher(stripped).replaceAll("");
      if (stripped.length() > PolicyGateLimits.OBJECT_CHARS_MAX) {
        if (CLIMBING.matcher(stripped).matches()) {
          throw new ToolCall.TooManyException();
        }
        return;
      }
    }
    if (stripped.isEmpty()) {
      return;
    }
    candidates.add(stripped);
    if (stripped.indexOf(0) > 0) {
      candidates.add(stripped.substring(0, stripped.indexOf(0)));
    }
    if (stripped.chars().noneMatch(Character::isWhitespace)) {
      for (String piece : PIECE_ENDS.split(stripped, -1)) {
        candidates.add(piece);
      }
    }
  }
}
