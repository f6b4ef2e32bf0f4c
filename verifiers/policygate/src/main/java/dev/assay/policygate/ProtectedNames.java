package dev.assay.policygate;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells whether one text is a protected path, in whichever spelling a file system takes it. */
final class ProtectedNames {

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

  private static final int DECODINGS_MAX = 3;

  /** Segments at the end of an absolute path that may be a name in the repository. */
  private static final int PLACE_SEGMENTS_MAX = 32;

  private final List<String> patterns;
  private final List<List<String>> segments;
  private final @Nullable String root;

  /**
   * @param patterns as policy writes them
   * @param root where the repository lies, or null
   */
  ProtectedNames(List<String> patterns, @Nullable String root) {
    this.patterns = patterns.stream().map(pattern -> folded(pattern)).toList();
    this.segments =
        this.patterns.stream().flatMap(pattern -> Patterns.segments(pattern).stream()).toList();
    this.root = root == null ? null : withoutAlias(folded(root.endsWith("/") ? root : root + "/"));
  }

  boolean none() {
    return patterns.isEmpty();
  }

  /** The same names, for directories that may hold them. */
  ProtectedTrees trees() {
    return new ProtectedTrees(segments, root);
  }

  /** Whether wildcards of {@code raw} may stand for a protected name, also below a place. */
  boolean mayName(String raw) {
    if (Globs.mayName(raw, segments)) {
      return true;
    }
    String path = raw.replace('\\', '/');
    boolean absolute = path.startsWith("/") || path.startsWith("~/") || path.startsWith(":/", 1);
    if (!absolute || !Globs.hasAny(path)) {
      return false;
    }
    String folded = folded(path);
    if (root != null && folded.startsWith(root)) {
      return Globs.mayName(folded.substring(root.length()), segments);
    }
    int end = path.length();
    for (int seen = 0; root == null && seen < PLACE_SEGMENTS_MAX && end > 0; seen++) {
      end = path.lastIndexOf('/', end - 1);
      if (Globs.mayName(path.substring(end + 1), segments)) {
        return true;
      }
    }
    return false;
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
