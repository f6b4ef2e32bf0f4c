package dev.assay.testreport;

import java.util.Locale;

/** What one line of TAP is, and what the directive of a test point says. */
final class TapLine {

  private static final String BAIL_OUT = "Bail out!";

  private static final int TAB_WIDTH = 4;

  /** How {@code go test} begins the line of a package that passed. */
  private static final String GO_PACKAGE = "ok  \t";

  private TapLine() {}

  /** Whether a line that is no point is TAP; out of its indent it ends a block that broke off. */
  static boolean word(String text) {
    return text.startsWith("TAP version ")
        || text.startsWith("#")
        || text.startsWith("1..") && LineCounts.number(text, 3) >= 0
        || bailsOut(text);
  }

  static boolean bailsOut(String text) {
    return text.regionMatches(true, 0, BAIL_OUT, 0, BAIL_OUT.length());
  }

  /** Whether it is a test point; what tells of a failure needs no blank behind it. */
  static boolean point(String text) {
    return begins(text, "not ok")
        || text.startsWith("ok")
            && (text.length() == 2 || blank(text.charAt(2)))
            && !text.startsWith(GO_PACKAGE);
  }

  static String withoutNumber(String rest) {
    int i = 0;
    while (i < rest.length() && LineCounts.digit(rest.charAt(i))) {
      i++;
    }
    String name = rest.substring(i).strip();
    return name.startsWith("- ") ? name.substring(2) : name;
  }

  /** Whether the directive of a point says that it is still to be made to pass. */
  static boolean todo(String text) {
    return begins(directive(text), "todo");
  }

  static boolean skipped(String text) {
    String directive = directive(text);
    return begins(directive, "skip") || begins(directive, "skipped");
  }

  /** A failure that the author announced does not count as one. */
  static boolean excused(String text) {
    return todo(text) || skipped(text);
  }

  /** Whether a text begins with a whole word. */
  private static boolean begins(String text, String word) {
    return text.startsWith(word)
        && (text.length() == word.length()
            || !Character.isJavaIdentifierPart(text.codePointAt(word.length())));
  }

  /** What follows the first hash that stands after a blank and is not escaped. */
  private static String directive(String text) {
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '#' && blank(text.charAt(i - 1))) {
        return text.substring(i + 1).stripLeading().toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\t';
  }

  static int indent(String text) {
    int indent = 0;
    for (int i = 0; i < text.length() && blank(text.charAt(i)); i++) {
      indent += text.charAt(i) == '\t' ? TAB_WIDTH : 1;
    }
    return indent;
  }
}
