package dev.assay.starlark;

/** What is a blank, a letter or a digit, by Unicode and independent of locale. */
final class Chars {
  private Chars() {}

  /** A character with the White_Space property. */
  static boolean isSpace(int c) {
    return (c >= 9 && c <= 13)
        || c == ' '
        || c == 0x85
        || c == 0xA0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200A)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202F
        || c == 0x205F
        || c == 0x3000;
  }

  static boolean isCased(int c) {
    return Character.toLowerCase(c) != c
        || Character.toUpperCase(c) != c
        || Character.isTitleCase(c);
  }

  /** Maps every code point; the result has as many code points as the argument. */
  static String map(String text, java.util.function.IntUnaryOperator mapping) {
    var out = new StringBuilder(text.length());
    text.codePoints().map(mapping).forEach(out::appendCodePoint);
    return out.toString();
  }
}
