package dev.assay.testreport;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that a build service or a logger writes before each line: GitHub and Azure, GitHub's
 * command line with job and step, GitLab with its stream, Jenkins in brackets, SLF4J.
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

  private final Matcher stamp = STAMP.matcher("");

  /** The line behind its stamp, or the line itself. */
  String without(String line) {
    return mayBegin(line, 0) || mayBegin(line, afterTabs(line)) ? cut(line) : line;
  }

  private String cut(String line) {
    String rest = line;
    for (int i = 0; i < STAMPS_MAX && stamp.reset(rest).lookingAt(); i++) {
      rest = rest.substring(stamp.end());
    }
    return rest;
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
        && Words.digit(line.charAt(digit))
        && Words.digit(line.charAt(digit + 1));
  }
}
