package dev.assay.starlark.syntax;

/**
 * Bounds on a source text.
 *
 * @param sourceCharsMax longest accepted source in UTF-16 units, at most 2^20
 * @param nestingMax greatest height of an expression or block tree; it bounds parentheses, chains
 *     such as {@code 1+1+1...} and suffixes such as {@code a.b.c...} alike
 * @param intBitsMax widest integer literal in bits
 */
public record SyntaxLimits(int sourceCharsMax, int nestingMax, int intBitsMax) {
  /** Rejects bounds the tree walkers could not keep. */
  public SyntaxLimits {
    if (sourceCharsMax < 1 || sourceCharsMax > 1 << 20 || nestingMax < 8 || nestingMax > 200) {
      throw new IllegalArgumentException(
          "expected 1 <= sourceCharsMax <= 1048576 and 8 <= nestingMax <= 200, found "
              + sourceCharsMax
              + " and "
              + nestingMax);
    }
  }
}
