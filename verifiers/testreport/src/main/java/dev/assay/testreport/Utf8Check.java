package dev.assay.testreport;

/** Notes, byte by byte, whether a text breaks the structure of UTF-8. */
final class Utf8Check {

  private int continuation;
  private boolean broken;

  void next(int b) {
    if (b < 0x80) {
      broken |= continuation > 0;
      continuation = 0;
    } else if (b < 0xc0) {
      broken |= continuation == 0;
      continuation = Math.max(0, continuation - 1);
    } else {
      broken |= continuation > 0 || b < 0xc2 || b > 0xf4;
      continuation = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
    }
  }

  boolean broken() {
    return broken;
  }
}
