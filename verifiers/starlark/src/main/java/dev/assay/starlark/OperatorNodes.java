package dev.assay.starlark;

import dev.assay.starlark.Frame.Node;
import dev.assay.starlark.syntax.TokenKind;
import org.jspecify.annotations.Nullable;

/** Operators, conditionals, subscripts and attributes. */
final class OperatorNodes {
  private OperatorNodes() {}

  static final class Binary extends Node {
    private final TokenKind op;
    private final Node left;
    private final Node right;
    private final int position;

    Binary(TokenKind op, Node left, Node right, int position) {
      this.op = op;
      this.left = left;
      this.right = right;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue x = left.eval(frame);
      StarlarkValue y = right.eval(frame);
      frame.at = position;
      frame.budget.step();
      return Operators.binary(op, x, y, frame.evaluation);
    }
  }

  static final class And extends Node {
    private final Node left;
    private final Node right;

    And(Node left, Node right) {
      this.left = left;
      this.right = right;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue x = left.eval(frame);
      return x.truth() ? right.eval(frame) : x;
    }
  }

  static final class Or extends Node {
    private final Node left;
    private final Node right;

    Or(Node left, Node right) {
      this.left = left;
      this.right = right;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue x = left.eval(frame);
      return x.truth() ? x : right.eval(frame);
    }
  }

  static final class Not extends Node {
    private final Node operand;

    Not(Node operand) {
      this.operand = operand;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      return StarlarkBool.of(!operand.eval(frame).truth());
    }
  }

  static final class Unary extends Node {
    private final TokenKind op;
    private final Node operand;
    private final int position;

    Unary(TokenKind op, Node operand, int position) {
      this.op = op;
      this.operand = operand;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue x = operand.eval(frame);
      frame.at = position;
      return Operators.unary(op, x, frame.budget);
    }
  }

  static final class Conditional extends Node {
    private final Node condition;
    private final Node yes;
    private final Node no;

    Conditional(Node condition, Node yes, Node no) {
      this.condition = condition;
      this.yes = yes;
      this.no = no;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      return condition.eval(frame).truth() ? yes.eval(frame) : no.eval(frame);
    }
  }

  static final class Index extends Node {
    private final Node object;
    private final Node key;
    private final int position;

    Index(Node object, Node key, int position) {
      this.object = object;
      this.key = key;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue x = object.eval(frame);
      StarlarkValue k = key.eval(frame);
      frame.at = position;
      frame.budget.step();
      return Indexing.get(x, k, frame.budget);
    }
  }

  static final class Slice extends Node {
    private final Node object;
    private final @Nullable Node low;
    private final @Nullable Node high;
    private final @Nullable Node step;
    private final int position;

    Slice(Node object, @Nullable Node low, @Nullable Node high, @Nullable Node step, int position) {
      this.object = object;
      this.low = low;
      this.high = high;
      this.step = step;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue x = object.eval(frame);
      StarlarkValue from = low == null ? null : low.eval(frame);
      StarlarkValue to = high == null ? null : high.eval(frame);
      StarlarkValue by = step == null ? null : step.eval(frame);
      frame.at = position;
      frame.budget.step();
      return Indexing.slice(x, from, to, by, frame.budget);
    }
  }

  static final class Dot extends Node {
    private final Node object;
    private final String name;
    private final int position;

    Dot(Node object, String name, int position) {
      this.object = object;
      this.name = name;
      this.position = position;
    }

    @Override
    StarlarkValue eval(Frame frame) {
      StarlarkValue x = object.eval(frame);
      frame.at = position;
      frame.budget.step();
      return Attributes.get(x, name);
    }
  }
}
