package dev.assay.testreport;

import java.util.regex.Pattern;

/**
 * The lines by which pytest tells, while it runs, how single tests ended: {@code a.py::x FAILED [
 * 50%]}, with xdist {@code [gw0] [ 50%] FAILED a.py::x}, and {@code a.py ..F [ 50%]}. They are not
 * counted, since what a test prints mixes with them; what they tell rules a pass out.
 */
final class PytestOutcomes {

  private static final Pattern PROGRESS =
      Pattern.compile("\\[ *\\d+(?:%|/\\d+)]|\\d[\\d.]*[mun]?s");

  /** What a worker of xdist tells. */
  private static final Pattern WORKER =
      Pattern.compile("\\[gw\\d+] (?:\\[ *\\d+%] )?(?:FAILED|ERROR|SUBFAIL\\S*) \\S.*");

  /**
   * A test, by its id or as one of its subtests. In brackets may stand blanks; other words are what
   * the test printed.
   */
  private static final Pattern NAMED =
      Pattern.compile("(?>\\S*?\\.py::)\\S*+(?: .*[\\])])? (?:FAILED|ERROR|SUBFAIL.*)");

  private static final String MARKS = ".FEsxXRu,-";

  private PytestOutcomes() {}

  /** Whether the line tells that a test failed, in words that no other runner has. */
  static boolean nameFailure(String text) {
    return text.startsWith("[gw")
        ? WORKER.matcher(text).matches()
        : NAMED.matcher(bare(text)).matches();
  }

  /** Whether the line tells that a test failed. */
  static boolean tellFailure(String text) {
    if (text.indexOf('F') < 0 && text.indexOf('E') < 0) {
      return false;
    }
    String bare = bare(text);
    String last = last(bare);
    String line = text.stripTrailing();
    boolean progress = bare.length() < line.length();
    // A duration may end any line that a test prints.
    boolean placed = progress && line.endsWith("]");
    boolean marked = marked(last) && (progress || bare.length() > last.length());
    return nameFailure(text)
        || bad(last) && (placed || progress && bare.equals(last))
        || marked && file(bare.substring(0, bare.length() - last.length()), placed);
  }

  /** Without the mark of progress, or the duration, at the end. */
  private static String bare(String text) {
    String line = text.stripTrailing();
    int start =
        line.endsWith("]") ? line.lastIndexOf('[') : line.endsWith("s") ? line.lastIndexOf(' ') : 0;
    return start > 0 && PROGRESS.matcher(line.substring(start).strip()).matches()
        ? line.substring(0, start).stripTrailing()
        : line;
  }

  private static String last(String bare) {
    return bare.substring(bare.lastIndexOf(' ') + 1);
  }

  private static boolean bad(String word) {
    return word.equals("FAILED") || word.equals("ERROR") || word.startsWith("SUBFAIL");
  }

  private static boolean marked(String word) {
    return (word.indexOf('F') >= 0 || word.indexOf('E') >= 0)
        && word.chars().allMatch(mark -> MARKS.indexOf(mark) >= 0);
  }

  /** Whether what stands before marks is nothing, or a file whose tests have them. */
  private static boolean file(String before, boolean placed) {
    String file = before.strip();
    return file.indexOf(' ') < 0
        && (placed ? file.isEmpty() || file.indexOf('.') > 0 : file.endsWith(".py"));
  }
}
