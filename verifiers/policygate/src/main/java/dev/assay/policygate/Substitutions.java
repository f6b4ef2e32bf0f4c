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

  /** What stands for a substitution that is only data. */
  private static final String DATA = "\uFFFC";

  /** No redirection and no option that names a file. */
  private static final String NO_FILE = "(?![^;]*(?:[<>]|(?<=\\s)-o|--out|--ext))[^;]*";

  /** Substitutions of one command that are looked at. */
  private static final int SUBSTITUTIONS_MAX = 16;

  /** Where the command stands, as a whole word or as the beginning of a path. */
  private static final Pattern HERE =
      Pattern.compile(
          "(?<![^\\s\"=])\\$\\(\\s{0,9}(?:pwd|git rev-parse --show-toplevel)\\s{0,9}\\)"
              + "(?=\"?(?:[/\\s;&|:]|$))");

  private static final Pattern INNERMOST = Pattern.compile("\\$\\([^()`$'\"\\\\<>\\n]{1,1000}\\)");

  /** A text in which all quotes are double ones that hide nothing; the last one may be open. */
  private static final Pattern PLAINLY_QUOTED =
      Pattern.compile(
          "(?:[^\"'\\\\`]|\"[^\"'\\\\`;&|\\n(){}<>]*+\")*+(?:\"[^\"'\\\\`;&|\\n(){}<>]*+)?");

  /** The beginning of a command that only prints or compares what follows, whatever that is. */
  private static final Pattern PRINTS =
      Pattern.compile("\\s*(?:echo|printf(?=\\s+[^-\\s])|test|\\[)\\s" + NO_FILE);

  /**
   * The beginning of a command that reads the commits that follow, and writes where options say.
   */
  private static final Pattern READS_COMMITS =
      Pattern.compile(
          "\\s*git (?:log|diff|show|rev-list|rev-parse|merge-base|describe|shortlog|blame)\\s"
              + NO_FILE);

  /** A substitution that gives commits, or words that stand in it: no option from elsewhere. */
  private static final Pattern COMMITS =
      Pattern.compile(
          "\\$\\(\\s*git (?:merge-base|rev-parse|rev-list|describe|symbolic-ref)"
              + "(?:(?!--format|--pretty)[^"
              + DATA
              + "])*");

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
      if (isData(before, innermost.group())) {
        text = before + DATA + text.substring(innermost.end());
        from = 0;
      } else {
        from = innermost.end();
      }
    }
    return text;
  }

  private static boolean isData(String before, String substitution) {
    int start = 0;
    Matcher end = COMMAND_ENDS.matcher(before);
    while (end.find()) {
      start = end.end();
    }
    String command = before.substring(start);
    return PLAINLY_QUOTED.matcher(before).matches()
        && (PRINTS.matcher(command).matches()
            || READS_COMMITS.matcher(command).matches() && COMMITS.matcher(substitution).matches());
  }
}
