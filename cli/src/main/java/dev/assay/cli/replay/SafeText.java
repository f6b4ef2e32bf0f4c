package dev.assay.cli.replay;

import dev.assay.cli.Output;

/** Shows text of records, which anybody may have written. */
final class SafeText {

  private SafeText() {}

  /** {@code text} without controls, bounded. */
  static String text(String text) {
    return Output.line(text, ReplayLimits.SHOWN_CHARS_MAX);
  }
}
