package dev.assay.core.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the line that names an exception. */
final class Headers {

  /**
   * An exception as its header line tells it.
   *
   * @param type its type as written
   * @param message the rest of the line, perhaps empty
   */
  record Header(String type, String message) {}

  private static final List<String> PREFIXES =
      List.of(
          "Caused by: ",
          "Unhandled exception. ",
          "Uncaught ",
          "fatal: ",
          "---> ",
          "[cause]: ",
          "E   ",
          "error: ");

  private static final List<String> TYPE_ENDINGS =
      List.of(
          "Error",
          "Exception",
          "Failure",
          "Failed",
          "Throwable",
          "Fault",
          "Timeout",
          "Warning",
          "Exit",
          "Interrupt",
          "Iteration",
          "Expired");

  private static final int TYPE_CHARS_MAX = 200;

  private Headers() {}

  /** The header on {@code line}, which has no leading blanks, or null. */
  static @Nullable Header parse(String line) {
    String text = withoutPrefix(line);
    int end = typeEnd(text);
    if (end == 0 || end > TYPE_CHARS_MAX || !typeLike(text.substring(0, end))) {
      return null;
    }
    return header(text, end);
  }

  /** The header on {@code line} that must be one, so that its type may have any name, or null. */
  static @Nullable Header ofAnyName(String line) {
    int colon = line.indexOf(": ");
    int end = colon >= 0 ? colon : line.length() - (line.endsWith(":") ? 1 : 0);
    boolean name = end > 0 && end <= TYPE_CHARS_MAX && line.lastIndexOf(' ', end - 1) < 0;
    return name ? header(line, end) : null;
  }

  private static @Nullable Header header(String text, int end) {
    String type = text.substring(0, end);
    int at = end;
    if (text.startsWith(" [", at)) {
      int close = text.indexOf(']', at);
      at = close > 0 && close - at < 80 ? close + 1 : at;
    }
    if (at == text.length()) {
      return new Header(type, "");
    }
    if (text.startsWith(" : ", at)) {
      return new Header(type, text.substring(at + 3));
    }
    if (text.charAt(at) == ':' && (at + 1 == text.length() || text.charAt(at + 1) == ' ')) {
      return new Header(type, text.substring(at + 1).strip());
    }
    return null;
  }

  private static String withoutPrefix(String line) {
    String text = line;
    if (text.startsWith("Exception in thread \"")) {
      int close = text.indexOf("\" ", 21);
      text = close > 0 ? text.substring(close + 2) : text;
    }
    for (String prefix : PREFIXES) {
      if (text.startsWith(prefix)) {
        text = text.substring(prefix.length()).stripLeading();
      }
    }
    return text;
  }

  private static int typeEnd(String text) {
    int end = 0;
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean part = Masks.alphanumeric(c) || c == '_' || c == '$' || c == '.' || c == '`';
      if (!part) {
        break;
      }
      end++;
    }
    return end;
  }

  /** Whether {@code name} reads like a type: a known ending, or a qualified capitalised name. */
  static boolean typeLike(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    if (last.isEmpty() || !Masks.letter(last.charAt(0))) {
      return false;
    }
    boolean capital = Character.isUpperCase(last.charAt(0));
    if (capital && last.length() < name.length()) {
      return true;
    }
    return capital && TYPE_ENDINGS.stream().anyMatch(last::endsWith);
  }
}
