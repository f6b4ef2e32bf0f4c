package dev.assay.testreport;

/** How many characters of failures all readers of one log may still keep. */
final class TextBudget {

  private long left = TestReportLimits.LOG_CHARS_KEPT_MAX;

  /** Takes room for that many characters; false when there is too little. */
  boolean take(int chars) {
    if (chars > left) {
      return false;
    }
    left -= chars;
    return true;
  }

  void giveBack(int chars) {
    left += chars;
  }
}
