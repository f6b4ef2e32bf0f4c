package dev.assay.testreport;

/** Small looks at one line, each linear in its length. */
final class LineCounts {

  private LineCounts() {}

  /** The whole number that starts at {@code at}, or -1 when no short run of digits is there. */
  static long number(String text, int at) {
    int end = at;
    long value = 0;
    while (end < text.length() && end - at < 12 && digit(text.charAt(end))) {
      value = value * 10 + (text.charAt(end) - '0');
      end++;
    }
    boolean longer = end < text.length() && digit(text.charAt(end));
    return end == at || longer ? -1 : value;
  }

  /** The number after {@code label}, or -1 when the line has no such label. */
  static long after(String text, String label) {
    int at = text.indexOf(label);
    return at < 0 ? -1 : number(text, at + label.length());
  }

  /** The number before {@code word} and one blank, such as 3 in {@code 3 passed}; 0 for none. */
  static long before(String text, String word) {
    int at = text.indexOf(" " + word);
    while (at >= 0) {
      int end = at + 1 + word.length();
      boolean wholeWord = end == text.length() || !Character.isLetter(text.charAt(end));
      int start = at;
      while (start > 0 && digit(text.charAt(start - 1)) && at - start < 12) {
        start--;
      }
      if (wholeWord && start < at) {
        return number(text, start);
      }
      at = text.indexOf(" " + word, end);
    }
    return 0;
  }

  static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }
}
