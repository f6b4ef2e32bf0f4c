package dev.assay.cfverify.judge;

/** What stands before a number and changes its value. */
enum Sign {
  NONE,
  MINUS,
  /** {@code (5)} by itself: minus five in accounts, five anywhere else. */
  PARENTHESES;

  private static final String MINUS_SIGNS =
      "-\u2010\u2011\u2012\u2013\u207B\u208B\u2212\u2796\uFE63\uFF0D";

  /** After one of these a hyphen is a sign, also with a blank behind it. */
  private static final String OPENING = "=:([{,<>*/+?&|\"'`$€£¥₹";

  /** The sign of the number whose digits or currency begin at {@code at}. */
  static Sign before(String line, int at) {
    int sign = at - 1;
    boolean blank = false;
    while (sign >= 0 && line.charAt(sign) == ' ') {
      sign--;
      blank = true;
    }
    if (sign < 0) {
      return NONE;
    }
    char c = line.charAt(sign);
    int before = sign - 1;
    boolean apart = before < 0 || Character.isWhitespace(line.charAt(before));
    while (before >= 0 && line.charAt(before) == ' ') {
      before--;
    }
    boolean opened = before >= 0 && OPENING.indexOf(line.charAt(before)) >= 0;
    if (c == '(' && !blank) {
      boolean separated = before < 0 || apart || opened;
      return separated ? PARENTHESES : NONE;
    }
    if (MINUS_SIGNS.indexOf(c) < 0) {
      return NONE;
    }
    return opened || apart && !blank ? MINUS : NONE;
  }

  /** Whether a closing parenthesis, and no more of an expression, stands at {@code at}. */
  static boolean closes(String line, int at) {
    if (at >= line.length() || line.charAt(at) != ')') {
      return false;
    }
    return at + 1 == line.length() || " \t,;|.\"".indexOf(line.charAt(at + 1)) >= 0;
  }
}
