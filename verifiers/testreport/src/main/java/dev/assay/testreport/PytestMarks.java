package dev.assay.testreport;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The marks of a quiet session, {@code ..F. [ 40%]}, with how far it has come. At {@code -qq} they
 * are all that pytest tells of its tests: no line counts them.
 */
final class PytestMarks {

  private static final Pattern LINE =
      Pattern.compile("([.FEsxXRu,-]+) +\\[ *(?:(100)%|\\d{1,2}%|(\\d+)/(\\d+))]");

  private final Matcher line = LINE.matcher("");
  private boolean begun;
  private boolean whole;
  private long passed;
  private long failed;
  private long skipped;
  private long reruns;

  /** Whether the line holds marks. */
  boolean matches(String text) {
    return text.endsWith("]") && line.reset(text).matches();
  }

  /** Adds the marks of the line that matched. */
  void add() {
    begun = true;
    whole = line.group(2) != null || line.group(3) != null && line.group(3).equals(line.group(4));
    String marks = line.group(1);
    for (int i = 0; i < marks.length(); i++) {
      switch (marks.charAt(i)) {
        case '.', 'X' -> passed++;
        case 'F', 'E', 'u' -> failed++;
        case 's', 'x' -> skipped++;
        case 'R' -> reruns++;
        default -> {
          // subtests that passed or were skipped
        }
      }
    }
  }

  void clear() {
    begun = false;
    whole = false;
    passed = 0;
    failed = 0;
    skipped = 0;
    reruns = 0;
  }

  /** Whether a session has begun. */
  boolean begun() {
    return begun;
  }

  /** Whether the session has come to its last test. */
  boolean whole() {
    return whole;
  }

  long passed() {
    return passed;
  }

  long failed() {
    return failed;
  }

  long skipped() {
    return skipped;
  }

  long reruns() {
    return reruns;
  }
}
