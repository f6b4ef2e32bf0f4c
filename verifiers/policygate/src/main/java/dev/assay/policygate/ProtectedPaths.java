package dev.assay.policygate;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
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

  private static final List<String> BASE_ENDINGS =
      List.of("dir", "directory", "folder", "root", "prefix", "parent", "path", "location");

  private static final Pattern PIECE_ENDS = Pattern.compile("[\\s\"'`<>|&;()=,{}\\[\\]:@#?]+");
  private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n,;]+");
  private static final Pattern LIST_ENDS = Pattern.compile("[\\s,;]+");
  private static final Pattern DRIVE = Pattern.compile("^(?:file:/*)?[a-z]:(?=/)");
  private static final Pattern ESCAPES = Pattern.compile("(?:%[0-9a-fA-F]{2})+");

  /** Windows' {@code \\\\?\\} and {@code \\\\.\\}. */
  private static final Pattern DEVICE = Pattern.compile("^//[?.]/(?:unc/)?");

  /** Linux' name for where a process stands, and for its root; macOS' second names of places. */
  private static final Pattern ALIAS =
      Pattern.compile(
          "^/proc/[^/]+/(?:task/[^/]+/)?(?:cwd/|root(?=/))"
              + "|^(?:/system/volumes/data(?=/))?(?:/private(?=/(?:tmp|var|etc)/))?");

  /** {@code file:} and {@code file:///}; an address of an editor or tool, too. */
  private static final Pattern SCHEME = Pattern.compile("(file|[a-z][a-z0-9+.-]*(?=://)):");

  /** Schemes of what lies on another machine. */
  private static final Set<String> REMOTE =
      Set.of("http", "https", "ws", "wss", "ftp", "s3", "gs", "git", "ssh", "postgres", "mysql");

  /** Makes a path longer and changes nothing. */
  private static final Pattern IDLE = Pattern.compile("(?<=[/\\\\])\\.?[/\\\\]|^\\.[/\\\\]");

  /** A path that makes itself long by going down and up again. */
  private static final Pattern CLIMBING = Pattern.compile("\\S*/\\.\\./\\S*");

  private static final int DECODINGS_MAX = 3;

  private final List<String> patterns;
  private final @Nullable String root;
  private final ProtectedTrees held;

  /**
   * @param patterns as policy writes them
   * @param root where the repository lies; without it an absolute path is compared from each of its
   *     segments on
   */
  ProtectedPaths(List<String> patterns, @Nullable String root) {
    this.patterns = patterns.stream().map(pattern -> folded(pattern)).toList();
    this.root = root == null ? null : withoutAlias(folded(root.endsWith("/") ? root : root + "/"));
    this.held = new ProtectedTrees(this.patterns, this.root);
  }

  boolean none() {
    return patterns.isEmpty();
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
    AtomicBoolean computed = new AtomicBoolean();
    CallValues.each(
        call.call(),
        (_, name, top, text) -> {
          if (text == null || top && text.equals(call.tool()) && ToolCall.tellsTheTool(name)) {
            return;
          }
          if (BASE_NAMES.contains(name) || BASE_ENDINGS.stream().anyMatch(name::endsWith)) {
            bases.add(text.strip());
          }
          // What begins as JSON and is none has its paths somewhere in it.
          boolean words = command || COMMAND_NAMES.contains(name) || CallValues.looksLikeJson(text);
          collect(text, candidates);
          if (words) {
            CommandWords said = CommandWords.of(text);
            each(said.words(), candidates);
            bases.addAll(said.directories());
            trees.addAll(said.trees());
            boolean program = name.equals("code") && ToolClasses.isInterpreter(call.tool());
            computed.compareAndSet(
                false, COMMAND_NAMES.contains(name) && said.computed() || program);
          }
          if (ToolCall.isObjectName(name)) {
            Pattern ends = name.endsWith("s") ? LIST_ENDS : LINE_ENDS;
            each(List.of(ends.split(text)), candidates);
          }
          if (candidates.size() > PolicyGateLimits.PATH_CANDIDATES_MAX
              || bases.size() > PolicyGateLimits.OBJECTS_MAX) {
            throw new ToolCall.TooManyException();
          }
        });
    if ((long) bases.size() * candidates.size() > PolicyGateLimits.PATH_COMPARISONS_MAX) {
      throw new ToolCall.TooManyException();
    }
    for (String candidate : candidates) {
      if (covers(candidate)
          || Globs.mayName(candidate, patterns)
          || bases.stream().anyMatch(base -> namesBelow(base, candidate))) {
        return Naming.PROTECTED;
      }
    }
    return computed.get() || held.in(trees) ? Naming.COMPUTED : Naming.NONE;
  }

  private boolean namesBelow(String base, String candidate) {
    String path = base + "/" + candidate;
    return covers(path) || !candidate.isEmpty() && Globs.mayName(path, patterns);
  }

  private static void collect(String text, Set<String> candidates)
      throws ToolCall.TooManyException {
    if (text.strip().indexOf('\n') < 0) {
      whole(text, candidates);
      List<String> parts = List.of(LIST_ENDS.split(text.strip(), -1));
      if (parts.stream().allMatch(part -> part.indexOf('/') >= 0)) {
        each(parts, candidates);
      }
    }
    candidates.addAll(PatchHeaders.names(text));
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

  /** Whether the path {@code raw} is protected. */
  boolean covers(String raw) {
    String spelling = raw;
    for (int round = 0; round <= DECODINGS_MAX; round++) {
      if (coversFolded(folded(spelling))) {
        return true;
      }
      String decoded = decoded(spelling);
      if (decoded.equals(spelling)) {
        return false;
      }
      spelling = decoded;
    }
    return false;
  }

  private boolean coversFolded(String path) {
    String device = withoutAlias(DEVICE.matcher(path).replaceFirst(""));
    String plain = DRIVE.matcher(device).replaceFirst("");
    boolean elsewhere = !plain.equals(path);
    Matcher scheme = SCHEME.matcher(plain);
    if (scheme.lookingAt() && !REMOTE.contains(scheme.group(1))) {
      String below = plain.substring(scheme.end());
      plain = DRIVE.matcher(below.replaceFirst("^//[^/]*(?=/)", "")).replaceFirst("");
      elsewhere = true;
    }
    if (plain.contains("://")) {
      return false;
    }
    elsewhere |= !plain.isEmpty() && "/~$%".indexOf(plain.charAt(0)) >= 0;
    ArrayDeque<String> segments = new ArrayDeque<>();
    for (String segment : plain.split("/", -1)) {
      if (segment.equals("..")) {
        elsewhere |= segments.pollLast() == null;
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        segments.add(trimmed(segment));
      }
    }
    String normal = String.join("/", segments);
    String below = root;
    if (below != null && plain.startsWith("/")) {
      String absolute = "/" + normal;
      return absolute.startsWith(below) && matches(absolute.substring(below.length()));
    }
    if (matches(normal)) {
      return true;
    }
    for (int at = normal.indexOf('/'); elsewhere && at >= 0; at = normal.indexOf('/', at + 1)) {
      if (matches(normal.substring(at + 1))) {
        return true;
      }
    }
    return false;
  }

  private static String withoutAlias(String path) {
    return ALIAS.matcher(path).replaceFirst("");
  }

  private boolean matches(String path) {
    return !path.isEmpty() && patterns.stream().anyMatch(pattern -> Patterns.path(pattern, path));
  }

  /** File systems drop dots and blanks at the end of a name, or what follows a colon. */
  private static String trimmed(String segment) {
    int end = segment.indexOf(':') > 0 ? segment.indexOf(':') : segment.length();
    while (end > 1 && (segment.charAt(end - 1) == '.' || segment.charAt(end - 1) == ' ')) {
      end--;
    }
    return segment.substring(0, end);
  }

  /** One spelling for what a file system may take for the same name. */
  static String folded(String text) {
    StringBuilder seen = new StringBuilder(text.length());
    text.replace('\\', '/')
        .codePoints()
        .filter(c -> Character.getType(c) != Character.FORMAT && c != 0)
        .forEach(seen::appendCodePoint);
    return Normalizer.normalize(seen, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }

  /** With what is percent-encoded decoded; a percent sign that encodes nothing stays one. */
  private static String decoded(String text) {
    return ESCAPES
        .matcher(text)
        .replaceAll(escapes ->
            Matcher.quoteReplacement(URLDecoder.decode(escapes.group(), StandardCharsets.UTF_8)));
  }
}
