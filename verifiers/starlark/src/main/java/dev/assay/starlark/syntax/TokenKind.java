package dev.assay.starlark.syntax;

import java.util.HashMap;
import java.util.Map;

/** Every kind of token, with the text it is written as (empty for kinds that vary). */
public enum TokenKind {
  EOF("end of file"),
  NEWLINE("newline"),
  INDENT("indent"),
  OUTDENT("outdent"),
  IDENT("identifier"),
  INT("integer literal"),
  FLOAT("float literal"),
  STRING("string literal"),
  BYTES("bytes literal"),
  PLUS("+"),
  MINUS("-"),
  STAR("*"),
  SLASH("/"),
  SLASHSLASH("//"),
  PERCENT("%"),
  AMP("&"),
  PIPE("|"),
  CARET("^"),
  LTLT("<<"),
  GTGT(">>"),
  TILDE("~"),
  DOT("."),
  COMMA(","),
  EQ("="),
  SEMI(";"),
  COLON(":"),
  LPAREN("("),
  RPAREN(")"),
  LBRACK("["),
  RBRACK("]"),
  LBRACE("{"),
  RBRACE("}"),
  LT("<"),
  GT(">"),
  GE(">="),
  LE("<="),
  EQEQ("=="),
  NE("!="),
  PLUS_EQ("+="),
  MINUS_EQ("-="),
  STAR_EQ("*="),
  SLASH_EQ("/="),
  SLASHSLASH_EQ("//="),
  PERCENT_EQ("%="),
  AMP_EQ("&="),
  PIPE_EQ("|="),
  CARET_EQ("^="),
  LTLT_EQ("<<="),
  GTGT_EQ(">>="),
  STARSTAR("**"),
  AND("and"),
  BREAK("break"),
  CONTINUE("continue"),
  DEF("def"),
  ELIF("elif"),
  ELSE("else"),
  FOR("for"),
  IF("if"),
  IN("in"),
  LAMBDA("lambda"),
  LOAD("load"),
  NOT("not"),
  NOT_IN("not in"),
  OR("or"),
  PASS("pass"),
  RETURN("return"),
  /** A word Starlark keeps for later, such as {@code while} or {@code class}. */
  RESERVED("reserved word");

  private static final Map<String, TokenKind> WORDS = words();

  private final String text;

  TokenKind(String text) {
    this.text = text;
  }

  /** The token as written, or the name of its kind. */
  public String text() {
    return text;
  }

  private static Map<String, TokenKind> words() {
    var words = new HashMap<String, TokenKind>();
    for (TokenKind kind :
        new TokenKind[] {
          AND, BREAK, CONTINUE, DEF, ELIF, ELSE, FOR, IF, IN, LAMBDA, LOAD, NOT, OR, PASS, RETURN
        }) {
      words.put(kind.text, kind);
    }
    for (String word :
        new String[] {
          "as",
          "class",
          "del",
          "except",
          "finally",
          "from",
          "global",
          "import",
          "is",
          "nonlocal",
          "raise",
          "try",
          "while",
          "with",
          "yield"
        }) {
      words.put(word, RESERVED);
    }
    return Map.copyOf(words);
  }

  /** The keyword with this spelling, or {@link #IDENT}. */
  static TokenKind ofWord(String word) {
    return WORDS.getOrDefault(word, IDENT);
  }
}
