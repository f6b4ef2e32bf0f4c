package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.Resolver.NameSpace;
import dev.assay.starlark.syntax.Resolver.ResolvedFile;
import dev.assay.starlark.syntax.TokenStream.Token;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a file into statements. */
public final class Parser {
  private final TokenStream in;
  private final ExprParser exprs;

  private Parser(TokenStream in) {
    this.in = in;
    this.exprs = new ExprParser(in);
  }

  /**
   * Parses and resolves a source text.
   *
   * @throws SyntaxException when it is not a Starlark program
   */
  public static ResolvedFile parse(String source, SyntaxLimits limits, NameSpace names) {
    var parser = new Parser(new TokenStream(Lexer.tokens(source, limits), limits));
    FunctionBody file = parser.file();
    return Resolver.resolve(file, names);
  }

  private FunctionBody file() {
    var body = new ArrayList<Stmt>();
    int tallest = 0;
    while (!in.is(TokenKind.EOF)) {
      if (in.takeIf(TokenKind.NEWLINE)) {
        continue;
      }
      if (in.is(TokenKind.INDENT)) {
        throw in.unexpected("expected a statement at the left margin");
      }
      tallest = Math.max(tallest, statement(body));
    }
    return new FunctionBody("<toplevel>", SourcePos.pack(1, 1), List.of(), body, tallest);
  }

  /** Reads one line or compound statement into {@code out}; answers its height. */
  private int statement(List<Stmt> out) {
    in.enter();
    try {
      int position = in.token().position();
      int tallest =
          switch (in.kind()) {
            case DEF -> def(out);
            case IF -> ifs(out);
            case FOR -> forLoop(out);
            default -> simpleLine(out);
          };
      return in.height(position, tallest);
    } finally {
      in.leave();
    }
  }

  private int def(List<Stmt> out) {
    int position = in.take().position();
    Token name = in.expect(TokenKind.IDENT, " after 'def'");
    in.expect(TokenKind.LPAREN, " after function name");
    List<FunctionBody.Param> params = new ParamParser(in, exprs).params(TokenKind.RPAREN);
    in.expect(TokenKind.RPAREN, " or ',' in parameters");
    in.expect(TokenKind.COLON, " after parameters");
    var body = new ArrayList<Stmt>();
    int tallest = Math.max(suite(body), ParamParser.tallest(params));
    String text = String.valueOf(name.value());
    var function = new FunctionBody(text, position, params, body, tallest);
    out.add(new Stmt.Def(new Ident(text, name.position()), function, position));
    return tallest;
  }

  private int ifs(List<Stmt> out) {
    int position = in.token().position();
    var arms = new ArrayList<Stmt.Arm>();
    var orElse = new ArrayList<Stmt>();
    int tallest = 0;
    do {
      in.take();
      Expr condition = exprs.test();
      in.expect(TokenKind.COLON, " after condition");
      var body = new ArrayList<Stmt>();
      tallest = Math.max(tallest, Math.max(condition.height(), suite(body)));
      arms.add(new Stmt.Arm(condition, body));
    } while (in.is(TokenKind.ELIF));
    if (in.takeIf(TokenKind.ELSE)) {
      in.expect(TokenKind.COLON, " after 'else'");
      tallest = Math.max(tallest, suite(orElse));
    }
    out.add(new Stmt.If(arms, orElse, position));
    return tallest;
  }

  private int forLoop(List<Stmt> out) {
    int position = in.take().position();
    Expr target = exprs.loopTargets();
    in.expect(TokenKind.IN, " in 'for'");
    Expr iterable = exprs.expression(false);
    in.expect(TokenKind.COLON, " after 'for' clause");
    var body = new ArrayList<Stmt>();
    int tallest = Math.max(suite(body), Math.max(target.height(), iterable.height()));
    out.add(new Stmt.For(target, iterable, body, position));
    return tallest;
  }

