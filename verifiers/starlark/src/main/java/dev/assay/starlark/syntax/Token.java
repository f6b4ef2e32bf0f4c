package dev.assay.starlark.syntax;

import org.jspecify.annotations.Nullable;

/**
 * One token.
 *
 * @param kind what it is
 * @param position packed by {@link SourcePos}
 * @param value the decoded literal: {@code Long}, {@code BigInteger}, {@code Double}, {@code
 *     String} for strings and identifiers, {@code byte[]} for bytes; null for other kinds
 */
record Token(TokenKind kind, int position, @Nullable Object value) {
  /** The token as an error message names it. */
  String shown() {
    return switch (kind) {
      case IDENT, RESERVED -> "'" + value + "'";
      case EOF, NEWLINE, INDENT, OUTDENT, INT, FLOAT, STRING, BYTES -> kind.text();
      default -> "'" + kind.text() + "'";
    };
  }
}
