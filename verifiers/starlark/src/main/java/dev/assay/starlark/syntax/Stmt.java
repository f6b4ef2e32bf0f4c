package dev.assay.starlark.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of the tree. */
public sealed interface Stmt {
  /** Where errors about it point, packed by {@link SourcePos}. */
  int position();

  /** An expression evaluated for its effect. */
  record Expression(Expr expr, int position) implements Stmt {}

  /** {@code target = value}, or {@code target op= value} when {@code op} is there. */
  record Assign(Expr target, @Nullable TokenKind op, Expr value, int position) implements Stmt {}

  /** {@code return} with or without a value. */
  record Return(@Nullable Expr value, int position) implements Stmt {}

  /** {@code pass}, {@code break} or {@code continue}. */
  record Branch(TokenKind kind, int position) implements Stmt {}

  /** {@code def name(...): ...}. */
  record Def(Ident name, FunctionBody function, int position) implements Stmt {}

  /** {@code for target in iterable: ...}. */
  record For(Expr target, Expr iterable, List<Stmt> body, int position) implements Stmt {}

  /** {@code if}, {@code elif}, {@code else}; {@code orElse} is empty when there is none. */
  record If(List<Arm> arms, List<Stmt> orElse, int position) implements Stmt {}

  /** One {@code if} or {@code elif} with its block. */
  record Arm(Expr condition, List<Stmt> body) {}
}
