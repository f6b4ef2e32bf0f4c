package dev.assay.starlark.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tokens of a file with a reading position, and the nesting account of the parsers. */
final class TokenStream {
  private final List<Token> tokens;
  private final int nestingMax;
  private int at;
  private int nesting;

  TokenStream(List<Token> tokens, SyntaxLimits limits) {
    this.tokens = tokens;
    this.nestingMax = limits.nestingMax();
  }

  Token token() {
    return tokens.get(at);
  }

  TokenKind kind() {
    return token().kind();
  }

  TokenKind kindAfter() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1)).kind();
  }

  boolean is(TokenKind kind) {
    return kind() == kind;
  }

  Token take() {
    Token token = token();
    if (token.kind() != TokenKind.EOF) {
      at++;
    }
    return token;
  }

  boolean takeIf(TokenKind kind) {
    if (is(kind)) {
      at++;
      return true;
    }
    return false;
  }

  Token expect(TokenKind kind, String where) {
    if (!is(kind)) {
      String wanted =
          switch (kind) {
            case NEWLINE, INDENT, OUTDENT, IDENT, EOF -> kind.text();
            default -> "'" + kind.text() + "'";
          };
      throw unexpected("expected " + wanted + where);
    }
    return take();
  }

  SyntaxException unexpected(String expectation) {
    Token token = token();
    String hint = token.kind() == TokenKind.RESERVED ? " (a reserved word)" : "";
    return new SyntaxException(
        token.position(), "syntax error: " + expectation + ", found " + token.shown() + hint);
  }

  /** Goes one level down; the caller must {@link #leave()} on its way back. */
  void enter() {
    if (++nesting > nestingMax) {
      throw tooTall(token().position());
    }
  }

  void leave() {
    nesting--;
  }

  /** Checks the height of a new tree. */
  int height(int position, int tallestPart) {
    if (tallestPart >= nestingMax) {
      throw tooTall(position);
    }
    return tallestPart + 1;
  }

  private SyntaxException tooTall(int position) {
    return new SyntaxException(
        position,
        "nested too deeply or chained too long: expected at most "
            + nestingMax
            + " levels; split the expression or block");
  }

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
}
