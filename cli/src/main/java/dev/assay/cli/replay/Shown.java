package dev.assay.cli.replay;

/** Shows text of records, which anybody may have written. */
final class Shown {

  private Shown() {}

  /** {@code text} without controls, bounded. */
  static String text(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .limit(ReplayLimits.SHOWN_CHARS_MAX)
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }
}
