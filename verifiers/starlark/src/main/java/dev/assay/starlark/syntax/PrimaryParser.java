package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.TokenStream.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads operands (names, literals, displays, comprehensions) and what may follow them. */
final class PrimaryParser {
  private final TokenStream in;
  private final ExprParser exprs;

  PrimaryParser(TokenStream in, ExprParser exprs) {
    this.in = in;
    this.exprs = exprs;
  }

  Expr primaryWithSuffixes() {
    Expr x = operand();
    while (true) {
      switch (in.kind()) {
        case DOT -> {
          int position = in.take().position();
          Token name = in.expect(TokenKind.IDENT, " after '.'");
          x = new Expr.Dot(x, textOf(name), position, in.height(position, x.height()));
        }
        case LBRACK -> x = subscript(x);
        case LPAREN -> x = call(x);
        default -> {
          return x;
        }
      }
    }
  }

  private Expr subscript(Expr x) {
    int position = in.take().position();
    Expr low = null;
    if (!in.is(TokenKind.COLON)) {
      low = exprs.expression(true);
      if (in.takeIf(TokenKind.RBRACK)) {
        int height = in.height(position, Math.max(x.height(), low.height()));
        return new Expr.Index(x, low, position, height);
      }
    }
    in.expect(TokenKind.COLON, " or ']' in subscript");
    Expr high = in.is(TokenKind.COLON) || in.is(TokenKind.RBRACK) ? null : exprs.test();
    Expr step = null;
    if (in.takeIf(TokenKind.COLON) && !in.is(TokenKind.RBRACK)) {
      step = exprs.test();
    }
    in.expect(TokenKind.RBRACK, " at the end of the slice");
    int tallest =
        Math.max(Math.max(x.height(), heightOf(low)), Math.max(heightOf(high), heightOf(step)));
    return new Expr.Slice(x, low, high, step, position, in.height(position, tallest));
  }

  private static int heightOf(@Nullable Expr expr) {
    return expr == null ? 0 : expr.height();
  }

  private Expr call(Expr function) {
    int position = in.take().position();
    var arguments = new ArrayList<Expr.Argument>();
    var order = new ArgumentOrder();
    int tallest = function.height();
    while (!in.is(TokenKind.RPAREN)) {
      Expr.Argument argument = argument();
      order.check(argument);
      arguments.add(argument);
      tallest = Math.max(tallest, argument.value().height());
      if (!in.takeIf(TokenKind.COMMA)) {
        break;
      }
    }
    in.expect(TokenKind.RPAREN, " or ',' in call");
    return new Expr.Call(function, arguments, position, in.height(position, tallest));
  }

  private Expr.Argument argument() {
    int position = in.token().position();
    if (in.takeIf(TokenKind.STAR)) {
      return new Expr.Argument(Expr.ArgumentKind.STAR, "", exprs.test(), position);
    }
    if (in.takeIf(TokenKind.STARSTAR)) {
      return new Expr.Argument(Expr.ArgumentKind.STARSTAR, "", exprs.test(), position);
    }
    if (in.is(TokenKind.IDENT) && in.kindAfter() == TokenKind.EQ) {
      String name = textOf(in.take());
      in.take();
      return new Expr.Argument(Expr.ArgumentKind.NAMED, name, exprs.test(), position);
    }
    return new Expr.Argument(Expr.ArgumentKind.POSITIONAL, "", exprs.test(), position);
  }

  /** The rules on the order of arguments. */
  private static final class ArgumentOrder {
    private final Set<String> names = new HashSet<>();
    private boolean star;
    private boolean starStar;

    void check(Expr.Argument argument) {
      String problem =
          switch (argument.kind()) {
            case POSITIONAL -> positional();
            case NAMED -> named(argument.name());
            case STAR -> star();
            case STARSTAR -> starStar();
          };
      if (problem != null) {
        throw new SyntaxException(argument.position(), problem);
      }
    }

    private @Nullable String positional() {
      if (star) {
        return "positional argument may not follow *args";
      }
      if (starStar) {
        return "positional argument may not follow **kwargs";
      }
      return names.isEmpty() ? null : "positional argument may not follow named";
    }

