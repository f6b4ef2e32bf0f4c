package dev.assay.delegation;

/** Text from outside, fit to be shown: bounded, without control characters. */
public final class BoundedText {

  private BoundedText() {}

  /** {@code text} with blanks for control characters, cut at {@link DelegationLimits}. */
  public static String of(String text) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), 64));
    text.codePoints()
        .limit(DelegationLimits.TEXT_CHARS_MAX)
        .map(c -> isUnfit(c) ? ' ' : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  private static boolean isUnfit(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.FORMAT -> c != 0x200D; // joins emoji; all others reorder or hide text
      default -> false;
    };
  }
}
