package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.TokenStream.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a source text into tokens, with INDENT and OUTDENT made from leading blanks. */
public final class Lexer {
  private static final int EOF_CHAR = -1;
  private static final int INDENT_DEPTH_MAX = 200;

  private final String source;
  private final SyntaxLimits limits;
  private final List<Token> tokens = new ArrayList<>();
  private final int[] indents = new int[INDENT_DEPTH_MAX + 1];
  private int indentCount = 1;
  private int at;
  private int line = 1;
  private int lineStart;
  private int brackets;

  private Lexer(String source, SyntaxLimits limits) {
    this.source = source;
    this.limits = limits;
  }

  /** All tokens of a source, the last of them EOF. */
  static List<Token> tokens(String source, SyntaxLimits limits) {
    if (source.length() > limits.sourceCharsMax()) {
      throw new SyntaxException(
          SourcePos.pack(1, 1),
          "source too long: expected at most "
              + limits.sourceCharsMax()
              + " characters, found "
              + source.length());
    }
    var lexer = new Lexer(source, limits);
    lexer.run();
    return lexer.tokens;
  }

  private void run() {
    boolean lineStarts = true;
    while (true) {
      if (lineStarts && brackets == 0) {
        if (!indentation()) {
          break;
        }
        lineStarts = false;
      }
      skipBlanks();
      int c = peek(0);
      if (c == EOF_CHAR) {
        break;
      }
      if (c == '\n') {
        if (brackets == 0) {
          add(TokenKind.NEWLINE, position(), null);
          lineStarts = true;
        }
        newline();
        continue;
      }
      token(c);
    }
    if (!tokens.isEmpty() && tokens.getLast().kind() != TokenKind.NEWLINE && brackets == 0) {
      add(TokenKind.NEWLINE, position(), null);
    }
    for (; indentCount > 1; indentCount--) {
      add(TokenKind.OUTDENT, position(), null);
    }
    add(TokenKind.EOF, position(), null);
  }

  /** Reads the blanks of a line that is not empty; false at the end of the file. */
  private boolean indentation() {
    while (true) {
      int column = 0;
      while (peek(0) == ' ' || peek(0) == '\t') {
        column = peek(0) == ' ' ? column + 1 : (column / 8 + 1) * 8;
        at++;
      }
      if (peek(0) == '#') {
        skipComment();
      }
      if (peek(0) == '\r' && peek(1) == '\n') {
        at++;
      }
      if (peek(0) == '\n') {
        newline();
        continue;
      }
      if (peek(0) == EOF_CHAR) {
        return false;
      }
      indentTo(column);
      return true;
    }
  }

  private void indentTo(int column) {
    int current = indents[indentCount - 1];
    if (column > current) {
      if (indentCount > INDENT_DEPTH_MAX) {
        throw error(position(), "too many nested blocks: expected at most " + INDENT_DEPTH_MAX);
      }
      indents[indentCount++] = column;
      add(TokenKind.INDENT, position(), null);
      return;
    }
    while (column < indents[indentCount - 1]) {
      indentCount--;
      add(TokenKind.OUTDENT, position(), null);
    }
    if (column != indents[indentCount - 1]) {
      throw error(position(), "unindent does not match any outer indentation level");
    }
  }

