package dev.assay.policygate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command without those command substitutions that touch nothing by what they give: that of the
 * directory where it stands, and those that are only data of a command that reads. What the
 * substituted command itself names is among the words of the whole. Everything that is quoted in a
 * way that is not followed stays as it is.
 */
final class Substitutions {

  /** Substitutions of one command that are looked at. */
  private static final int SUBSTITUTIONS_MAX = 16;

  /** Where the command stands, as a whole word or as the beginning of a path. */
  private static final Pattern HERE =
      Pattern.compile(
          "(?<![^\\s\"=])\\$\\(\\s{0,9}(?:pwd|git rev-parse --show-toplevel)\\s{0,9}\\)"
              + "(?=\"?(?:[/\\s;&|]|$))");

  private static final Pattern INNERMOST = Pattern.compile("\\$\\([^()`$'\"\\\\<>\\n]{1,1000}\\)");

  /** A text in which all quotes are double ones that hide nothing; the last one may be open. */
  private static final Pattern PLAINLY_QUOTED =
      Pattern.compile(
          "(?:[^\"'\\\\`]|\"[^\"'\\\\`;&|\\n(){}<>]*+\")*+(?:\"[^\"'\\\\`;&|\\n(){}<>]*+)?");

  /** The beginning of a command that only reads or prints what follows. */
  private static final Pattern READS =
      Pattern.compile(
          "\\s*(?:echo|printf(?=\\s+[^-\\s])|test|\\["
              + "|git (?:log|diff|show|rev-list|rev-parse|merge-base|describe|shortlog|blame))"
              + "\\s(?![^;]*(?:[<>]|(?<=\\s)-o|--out|--ext))[^;]*");

  private static final Pattern COMMAND_ENDS = Pattern.compile("[;&|\\n(){}]");

  private Substitutions() {}

  static String without(String command) {
    String text = HERE.matcher(command).replaceAll(".");
    int from = 0;
    for (int seen = 0; seen < SUBSTITUTIONS_MAX; seen++) {
      Matcher innermost = INNERMOST.matcher(text);
      if (!innermost.find(from)) {
        break;
      }
      String before = text.substring(0, innermost.start());
      if (isData(before)) {
        text = before + "_" + text.substring(innermost.end());
        from = 0;
      } else {
        from = innermost.end();
      }
    }
    return text;
  }

  private static boolean isData(String before) {
    int start = 0;
    Matcher end = COMMAND_ENDS.matcher(before);
    while (end.find()) {
      start = end.end();
    }
    return PLAINLY_QUOTED.matcher(before).matches()
        && READS.matcher(before.substring(start)).matches();
  }
}
