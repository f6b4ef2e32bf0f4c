package dev.assay.core.failure;

/**
 * One line of a stack trace without its line number.
 *
 * @param text the function, or the file where no function is known; empty when the line only tells
 *     the place of the frame before it
 * @param own whether it belongs to the code under test rather than to a runtime or test framework
 * @param named whether the text names a function: a file alone or {@code <anonymous>} does not
 */
record Frame(String text, boolean own, boolean named) {

  Frame {
    text =
        text.length() > FailureLimits.NAME_CHARS_MAX
            ? text.substring(0, FailureLimits.NAME_CHARS_MAX)
            : text;
  }

  /** A frame that names a function. */
  Frame(String text, boolean own) {
    this(text, own, true);
  }

  /** Whether it tells by itself which code of the project failed. */
  boolean tells() {
    return own && named;
  }

  /**
   * As it may stand outside a report: a function, with its file where the language tells it; the
   * types of arguments are left out.
   */
  String shown() {
    int arguments = text.endsWith(")") ? text.lastIndexOf('(') : -1;
    String plain =
        arguments > 0 && text.indexOf(' ', arguments) > 0
            ? text.substring(0, arguments) + "()"
            : text;
    int blank = plain.indexOf(' ', plain.startsWith("new ") ? 4 : 0);
    return blank > 0
        ? shown(plain.substring(0, blank)) + " " + Names.shown(plain.substring(blank + 1))
        : shown(plain);
  }

  private static String shown(String function) {
    return function.startsWith("new ")
        ? "new " + Names.shown(function.substring(4))
        : Names.shown(function);
  }

  Frame foreign() {
    return new Frame(text, false, named);
  }
}