  private void skipBlanks() {
    while (true) {
      int c = peek(0);
      if (c == ' ' || c == '\t' || (c == '\r' && peek(1) == '\n')) {
        at++;
      } else if (c == '#') {
        skipComment();
      } else if (c == '\\' && peek(1) == '\n') {
        at++;
        newline();
      } else if (c == '\\' && peek(1) == '\r' && peek(2) == '\n') {
        at += 2;
        newline();
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    while (peek(0) != '\n' && peek(0) != EOF_CHAR) {
      at++;
    }
  }

  private void newline() {
    at++;
    line++;
    lineStart = at;
  }

  private void token(int c) {
    int position = position();
    if (isIdentStart(c)) {
      word(position);
    } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      number(position);
    } else if (c == '"' || c == '\'') {
      string(position, false, false);
    } else {
      operator(c, position);
    }
  }

  private void word(int position) {
    int quoteAt = stringPrefixLength();
    if (quoteAt > 0) {
      boolean raw = source.substring(at, at + quoteAt).indexOf('r') >= 0;
      boolean bytes = source.substring(at, at + quoteAt).indexOf('b') >= 0;
      at += quoteAt;
      string(position, raw, bytes);
      return;
    }
    int start = at;
    while (at < source.length() && isIdentPart(source.codePointAt(at))) {
      at += Character.charCount(source.codePointAt(at));
    }
    String text = source.substring(start, at);
    add(TokenKind.ofWord(text), position, text);
  }

  private int stringPrefixLength() {
    int c = peek(0);
    int next = peek(1);
    if ((c == 'r' || c == 'b') && (next == '"' || next == '\'')) {
      return 1;
    }
    boolean both = (c == 'r' && next == 'b') || (c == 'b' && next == 'r');
    return both && (peek(2) == '"' || peek(2) == '\'') ? 2 : 0;
  }

  private void number(int position) {
    var scanner = new NumberScanner(source, at, position, limits);
    Token token = scanner.scan();
    at = scanner.end();
    tokens.add(token);
  }

  private void string(int position, boolean raw, boolean bytes) {
    var scanner = new StringScanner(source, at, line, lineStart, raw, bytes);
    Object value = scanner.scan(position);
    at = scanner.end();
    line = scanner.line();
    lineStart = scanner.lineStart();
    add(bytes ? TokenKind.BYTES : TokenKind.STRING, position, value);
  }

  private void operator(int c, int position) {
    TokenKind kind = operatorAt(c, peek(1), peek(2));
    if (kind == null) {
      throw error(
          position,
          c == '!'
              ? "unexpected '!'; Starlark writes 'not x' or 'x != y'"
              : "unexpected character " + shown(c));
    }
    switch (kind) {
      case LPAREN, LBRACK, LBRACE -> brackets++;
      case RPAREN, RBRACK, RBRACE -> {
        if (brackets == 0) {
          throw error(position, "unexpected '" + kind.text() + "'");
        }
        brackets--;
      }
      default -> {}
    }
    at += kind.text().length();
    add(kind, position, null);
  }

  private static String shown(int c) {
    return c > ' ' && c < 127 ? "'" + (char) c + "'" : String.format("U+%04X", c);
  }

  private static @Nullable TokenKind operatorAt(int c, int c1, int c2) {
    boolean eq = c1 == '=';
    return switch (c) {
      case '+' -> eq ? TokenKind.PLUS_EQ : TokenKind.PLUS;
      case '-' -> eq ? TokenKind.MINUS_EQ : TokenKind.MINUS;
      case '*' -> c1 == '*' ? TokenKind.STARSTAR : eq ? TokenKind.STAR_EQ : TokenKind.STAR;
      case '/' -> {
        if (c1 == '/') {
          yield c2 == '=' ? TokenKind.SLASHSLASH_EQ : TokenKind.SLASHSLASH;
        }
        yield eq ? TokenKind.SLASH_EQ : TokenKind.SLASH;
      }
      case '%' -> eq ? TokenKind.PERCENT_EQ : TokenKind.PERCENT;
      case '&' -> eq ? TokenKind.AMP_EQ : TokenKind.AMP;
      case '|' -> eq ? TokenKind.PIPE_EQ : TokenKind.PIPE;
      case '^' -> eq ? TokenKind.CARET_EQ : TokenKind.CARET;
      case '<' -> {
        if (c1 == '<') {
          yield c2 == '=' ? TokenKind.LTLT_EQ : TokenKind.LTLT;
        }
        yield eq ? TokenKind.LE : TokenKind.LT;
      }
      case '>' -> {
        if (c1 == '>') {
          yield c2 == '=' ? TokenKind.GTGT_EQ : TokenKind.GTGT;
        }
        yield eq ? TokenKind.GE : TokenKind.GT;
      }
      case '=' -> eq ? TokenKind.EQEQ : TokenKind.EQ;
      case '!' -> eq ? TokenKind.NE : null;
      case '~' -> TokenKind.TILDE;
      case '.' -> TokenKind.DOT;
      case ',' -> TokenKind.COMMA;
      case ';' -> TokenKind.SEMI;
      case ':' -> TokenKind.COLON;
      case '(' -> TokenKind.LPAREN;
      case ')' -> TokenKind.RPAREN;
      case '[' -> TokenKind.LBRACK;
      case ']' -> TokenKind.RBRACK;
      case '{' -> TokenKind.LBRACE;
      case '}' -> TokenKind.RBRACE;
      default -> null;
    };
  }

  private static boolean isIdentStart(int c) {
    return c == '_'
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c > 127 && Character.isLetter(c));
  }

  private static boolean isIdentPart(int c) {
    return isIdentStart(c) || isDigit(c) || (c > 127 && Character.isDigit(c));
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private int peek(int ahead) {
    int index = at + ahead;
    if (index >= source.length()) {
      return EOF_CHAR;
    }
    return ahead == 0 ? source.codePointAt(index) : source.charAt(index);
  }

  private int position() {
    return SourcePos.pack(line, at - lineStart + 1);
  }

  private void add(TokenKind kind, int position, @Nullable Object value) {
    tokens.add(new Token(kind, position, value));
  }

  private static SyntaxException error(int position, String message) {
    return new SyntaxException(position, message);
  }
}
