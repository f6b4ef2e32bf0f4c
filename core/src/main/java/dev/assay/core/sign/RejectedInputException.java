package dev.assay.core.sign;

/**
 * Input that is not what its format demands. The code is stable; expected and found are for people.
 */
public final class RejectedInputException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private static final int FOUND_CHARS_MAX = 200;

  private final String code;
  private final String expected;
  private final String found;

  /**
   * A rejection.
   *
   * @param code stable name of the rule that was broken, such as {@code envelope-invalid}
   * @param expected what the format asks for
   * @param found what was there; cut to 200 characters
   */
  public RejectedInputException(String code, String expected, String found) {
    super(code + ": expected " + expected + ", found " + bounded(found));
    this.code = code;
    this.expected = expected;
    this.found = bounded(found);
  }

  /** Stable name of the rule that was broken. */
  public String code() {
    return code;
  }

  /** What the format asks for. */
  public String expected() {
    return expected;
  }

  /** What was there. */
  public String found() {
    return found;
  }

  private static String bounded(String text) {
    return text.length() <= FOUND_CHARS_MAX ? text : text.substring(0, FOUND_CHARS_MAX) + "…";
  }
}
