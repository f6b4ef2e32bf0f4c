package dev.assay.testreport;

import dev.assay.core.failure.PlainText;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What tools that run several others write before each line of theirs: Turborepo package and task
 * ({@code web:test: }), Docker Compose the container ({@code web-1 | }), pnpm the package's
 * directory and script ({@code packages/a test: }). The forms of Compose and pnpm are also those of
 * tables and sentences, so that the first of their prefixes must be a typical one or announced.
 */
final class LogPrefixes {

  /**
   * A line with a prefix.
   *
   * @param prefix who wrote it
   * @param rest what it wrote
   * @param failed whether it is the tool's own word that the script failed
   */
  record Prefixed(String prefix, String rest, boolean failed) {}

  /** Characters in which a prefix must end. */
  private static final int HEAD_CHARS_MAX = 200;

  private static final int CONTAINERS_MAX = 1_000;
  private static final String ATTACHING = "Attaching to ";
  private static final String EXITED = "exited with code ";

  /** How a container ends that Compose stops when another one has ended. */
  private static final Set<Long> STOPPED = Set.of(137L, 143L);

  private final Set<String> containers = new HashSet<>();
  private int column = -1;
  private boolean pnpm;

  /** The parts of a line, or null when it has no prefix. */
  @Nullable Prefixed of(String line) {
    if (line.isEmpty() || line.charAt(0) != LineStamps.ESC) {
      return plain(line);
    }
    return mayBegin(line, LineStamps.afterEscapes(line))
        ? plain(PlainText.of(line, line.length()))
        : null;
  }

  /** Whether a prefix, which may hold further colours, may begin there; most lines have none. */
  private static boolean mayBegin(String line, int start) {
    int name = end(line, start, false);
    if (name == start || name >= line.length()) {
      return false;
    }
    int next = afterBlanks(line, name);
    if (next == line.length() || isMark(line, next)) {
      return next < line.length();
    }
    int script = end(line, next, true);
    boolean words = next > name && script > next;
    return words
        && (line.charAt(script - 1) == ':' || script < line.length() && isMark(line, script));
  }

  private static int afterBlanks(String line, int start) {
    int i = start;
    while (i < line.length() && line.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  private static boolean isMark(String line, int at) {
    char c = line.charAt(at);
    return c == ':' || c == '|' || c == '$' || c == LineStamps.ESC;
  }

  private @Nullable Prefixed plain(String line) {
    int name = end(line, 0, false);
    if (name == 0 || name == line.length()) {
      return null;
    }
    return switch (line.charAt(name)) {
      case ':' -> turborepo(line, name);
      case ' ' -> {
        int next = afterBlanks(line, name);
        yield marks(line, next, '|')
            ? compose(line, name, next)
            : next == name + 1 ? pnpm(line, next) : null;
      }
      default -> null;
    };
  }

  private static @Nullable Prefixed turborepo(String line, int colon) {
    int end = end(line, colon + 1, true) - 1;
    return end > colon + 1 && letter(line.charAt(colon + 1)) && marks(line, end, ':')
        ? new Prefixed(line.substring(0, end), rest(line, end), false)
        : null;
  }

  private @Nullable Prefixed compose(String line, int end, int pipe) {
    String name = line.substring(0, end);
    if (pipe != column && !numbered(name) && !containers.contains(name)) {
      return null;
    }
    column = pipe;
    if (containers.size() < CONTAINERS_MAX) {
      containers.add(name);
    }
    return new Prefixed(name + " |", rest(line, pipe), false);
  }

  private @Nullable Prefixed pnpm(String line, int start) {
    int end = end(line, start, true);
    if (end == start || !letter(line.charAt(start))) {
      return null;
    }
    if (marks(line, end, '$')) {
      pnpm = true; // the script's own command, which pnpm shows before it runs
      return null;
    }
    if (!marks(line, end - 1, ':')) {
      return null;
    }
    String script = line.substring(start, end - 1);
    pnpm |= script.equals("test") || script.startsWith("test:");
    String rest = rest(line, end - 1);
    return pnpm ? new Prefixed(line.substring(0, end - 1), rest, rest.equals("Failed")) : null;
  }

  /** Behind a mark and the blank that follows it. */
  private static String rest(String line, int mark) {
    return line.substring(Math.min(line.length(), mark + 2));
  }

  /** Whether Compose says in this line that a container failed. */
  boolean tellFailure(String line) {
    if (line.startsWith(ATTACHING)) {
      for (String name : line.substring(ATTACHING.length()).split(", ", CONTAINERS_MAX)) {
        containers.add(name.strip());
      }
      return false;
    }
    if (containers.isEmpty()) {
      return false;
    }
    int exited = line.indexOf(EXITED);
    if (exited <= 0 || !containers.contains(line.substring(0, exited).strip())) {
      return false;
    }
    long code = LineCounts.number(line, exited + EXITED.length());
    return code != 0 && !STOPPED.contains(code);
  }

  /** Whether the mark stands at that place, and a blank or nothing behind it. */
  private static boolean marks(String line, int at, char mark) {
    return at < line.length()
        && line.charAt(at) == mark
        && (at + 1 == line.length() || line.charAt(at + 1) == ' ');
  }

  /** Behind the name, or the names with colons, that begins at {@code start}. */
  private static int end(String line, int start, boolean colons) {
    int max = Math.min(line.length(), HEAD_CHARS_MAX);
    int i = start;
    while (i < max && (inName(line.charAt(i)) || colons && line.charAt(i) == ':')) {
      i++;
    }
    return i;
  }

  private static boolean inName(char c) {
    return letter(c) || c >= '-' && c <= '9' || c == '_' || c == '@' || c == '+' || c == '~';
  }

  private static boolean letter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  /** Whether a container's name ends with its number. */
  private static boolean numbered(String name) {
    int i = name.length();
    while (i > 0 && LineCounts.digit(name.charAt(i - 1))) {
      i--;
    }
    return i < name.length() && i > 1 && (name.charAt(i - 1) == '-' || name.charAt(i - 1) == '_');
  }
}
