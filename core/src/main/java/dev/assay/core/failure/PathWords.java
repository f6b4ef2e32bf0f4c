package dev.assay.core.failure;

/** Tells paths from other words that hold a slash, and finds their last name. */
final class PathWords {

  private static final int EXTENSION_CHARS_MAX = 8;
  private static final int TEMPORARY_SUFFIX_CHARS = 8;
  private static final int MKDTEMP_CHARS = 6;

  private PathWords() {}

  /**
   * Whether the word is a path: absolute, beginning with a dot, or ending in a name with an
   * extension. URLs are not.
   */
  static boolean isPath(String s, int start, int end) {
    if (s.startsWith("file:", start)) {
      return true;
    }
    if (s.indexOf("://", start, end) >= 0) {
      return false;
    }
    char first = s.charAt(start);
    if (first == '/' || first == '~' || first == '\\' || first == '.') {
      return true;
    }
    if (onDrive(s, start, end)) {
      return true;
    }
    int base = baseStart(s, start, end);
    int colon = s.indexOf(':', base, end);
    return endsWithExtension(s, base, colon > base ? colon : end);
  }

  private static boolean onDrive(String s, int start, int end) {
    return end - start > 2
        && Masks.letter(s.charAt(start))
        && s.charAt(start + 1) == ':'
        && separator(s.charAt(start + 2));
  }

  /**
   * The end of the path that stands in [start, end): on a drive of Windows it goes on behind a
   * blank as long as the next word holds a backslash, as in {@code C:\Ann Lee\x.txt}.
   */
  static int withBlanks(String s, int start, int end) {
    int stop = end;
    boolean more = onDrive(s, start, end) && s.indexOf(':', start + 2, end) < 0;
    while (more && s.startsWith(" ", stop) && !endsWithExtension(s, start, stop)) {
      int next = Masks.wordEnd(s, stop + 1);
      int backslash = s.indexOf('\\', stop + 1, next);
      more = backslash > stop + 1 && s.charAt(backslash - 1) != ':';
      stop = more ? next : stop;
    }
    return stop;
  }

  /**
   * Where a path starts that means the same in every checkout, without {@code ./}; -1 when it is
   * absolute or leads out of the checkout.
   */
  static int relativeStart(String s, int start, int end) {
    int i = start;
    while (i + 1 < end && s.charAt(i) == '.' && separator(s.charAt(i + 1))) {
      i += 2;
    }
    char first = s.charAt(Math.min(i, end - 1));
    boolean outwards = s.startsWith("..", i) && i + 2 < end && separator(s.charAt(i + 2));
    if (separator(first) || first == '~' || outwards) {
      return -1;
    }
    for (int colon = i; colon + 1 < end; colon++) {
      if (s.charAt(colon) == ':' && separator(s.charAt(colon + 1))) {
        return -1;
      }
    }
    return i;
  }

  /** Where the last name of the path starts; a trailing separator does not count. */
  static int baseStart(String s, int start, int end) {
    int i = end - 1;
    while (i > start && separator(s.charAt(i))) {
      i--;
    }
    while (i > start && !separator(s.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  /** Whether [start, end) ends with a dot and one to eight characters that start with a letter. */
  static boolean endsWithExtension(String s, int start, int end) {
    int i = end - 1;
    while (i > start && end - i <= EXTENSION_CHARS_MAX && Masks.alphanumeric(s.charAt(i))) {
      i--;
    }
    return i > start && s.charAt(i) == '.' && i + 1 < end && Masks.letter(s.charAt(i + 1));
  }

  /**
   * Whether the path lies in a directory for temporary files and its last name, from {@code base},
   * is one that changes with the run.
   */
  static boolean inTemporary(String s, int start, int base, int end) {
    String directory = s.substring(start, base);
    return (directory.startsWith("/tmp/")
            || directory.startsWith("/var/tmp/")
            || directory.startsWith("/private/")
            || directory.startsWith("/var/folders/")
            || directory.startsWith("/dev/shm/")
            || directory.contains("\\Temp\\"))
        && (hasDigit(s, base, end) || endsAtRandom(s, base, end));
  }

  /**
   * Whether the last name ends as {@code mkdtemp} makes it: a dash, an underscore or {@code tmp},
   * and six characters of both cases, such as {@code foo-AbCdEf}.
   */
  private static boolean endsAtRandom(String s, int base, int end) {
    int stop = end;
    while (stop > base
        && (separator(s.charAt(stop - 1)) || ".:".indexOf(s.charAt(stop - 1)) >= 0)) {
      stop--;
    }
    int suffix = stop - MKDTEMP_CHARS;
    boolean marked =
        suffix > base
            && (s.charAt(suffix - 1) == '-'
                || s.charAt(suffix - 1) == '_'
                || suffix - 3 >= base && s.startsWith("tmp", suffix - 3));
    return marked && mixedCase(s, suffix, stop);
  }

  /** Whether all are letters, some small and, behind the first, some capital. */
  private static boolean mixedCase(String s, int start, int end) {
    boolean small = false;
    boolean capital = false;
    for (int i = start; i < end; i++) {
      char c = s.charAt(i);
      if (!Masks.letter(c)) {
        return false;
      }
      small |= Character.isLowerCase(c);
      capital |= i > start && Character.isUpperCase(c);
    }
    return small && capital;
  }

  private static boolean hasDigit(String s, int base, int end) {
    for (int i = base; i < end; i++) {
      if (s.charAt(i) == ':') {
        return false;
      }
      if (Masks.digit(s.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The end of a name as temporary-file functions make it ({@code tmp} and eight characters, {@code
   * tmp.} and ten), or -1.
   */
  static int temporaryNameEnd(String s, int start, int end) {
    if (!s.startsWith("tmp", start) || start > 0 && Masks.alphanumeric(s.charAt(start - 1))) {
      return -1;
    }
    boolean dotted = start + 3 < end && s.charAt(start + 3) == '.';
    int from = dotted ? start + 4 : start + 3;
    int stop = from;
    while (stop < end && (Masks.alphanumeric(s.charAt(stop)) || s.charAt(stop) == '_')) {
      stop++;
    }
    int wanted = dotted ? TEMPORARY_SUFFIX_CHARS + 2 : TEMPORARY_SUFFIX_CHARS;
    return stop - from == wanted ? stop : -1;
  }

  private static boolean separator(char c) {
    return c == '/' || c == '\\';
  }
}
