package dev.assay.cfverify.evidence;

/** Looks for a byte sequence in a stream of bytes, in linear time (Knuth, Morris and Pratt). */
final class SymbolSearch {

  private final byte[] wanted;
  private final int[] fallback;
  private int matched;

  SymbolSearch(byte[] wanted) {
    this.wanted = wanted;
    this.fallback = new int[wanted.length];
    int border = 0;
    for (int i = 1; i < wanted.length; i++) {
      while (border > 0 && wanted[border] != wanted[i]) {
        border = fallback[border - 1];
      }
      if (wanted[border] == wanted[i]) {
        border++;
      }
      fallback[i] = border;
    }
  }

  /** Whether the sequence ends with {@code b}; asked no further after the first yes. */
  boolean accept(byte b) {
    while (matched > 0 && wanted[matched] != b) {
      matched = fallback[matched - 1];
    }
    if (wanted[matched] == b) {
      matched++;
    }
    return matched == wanted.length;
  }
}
