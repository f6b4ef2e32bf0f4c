package dev.assay.starlark.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads expressions by precedence climbing. */
final class ExprParser {
  private static final int LOWEST = 0;
  private static final int NOT_LEVEL = 2;
  private static final int COMPARISON_LEVEL = 3;

  private final TokenStream in;
  private final PrimaryParser primaries;

  ExprParser(TokenStream in) {
    this.in = in;
    this.primaries = new PrimaryParser(in, this);
  }

  /** Reads {@code a} or {@code a, b}; {@code inParens} allows a trailing comma. */
  Expr expression(boolean inParens) {
    Expr first = test();
    if (!in.is(TokenKind.COMMA)) {
      return first;
    }
    var items = new ArrayList<Expr>();
    items.add(first);
    int tallest = first.height();
    while (in.takeIf(TokenKind.COMMA)) {
      if (endsExpression()) {
        if (!inParens) {
          throw in.unexpected("unparenthesized tuple with trailing comma");
        }
        break;
      }
      Expr item = test();
      items.add(item);
      tallest = Math.max(tallest, item.height());
    }
    return new Expr.TupleOf(items, first.position(), in.height(first.position(), tallest));
  }

  private boolean endsExpression() {
    return switch (in.kind()) {
      case RPAREN, RBRACK, RBRACE, EQ, NEWLINE, SEMI, COLON, EOF -> true;
      default -> false;
    };
  }

  /** Reads one expression that is not a bare tuple. */
  Expr test() {
    in.enter();
    try {
      if (in.is(TokenKind.LAMBDA)) {
        return lambda(true);
      }
      Expr value = binary(LOWEST);
      if (!in.is(TokenKind.IF)) {
        return value;
      }
      int position = in.take().position();
      Expr condition = binary(LOWEST);
      if (!in.takeIf(TokenKind.ELSE)) {
        throw in.unexpected("conditional expression without else clause: expected 'else'");
      }
      Expr otherwise = test();
      int tallest = Math.max(value.height(), Math.max(condition.height(), otherwise.height()));
      return new Expr.Conditional(
          condition, value, otherwise, position, in.height(position, tallest));
    } finally {
      in.leave();
    }
  }

  /** Reads one expression that is not a conditional, as comprehension clauses need. */
  Expr testWithoutConditional() {
    in.enter();
    try {
      return in.is(TokenKind.LAMBDA) ? lambda(false) : binary(LOWEST);
    } finally {
      in.leave();
    }
  }

  private Expr lambda(boolean conditionalBody) {
    int position = in.take().position();
    List<FunctionBody.Param> params = new ParamParser(in, this).params(TokenKind.COLON);
    in.expect(TokenKind.COLON, " after lambda parameters");
    Expr body = conditionalBody ? test() : testWithoutConditional();
    int height = in.height(position, Math.max(body.height(), ParamParser.tallest(params)));
    var function =
        new FunctionBody(
            "lambda", position, params, List.of(new Stmt.Return(body, body.position())), height);
    return new Expr.Lambda(function, position, height);
  }

  private Expr binary(int level) {
    if (level == NOT_LEVEL && in.is(TokenKind.NOT)) {
      return unary(TokenKind.NOT, NOT_LEVEL);
    }
    Expr left = level < NOT_LEVEL || in.is(TokenKind.NOT) ? notOperand(level) : unaryOrPrimary();
    return climb(left, level);
  }

  /** The left operand of a loose operator may itself start with {@code not}. */
  private Expr notOperand(int level) {
    if (!in.is(TokenKind.NOT)) {
      return unaryOrPrimary();
    }
    if (level > NOT_LEVEL) {
      throw in.unexpected("expected an operand; write (not x) in parentheses");
    }
    return unary(TokenKind.NOT, NOT_LEVEL);
  }

  private Expr climb(Expr start, int level) {
    Expr left = start;
    while (true) {
      TokenKind op = operator();
      int opLevel = op == null ? -1 : levelOf(op);
      if (op == null || opLevel < level) {
        return left;
      }
      int position = in.take().position();
      if (op == TokenKind.NOT_IN) {
        in.take();
      }
      Expr right = binary(opLevel + 1);
      int height = in.height(position, Math.max(left.height(), right.height()));
      left = new Expr.Binary(op, left, right, position, height);
      if (opLevel == COMPARISON_LEVEL && comparisonNext()) {
        throw new SyntaxException(
            in.token().position(),
            "comparisons do not chain in Starlark: write 'a < b and b < c', or use parentheses");
      }
    }
  }

  private boolean comparisonNext() {
    TokenKind next = operator();
    return next != null && levelOf(next) == COMPARISON_LEVEL;
  }

  private @Nullable TokenKind operator() {
    TokenKind kind = in.kind();
    if (kind == TokenKind.NOT && in.kindAfter() == TokenKind.IN) {
      return TokenKind.NOT_IN;
    }
    return levelOf(kind) >= 0 ? kind : null;
  }

  private static int levelOf(TokenKind op) {
    return switch (op) {
      case OR -> 0;
      case AND -> 1;
      case EQEQ, NE, LT, GT, LE, GE, IN, NOT_IN -> COMPARISON_LEVEL;
      case PIPE -> 4;
      case CARET -> 5;
      case AMP -> 6;
      case LTLT, GTGT -> 7;
      case PLUS, MINUS -> 8;
      case STAR, SLASH, SLASHSLASH, PERCENT -> 9;
      default -> -1;
    };
  }

  private Expr unary(TokenKind op, int operandLevel) {
    in.enter();
    try {
      int position = in.take().position();
      Expr operand = op == TokenKind.NOT ? binary(operandLevel) : unaryOrPrimary();
      return new Expr.Unary(op, operand, position, in.height(position, operand.height()));
    } finally {
      in.leave();
    }
  }

  private Expr unaryOrPrimary() {
    return switch (in.kind()) {
      case PLUS -> unary(TokenKind.PLUS, 0);
      case MINUS -> unary(TokenKind.MINUS, 0);
      case TILDE -> unary(TokenKind.TILDE, 0);
      default -> primaries.primaryWithSuffixes();
    };
  }

  /** Reads the targets of a {@code for}: one primary or several between commas. */
  Expr loopTargets() {
    Expr first = primaries.primaryWithSuffixes();
    if (!in.is(TokenKind.COMMA)) {
      return first;
    }
    var items = new ArrayList<Expr>();
    items.add(first);
    int tallest = first.height();
    while (in.takeIf(TokenKind.COMMA)) {
      if (in.is(TokenKind.IN)) {
        break;
      }
      Expr item = primaries.primaryWithSuffixes();
      items.add(item);
      tallest = Math.max(tallest, item.height());
    }
    return new Expr.TupleOf(items, first.position(), in.height(first.position(), tallest));
  }
}
