package dev.assay.core.signature;

/**
 * One line of a stack trace without its line number.
 *
 * @param text the function, or the file where no function is known; empty when the line only tells
 *     the place of the frame before it
 * @param own whether it belongs to the code under test rather than to a runtime or test framework
 */
record Frame(String text, boolean own) {

  Frame {
    text =
        text.length() > SignatureLimits.NAME_CHARS_MAX
            ? text.substring(0, SignatureLimits.NAME_CHARS_MAX)
            : text;
  }
}
