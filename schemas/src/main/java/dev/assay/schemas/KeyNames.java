package dev.assay.schemas;

/** The shape of the names of signed notes' keys, which a log's origin is one of. */
public final class KeyNames {

  /** Longest name, in characters. */
  public static final int CHARS_MAX = 255;

  private KeyNames() {}

  /** Whether {@code name} may name a key: no Unicode space, no plus, no control character. */
  public static boolean valid(String name) {
    if (name.isEmpty() || name.length() > CHARS_MAX) {
      return false;
    }
    return name.codePoints()
        .noneMatch(c ->
            c == '+'
                || c < 0x20
                || c == 0x7f
                || c == 0x85
                || Character.isSpaceChar(c)
                || Character.isWhitespace(c)
                || (c >= 0xd800 && c <= 0xdfff));
  }
}
