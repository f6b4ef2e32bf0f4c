package dev.assay.starlark;

import dev.assay.starlark.Frame.Node;
import dev.assay.starlark.Iteration.Cursor;
import dev.assay.starlark.syntax.TokenKind;
import org.jspecify.annotations.Nullable;

/** Compiled statements. */
final class StatementNodes {
  private StatementNodes() {}

  static final class Evaluate extends Exec {
    private final Node expr;

    Evaluate(Node expr) {
      this.expr = expr;
    }

    @Override
    int run(Frame frame) {
      var _ = expr.eval(frame);
      return NORMAL;
    }
  }

  static final class Assign extends Exec {
    private final Targets.Target target;
    private final Node value;

    Assign(Targets.Target target, Node value) {
      this.target = target;
      this.value = value;
    }

    @Override
    int run(Frame frame) {
      target.assign(frame, value.eval(frame));
      return NORMAL;
    }
  }

  /** {@code name op= value}. */
  static final class AugmentName extends Exec {
    private final TokenKind op;
    private final Node current;
    private final Targets.Target target;
    private final Node value;
    private final int position;

    AugmentName(TokenKind op, Node current, Targets.Target target, Node value, int position) {
      this.op = op;
      this.current = current;
      this.target = target;
      this.value = value;
      this.position = position;
    }

    @Override
    int run(Frame frame) {
      StarlarkValue x = current.eval(frame);
      StarlarkValue y = value.eval(frame);
      frame.at = position;
      target.assign(frame, Augmented.apply(op, x, y, frame));
      return NORMAL;
    }
  }

  /** {@code object[key] op= value}; object and key are evaluated once. */
  static final class AugmentIndex extends Exec {
    private final TokenKind op;
    private final Node object;
    private final Node key;
    private final Node value;
    private final int position;

    AugmentIndex(TokenKind op, Node object, Node key, Node value, int position) {
      this.op = op;
      this.object = object;
      this.key = key;
      this.value = value;
      this.position = position;
    }

    @Override
    int run(Frame frame) {
      StarlarkValue x = object.eval(frame);
      StarlarkValue k = key.eval(frame);
      frame.at = position;
      StarlarkValue current = Indexing.get(x, k, frame.budget);
      StarlarkValue y = value.eval(frame);
      frame.at = position;
      Indexing.set(x, k, Augmented.apply(op, current, y, frame), frame.budget);
      return NORMAL;
    }
  }

  static final class Return extends Exec {
    private final @Nullable Node value;

    Return(@Nullable Node value) {
      this.value = value;
    }

    @Override
    int run(Frame frame) {
      if (value != null) {
        frame.result = value.eval(frame);
      }
      return RETURN;
    }
  }

  static final class Jump extends Exec {
    private final int completion;

    Jump(int completion) {
      this.completion = completion;
    }

    @Override
    int run(Frame frame) {
      return completion;
    }
  }

  static final class For extends Exec {
    private final Targets.Target target;
    private final Node iterable;
    private final Exec[] body;
    private final int position;

    For(Targets.Target target, Node iterable, Exec[] body, int position) {
      this.target = target;
      this.iterable = iterable;
      this.body = body;
      this.position = position;
    }

    @Override
    int run(Frame frame) {
      StarlarkValue items = iterable.eval(frame);
      frame.at = position;
      try (Cursor cursor = Iteration.iterable(items).cursor()) {
        for (StarlarkValue item = cursor.next(); item != null; item = cursor.next()) {
          frame.budget.step();
          target.assign(frame, item);
          int completion = block(body, frame);
          if (completion == BREAK) {
            break;
          }
          if (completion == RETURN) {
            return RETURN;
          }
        }
      }
      return NORMAL;
    }
  }

  static final class If extends Exec {
    private final Node[] conditions;
    private final Exec[][] bodies;
    private final Exec[] orElse;

    If(Node[] conditions, Exec[][] bodies, Exec[] orElse) {
      this.conditions = conditions;
      this.bodies = bodies;
      this.orElse = orElse;
    }

    @Override
    int run(Frame frame) {
      for (int i = 0; i < conditions.length; i++) {
        if (conditions[i].eval(frame).truth()) {
          return block(bodies[i], frame);
        }
      }
      return block(orElse, frame);
    }
  }

  /** {@code op=}: lists (+=) and dicts (|=) are changed in place, all else is computed anew. */
  private static final class Augmented {
    private Augmented() {}

    static StarlarkValue apply(TokenKind op, StarlarkValue x, StarlarkValue y, Frame frame) {
      Budget budget = frame.budget;
      budget.step();
      if (op == TokenKind.PLUS
          && x instanceof StarlarkList list
          && y instanceof StarlarkIterable more) {
        list.changing("apply += to", "list");
        list.extend(Iteration.toArray(more, budget), budget);
        return list;
      }
      if (op == TokenKind.PIPE
          && x instanceof StarlarkDict dict
          && y instanceof StarlarkDict more) {
        dict.changing("apply |= to", "dict");
        if (dict != more) {
          dict.putAll(more, budget);
        }
        return dict;
      }
      return Operators.binary(op, x, y, frame.evaluation);
    }
  }

  /** A compiled statement. */
  abstract static class Exec {
    static final int NORMAL = 0;
    static final int BREAK = 1;
    static final int CONTINUE = 2;
    static final int RETURN = 3;

    /** Runs it; answers how control leaves it. */
    abstract int run(Frame frame);

    static int block(Exec[] statements, Frame frame) {
      for (Exec statement : statements) {
        frame.budget.step();
        int completion = statement.run(frame);
        if (completion != NORMAL) {
          return completion;
        }
      }
      return NORMAL;
    }
  }
}