  private int suite(List<Stmt> out) {
    if (!in.takeIf(TokenKind.NEWLINE)) {
      return simpleLine(out);
    }
    if (!in.takeIf(TokenKind.INDENT)) {
      throw in.unexpected("expected an indented block");
    }
    int tallest = 0;
    while (!in.is(TokenKind.OUTDENT) && !in.is(TokenKind.EOF)) {
      if (in.takeIf(TokenKind.NEWLINE)) {
        continue;
      }
      tallest = Math.max(tallest, statement(out));
    }
    in.expect(TokenKind.OUTDENT, " at the end of the block");
    return tallest;
  }

  private int simpleLine(List<Stmt> out) {
    int tallest = small(out);
    while (in.takeIf(TokenKind.SEMI)) {
      if (in.is(TokenKind.NEWLINE) || in.is(TokenKind.EOF)) {
        break;
      }
      tallest = Math.max(tallest, small(out));
    }
    if (!in.is(TokenKind.EOF)) {
      in.expect(TokenKind.NEWLINE, " after statement");
    }
    return tallest;
  }

  private int small(List<Stmt> out) {
    Token token = in.token();
    int position = token.position();
    return switch (token.kind()) {
      case PASS, BREAK, CONTINUE -> {
        out.add(new Stmt.Branch(in.take().kind(), position));
        yield 1;
      }
      case RETURN -> {
        var _ = in.take();
        Expr value = endsStatement() ? null : exprs.expression(false);
        out.add(new Stmt.Return(value, position));
        yield value == null ? 1 : value.height();
      }
      case LOAD ->
          throw new SyntaxException(
              position, "load is not available: the host supplies every module as a ready name");
      case INDENT -> throw in.unexpected("unexpected indentation: expected a statement");
      default -> expressionOrAssignment(out, position);
    };
  }

  private boolean endsStatement() {
    return in.is(TokenKind.NEWLINE) || in.is(TokenKind.SEMI) || in.is(TokenKind.EOF);
  }

  private int expressionOrAssignment(List<Stmt> out, int position) {
    Expr left = exprs.expression(false);
    if (in.is(TokenKind.EQ)) {
      int at = in.take().position();
      Expr right = exprs.expression(false);
      out.add(new Stmt.Assign(left, null, right, at));
      return Math.max(left.height(), right.height());
    }
    TokenKind op = augmented(in.kind());
    if (op != null) {
      int at = in.take().position();
      Expr right = exprs.expression(false);
      out.add(new Stmt.Assign(left, op, right, at));
      return Math.max(left.height(), right.height()) + 1;
    }
    out.add(new Stmt.Expression(left, position));
    return left.height();
  }

  private static @Nullable TokenKind augmented(TokenKind kind) {
    return switch (kind) {
      case PLUS_EQ -> TokenKind.PLUS;
      case MINUS_EQ -> TokenKind.MINUS;
      case STAR_EQ -> TokenKind.STAR;
      case SLASH_EQ -> TokenKind.SLASH;
      case SLASHSLASH_EQ -> TokenKind.SLASHSLASH;
      case PERCENT_EQ -> TokenKind.PERCENT;
      case AMP_EQ -> TokenKind.AMP;
      case PIPE_EQ -> TokenKind.PIPE;
      case CARET_EQ -> TokenKind.CARET;
      case LTLT_EQ -> TokenKind.LTLT;
      case GTGT_EQ -> TokenKind.GTGT;
      default -> null;
    };
  }

  /**
   * Freedoms beyond the core language; {@link #CORE} has none.
   *
   * @param topLevelControl {@code if} and {@code for} may stand outside a function
   * @param globalReassign a global may be bound more than once
   * @param recursion a function may call itself, directly or through others
   */
  public record Dialect(boolean topLevelControl, boolean globalReassign, boolean recursion) {
    /** The language of the specification. */
    public static final Dialect CORE = new Dialect(false, false, false);
  }
}
