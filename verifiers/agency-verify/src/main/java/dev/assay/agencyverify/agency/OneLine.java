package dev.assay.agencyverify.agency;

/** Untrusted text made safe to print on one line of a terminal. */
public final class OneLine {

  private OneLine() {}

  /** {@code text} with control and invisible format characters replaced by spaces. */
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          int type = Character.getType(c);
          boolean hidden =
              type == Character.CONTROL
                  || type == Character.FORMAT
                  || type == Character.SURROGATE
                  || type == Character.LINE_SEPARATOR
                  || type == Character.PARAGRAPH_SEPARATOR;
          line.appendCodePoint(hidden ? ' ' : c);
        });
    return line.toString();
  }
}
