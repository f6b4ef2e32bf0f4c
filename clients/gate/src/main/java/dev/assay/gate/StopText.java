package dev.assay.gate;

import dev.assay.schemas.Require;

/** Text for terminals, whoever wrote it. */
final class StopText {

  private StopText() {}

  /** {@code text} on one line without control characters. */
  static String line(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  /** {@code text} in quotation marks, shortened. */
  static String quoted(String text) {
    return Require.quoted(text);
  }
}
