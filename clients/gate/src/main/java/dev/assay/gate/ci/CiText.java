package dev.assay.gate.ci;

/** Text that others had a hand in, made safe for where it is shown. */
public final class CiText {

  private CiText() {}

  /**
   * {@code text} on one line without control and format characters, so that it can neither begin a
   * line, which a runner could take for a command, nor colour or move anything. {@code ##[} begins
   * a command of older runners anywhere in a line and is taken apart.
   */
  public static String line(String text) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), CiLimits.LINE_CHARS_MAX));
    text.codePoints()
        .limit(CiLimits.LINE_CHARS_MAX)
        .map(CiText::visible)
        .forEach(out::appendCodePoint);
    return out.toString().replace("##[", "## [");
  }

  private static int visible(int c) {
    int type = Character.getType(c);
    return Character.isISOControl(c)
            || type == Character.FORMAT
            || type == Character.SURROGATE
            || type == Character.LINE_SEPARATOR
            || type == Character.PARAGRAPH_SEPARATOR
        ? ' '
        : c;
  }

  /** As the message of a workflow command: {@code %} and line ends as the runner decodes them. */
  static String message(String text) {
    return line(text).replace("%", "%25");
  }

  /** As a property of a workflow command, which {@code :} and {@code ,} end. */
  static String property(String text) {
    return message(text).replace(":", "%3A").replace(",", "%2C");
  }

  /**
   * As code in Markdown: in it no link, mention, reference or tag is read. Nothing in it ends it,
   * and nothing ends the cell of a table.
   */
  static String code(String text) {
    String plain = line(text).replace('`', '\'').replace('|', '/').strip();
    return '`' + (plain.isEmpty() ? "unnamed" : plain) + '`';
  }
}