    private @Nullable String named(String name) {
      if (starStar) {
        return "keyword argument may not follow **kwargs";
      }
      return names.add(name) ? null : "keyword argument '" + name + "' is repeated";
    }

    private @Nullable String star() {
      if (starStar) {
        return "*args may not follow **kwargs";
      }
      boolean again = star;
      star = true;
      return again ? "multiple *args not allowed" : null;
    }

    private @Nullable String starStar() {
      boolean again = starStar;
      starStar = true;
      return again ? "multiple **kwargs not allowed" : null;
    }
  }

  private Expr operand() {
    Token token = in.token();
    return switch (token.kind()) {
      case IDENT -> new Ident(textOf(in.take()), token.position());
      case INT, FLOAT, BYTES, STRING ->
          new Expr.Literal(Objects.requireNonNull(in.take().value(), "literal"), token.position());
      case LPAREN -> parenthesized();
      case LBRACK -> list();
      case LBRACE -> dict();
      default -> throw in.unexpected("expected an expression");
    };
  }

  private Expr parenthesized() {
    int position = in.take().position();
    if (in.takeIf(TokenKind.RPAREN)) {
      return new Expr.TupleOf(List.of(), position, 1);
    }
    Expr inner = exprs.expression(true);
    in.expect(TokenKind.RPAREN, "");
    return inner;
  }

  private Expr list() {
    int position = in.take().position();
    if (in.takeIf(TokenKind.RBRACK)) {
      return new Expr.ListOf(List.of(), position, 1);
    }
    Expr first = exprs.test();
    if (in.is(TokenKind.FOR)) {
      return comprehension(position, null, first, TokenKind.RBRACK);
    }
    var items = new ArrayList<Expr>();
    items.add(first);
    int tallest = first.height();
    while (in.takeIf(TokenKind.COMMA) && !in.is(TokenKind.RBRACK)) {
      Expr item = exprs.test();
      items.add(item);
      tallest = Math.max(tallest, item.height());
    }
    in.expect(TokenKind.RBRACK, " or ',' in list");
    return new Expr.ListOf(items, position, in.height(position, tallest));
  }

  private Expr dict() {
    int position = in.take().position();
    var entries = new ArrayList<Expr.Entry>();
    int tallest = 0;
    while (!in.is(TokenKind.RBRACE)) {
      Expr key = exprs.test();
      Token colon = in.expect(TokenKind.COLON, " after dict key");
      Expr value = exprs.test();
      if (entries.isEmpty() && in.is(TokenKind.FOR)) {
        return comprehension(position, key, value, TokenKind.RBRACE);
      }
      entries.add(new Expr.Entry(key, value, colon.position()));
      tallest = Math.max(tallest, Math.max(key.height(), value.height()));
      if (!in.takeIf(TokenKind.COMMA)) {
        break;
      }
    }
    in.expect(TokenKind.RBRACE, " or ',' in dict");
    return new Expr.DictOf(entries, position, in.height(position, tallest));
  }

  private Expr comprehension(int position, @Nullable Expr key, Expr value, TokenKind end) {
    var clauses = new ArrayList<Expr.Clause>();
    int tallest = Math.max(heightOf(key), value.height());
    while (!in.is(end)) {
      Token token = in.token();
      if (in.takeIf(TokenKind.FOR)) {
        Expr target = exprs.loopTargets();
        in.expect(TokenKind.IN, " in comprehension");
        Expr iterable = exprs.testWithoutConditional();
        clauses.add(new Expr.Clause.For(target, iterable, token.position()));
        tallest = Math.max(tallest, Math.max(target.height(), iterable.height()));
      } else if (in.takeIf(TokenKind.IF)) {
        Expr condition = exprs.testWithoutConditional();
        clauses.add(new Expr.Clause.If(condition));
        tallest = Math.max(tallest, condition.height());
      } else {
        throw in.unexpected("expected '" + end.text() + "', 'for' or 'if' in comprehension");
      }
    }
    in.take();
    int height = in.height(position, tallest + clauses.size());
    return new Expr.Comprehension(key, value, clauses, position, height);
  }

  private static String textOf(Token token) {
    return String.valueOf(token.value());
  }
}
