package dev.assay.starlark.syntax;

import java.util.List;
import java.util.function.Consumer;

/** Finds the names a block binds, not looking into functions and comprehensions inside it. */
final class BoundNames {
  private final Consumer<String> found;

  BoundNames(Consumer<String> found) {
    this.found = found;
  }

  void block(List<Stmt> body) {
    for (Stmt stmt : body) {
      switch (stmt) {
        case Stmt.Assign assign -> target(assign.target());
        case Stmt.Def def -> found.accept(def.name().name());
        case Stmt.For loop -> {
          target(loop.target());
          block(loop.body());
        }
        case Stmt.If choice -> {
          choice.arms().forEach(arm -> block(arm.body()));
          block(choice.orElse());
        }
        case Stmt.Expression _, Stmt.Return _, Stmt.Branch _ -> {}
      }
    }
  }

  void target(Expr target) {
    switch (target) {
      case Ident ident -> found.accept(ident.name());
      case Expr.TupleOf tuple -> tuple.items().forEach(this::target);
      case Expr.ListOf list -> list.items().forEach(this::target);
      default -> {}
    }
  }
}
