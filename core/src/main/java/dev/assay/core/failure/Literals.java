package dev.assay.core.failure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

/**
 * Replaces the values in a message by one mark: numbers, quoted texts, what JUnit writes between
 * angle brackets, words such as {@code true}, and lists of all of them. {@code expected <3> but was
 * <4>} and {@code expected <5> but was <7>} become the same.
 *
 * <p>A hand-written scanner of one pass: a quote that is never closed is looked for once.
 */
final class Literals {

  private static final String MARK = "<n>";

  private static final Set<String> WORDS =
      Set.of("true", "false", "null", "nil", "none", "undefined", "nan", "infinity", "inf");

  private static final String QUOTES = "\"'`";

  private final String text;
  private final StringBuilder out;
  private final Deque<Integer> open = new ArrayDeque<>();
  private final boolean[] unclosed = new boolean[QUOTES.length() + 1];

  private Literals(String text) {
    this.text = text;
    this.out = new StringBuilder(text.length());
  }

  /** One line of plain text without its values. */
  static String mask(String line) {
    Literals literals = new Literals(line);
    int i = 0;
    while (i < line.length()) {
      i = literals.next(i);
    }
    return literals.out.toString();
  }

  private int next(int i) {
    char c = text.charAt(i);
    int quote = QUOTES.indexOf(c);
    if (quote >= 0 && !inWord(i)) {
      return quoted(i, quote, c);
    }
    if (c == '<' && !inWord(i)) {
      return quoted(i, QUOTES.length(), '>');
    }
    if (Masks.digit(c)) {
      return number(i);
    }
    if (Masks.letter(c) || c == '_') {
      return word(i);
    }
    switch (c) {
      case '[', '{' -> {
        open.push(out.length());
        out.append(c);
      }
      case ']', '}' -> close(c);
      default -> out.append(c);
    }
    return i + 1;
  }

  private boolean inWord(int i) {
    return i > 0 && (Masks.alphanumeric(text.charAt(i - 1)) || text.charAt(i - 1) == '_');
  }

  /** A value from {@code i} to the next {@code end}; the character alone when there is none. */
  private int quoted(int i, int kind, char end) {
    int close = unclosed[kind] ? -1 : text.indexOf(end, i + 1);
    if (close < 0) {
      unclosed[kind] = true;
      out.append(text.charAt(i));
      return i + 1;
    }
    value();
    return close + 1;
  }

  private int number(int start) {
    int end = start;
    while (end < text.length() && inNumber(end)) {
      end++;
    }
    if (!out.isEmpty() && signs(out.length() - 1)) {
      out.setLength(out.length() - 1);
    }
    value();
    return end;
  }

  /** Digits, what stands between them, units and the letters of other bases and exponents. */
  private boolean inNumber(int i) {
    char c = text.charAt(i);
    if (Masks.alphanumeric(c) || c == '_' || c == '%') {
      return true;
    }
    boolean between = i + 1 < text.length() && Masks.digit(text.charAt(i + 1));
    boolean exponent = (c == '-' || c == '+') && "eE".indexOf(text.charAt(i - 1)) >= 0;
    return between && (c == '.' || c == ',' || exponent);
  }

  private boolean signs(int at) {
    char c = out.charAt(at);
    return (c == '-' || c == '+') && (at == 0 || !Masks.alphanumeric(out.charAt(at - 1)));
  }

  private int word(int start) {
    int end = start;
    while (end < text.length()
        && (Masks.alphanumeric(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    String word = text.substring(start, end);
    if (WORDS.contains(word.toLowerCase(Locale.ROOT))) {
      value();
    } else {
      out.append(word);
    }
    return end;
  }

  /** A list of values, or of nothing, is a value. */
  private void close(char c) {
    if (!open.isEmpty()) {
      int start = open.pop();
      String inside = out.substring(start + 1).strip();
      if (inside.isEmpty() || inside.equals(MARK)) {
        out.setLength(start);
        value();
        return;
      }
    }
    out.append(c);
  }

  /** Values after each other are one. */
  private void value() {
    int end = out.length();
    while (end > 0 && " ,;:".indexOf(out.charAt(end - 1)) >= 0) {
      end--;
    }
    int start = end - MARK.length();
    if (start >= 0 && out.substring(start, end).equals(MARK)) {
      out.setLength(end);
    } else {
      out.append(MARK);
    }
  }
}
