package dev.assay.testreport;

import dev.assay.core.failure.PlainText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that a build service or a logger writes before each line: GitHub and Azure, GitHub's
 * command line with job and step, GitLab with its stream, Jenkins in brackets, SLF4J. It may be
 * coloured.
 */
final class LineStamps {

  private static final String TIME = "\\d\\d:\\d\\d:\\d\\d";
  private static final String MOMENT =
      "\\d{4}-\\d\\d-\\d\\d[T ]" + TIME + "(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?";

  private static final Pattern STAMP =
      Pattern.compile(
          "(?:[^\\t]{1,200}\\t[^\\t]{1,200}\\t)?"
              + "(?:"
              + MOMENT
              + "(?: [0-9a-f]{2}[OE]\\+?)?"
              + "|\\["
              + MOMENT
              + "]|"
              + TIME
              + "[.,]\\d{3})(?: |$|(?<=\\+))");

  /** A build service writes one before that of the build tool. */
  private static final int STAMPS_MAX = 2;

  /** How a control sequence begins. */
  static final char ESC = 0x1b;

  private final Matcher stamp = STAMP.matcher("");

  /** The line behind its stamp, or the line itself. */
  String without(String line) {
    String rest = line;
    for (int i = 0; i < STAMPS_MAX; i++) {
      int start = afterEscapes(rest);
      if (!mayBegin(rest, start) && !mayBegin(rest, afterTabs(rest))) {
        return rest;
      }
      String plain = start == 0 ? rest : PlainText.of(rest, rest.length());
      if (!stamp.reset(plain).lookingAt()) {
        return rest;
      }
      rest = plain.substring(stamp.end());
    }
    return rest;
  }

  /** Behind the control sequences with which the line begins. */
  static int afterEscapes(String line) {
    int i = 0;
    while (i + 1 < line.length() && line.charAt(i) == ESC && line.charAt(i + 1) == '[') {
      i += 2;
      while (i < line.length() && line.charAt(i) >= ' ' && line.charAt(i) <= '?') {
        i++;
      }
      i++;
    }
    return i;
  }

  /** Behind the second tabulator, or the end. */
  private static int afterTabs(String line) {
    int job = line.indexOf('\t');
    int step = job > 0 ? line.indexOf('\t', job + 1) : -1;
    return step > 0 ? step + 1 : line.length();
  }

  private static boolean mayBegin(String line, int at) {
    int digit = line.startsWith("[", at) ? at + 1 : at;
    return digit + 1 < line.length()
        && LineCounts.digit(line.charAt(digit))
        && LineCounts.digit(line.charAt(digit + 1));
  }
}
