package dev.assay.starlark.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression of the tree. */
public sealed interface Expr
    permits Ident,
        Expr.Literal,
        Expr.Unary,
        Expr.Binary,
        Expr.Conditional,
        Expr.Call,
        Expr.Dot,
        Expr.Index,
        Expr.Slice,
        Expr.ListOf,
        Expr.TupleOf,
        Expr.DictOf,
        Expr.Comprehension,
        Expr.Lambda {
  /** Where errors about it point, packed by {@link SourcePos}. */
  int position();

  /** One more than the tallest part. */
  int height();

  /**
   * A literal: {@code Long}, {@code BigInteger}, {@code Double}, {@code String}, {@code byte[]}.
   */
  record Literal(Object value, int position) implements Expr {
    @Override
    public int height() {
      return 1;
    }
  }

  /** {@code -x}, {@code +x}, {@code ~x}, {@code not x}. */
  record Unary(TokenKind op, Expr operand, int position, int height) implements Expr {}

  /** {@code x op y}, with {@code and} and {@code or}. */
  record Binary(TokenKind op, Expr left, Expr right, int position, int height) implements Expr {}

  /** {@code a if condition else b}. */
  record Conditional(Expr condition, Expr yes, Expr no, int position, int height) implements Expr {}

  /** {@code f(...)}. */
  record Call(Expr function, List<Argument> arguments, int position, int height) implements Expr {}

  /** {@code x.name}. */
  record Dot(Expr object, String name, int position, int height) implements Expr {}

  /** {@code x[key]}. */
  record Index(Expr object, Expr key, int position, int height) implements Expr {}

  /** {@code x[low:high:step]}. */
  record Slice(
      Expr object,
      @Nullable Expr low,
      @Nullable Expr high,
      @Nullable Expr step,
      int position,
      int height)
      implements Expr {}

  /** {@code [a, b]}. */
  record ListOf(List<Expr> items, int position, int height) implements Expr {}

  /** {@code (a, b)} or {@code a, b}. */
  record TupleOf(List<Expr> items, int position, int height) implements Expr {}

  /** <code>{k: v}</code>. */
  record DictOf(List<Entry> entries, int position, int height) implements Expr {}

  /** {@code [v for ...]}, or <code>{k: v for ...}</code> when {@code key} is there. */
  record Comprehension(
      @Nullable Expr key, Expr value, List<Clause> clauses, int position, int height)
      implements Expr {}

  /** {@code lambda params: expression}. */
  record Lambda(FunctionBody function, int position, int height) implements Expr {}

  /** One {@code key: value} of a dict display. */
  record Entry(Expr key, Expr value, int position) {}

  /** How an argument is passed. */
  enum ArgumentKind {
    /** {@code f(x)}. */
    POSITIONAL,
    /** {@code f(name=x)}. */
    NAMED,
    /** {@code f(*x)}. */
    STAR,
    /** {@code f(**x)}. */
    STARSTAR
  }

  /** One argument of a call; {@code name} is empty unless it is named. */
  record Argument(ArgumentKind kind, String name, Expr value, int position) {}

  /** A clause of a comprehension. */
  sealed interface Clause {
    /** {@code for target in iterable}. */
    record For(Expr target, Expr iterable, int position) implements Clause {}

    /** {@code if condition}. */
    record If(Expr condition) implements Clause {}
  }
}
