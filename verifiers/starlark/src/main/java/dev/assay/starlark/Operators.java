package dev.assay.starlark;

import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import dev.assay.starlark.syntax.TokenKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the operators do, by the types of their operands. */
final class Operators {
  private Operators() {}

  static StarlarkValue binary(
      TokenKind op, StarlarkValue x, StarlarkValue y, Evaluation evaluation) {
    Budget budget = evaluation.budget();
    StarlarkValue result =
        switch (op) {
          case PLUS -> add(x, y, budget);
          case MINUS -> subtract(x, y, budget);
          case STAR -> multiply(x, y, budget);
          case SLASH, SLASHSLASH -> numeric(op, x, y, budget);
          case PERCENT ->
              x instanceof StarlarkString(String format)
                  ? PercentFormat.format(format, y, budget)
                  : numeric(op, x, y, budget);
          case AMP, PIPE, CARET -> bitwise(op, x, y, budget);
          case LTLT, GTGT ->
              x instanceof StarlarkInt a && y instanceof StarlarkInt b
                  ? Numbers.shift(op == TokenKind.LTLT, a, b, budget)
                  : null;
          case EQEQ -> StarlarkBool.of(Equality.equal(x, y, budget));
          case NE -> StarlarkBool.of(!Equality.equal(x, y, budget));
          case LT, LE, GT, GE -> compare(op, x, y, budget);
          case IN -> StarlarkBool.of(Membership.in(x, y, budget));
          case NOT_IN -> StarlarkBool.of(!Membership.in(x, y, budget));
          default -> null;
        };
    if (result == null) {
      throw StarlarkError.script(
          "unknown binary op: " + x.type() + " " + op.text() + " " + y.type());
    }
    return result;
  }

  private static StarlarkBool compare(
      TokenKind op, StarlarkValue x, StarlarkValue y, Budget budget) {
    if (x instanceof StarlarkSet a && y instanceof StarlarkSet b) {
      return StarlarkBool.of(SetOperations.compare(op, a, b, budget));
    }
    int order;
    try {
      order = Ordering.compare(x, y, budget);
    } catch (StarlarkError.Script e) {
      if (x.type().equals(y.type()) && x instanceof StarlarkSequence) {
        throw e;
      }
      throw StarlarkError.script(x.type() + " " + op.text() + " " + y.type() + " not implemented");
    }
    return StarlarkBool.of(
        switch (op) {
          case LT -> order < 0;
          case LE -> order <= 0;
          case GT -> order > 0;
          default -> order >= 0;
        });
  }

  private static @Nullable StarlarkValue add(StarlarkValue x, StarlarkValue y, Budget budget) {
    return switch (x) {
      case StarlarkInt a ->
          switch (y) {
            case StarlarkInt b -> Numbers.add(a, b, budget);
            case StarlarkFloat(double b) -> new StarlarkFloat(Numbers.toDouble(a) + b);
            default -> null;
          };
      case StarlarkFloat _ -> numeric(TokenKind.PLUS, x, y, budget);
      case StarlarkString(String a) when y instanceof StarlarkString(String b) -> {
        budget.text((long) a.length() + b.length());
        yield StarlarkString.of(a.concat(b));
      }
      case StarlarkBytes a when y instanceof StarlarkBytes b -> {
        budget.text((long) a.length() + b.length());
        byte[] joined = Arrays.copyOf(a.shared(), a.length() + b.length());
        System.arraycopy(b.shared(), 0, joined, a.length(), b.length());
        yield new StarlarkBytes(joined);
      }
      case StarlarkList a when y instanceof StarlarkList b ->
          StarlarkList.wrap(joined(a.toArray(), b.toArray(), budget));
      case StarlarkTuple a when y instanceof StarlarkTuple b ->
          StarlarkTuple.wrap(joined(a.shared(), b.shared(), budget));
      case StarlarkStruct a when y instanceof StarlarkStruct b && a.kind() == b.kind() ->
          structs(a, b, budget);
      default -> null;
    };
  }

  private static StarlarkValue[] joined(StarlarkValue[] a, StarlarkValue[] b, Budget budget) {
    budget.elements((long) a.length + b.length);
    StarlarkValue[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }

  private static @Nullable StarlarkValue structs(
      StarlarkStruct a, StarlarkStruct b, Budget budget) {
    if (a.kind() != StarlarkStruct.Kind.STRUCT || !a.name().equals(b.name())) {
      return null;
    }
    budget.elements((long) a.fields().size() + b.fields().size());
    var fields = new java.util.LinkedHashMap<>(a.fields());
    fields.putAll(b.fields());
    return StarlarkStruct.struct(fields);
  }

  private static @Nullable StarlarkValue subtract(StarlarkValue x, StarlarkValue y, Budget budget) {
    if (x instanceof StarlarkInt a && y instanceof StarlarkInt b) {
      return Numbers.subtract(a, b, budget);
    }
    if (x instanceof StarlarkSet a && y instanceof StarlarkSet b) {
      return SetOperations.difference(a, b, budget);
    }
    return numeric(TokenKind.MINUS, x, y, budget);
  }

  private static @Nullable StarlarkValue multiply(StarlarkValue x, StarlarkValue y, Budget budget) {
    if (x instanceof StarlarkInt a && y instanceof StarlarkInt b) {
      return Numbers.multiply(a, b, budget);
    }
    if (y instanceof StarlarkInt count) {
      StarlarkValue repeated = repeat(x, count, budget);
      if (repeated != null) {
        return repeated;
      }
    }
    if (x instanceof StarlarkInt count) {
      StarlarkValue repeated = repeat(y, count, budget);
      if (repeated != null) {
        return repeated;
      }
    }
    return numeric(TokenKind.STAR, x, y, budget);
  }

  private static @Nullable StarlarkValue repeat(StarlarkValue x, StarlarkInt count, Budget budget) {
    return switch (x) {
      case StarlarkString(String text) ->
          StarlarkString.of(text.repeat(times(text.length(), count, budget, false)));
      case StarlarkBytes bytes -> {
        int times = times(bytes.length(), count, budget, false);
        byte[] result = new byte[bytes.length() * times];
        for (int i = 0; i < result.length; i += bytes.length()) {
          System.arraycopy(bytes.shared(), 0, result, i, bytes.length());
        }
        yield new StarlarkBytes(result);
      }
      case StarlarkList list -> StarlarkList.wrap(repeated(list, count, budget));
      case StarlarkTuple tuple -> StarlarkTuple.wrap(repeated(tuple, count, budget));
      default -> null;
    };
  }

  private static StarlarkValue[] repeated(
      StarlarkSequence items, StarlarkInt count, Budget budget) {
    int length = items.length();
    var result = new StarlarkValue[length * times(length, count, budget, true)];
    for (int i = 0; i < result.length; i++) {
      result[i] = items.at(i % length);
    }
    return result;
  }

  /** How often to repeat, after charging the result. */
  private static int times(int length, StarlarkInt count, Budget budget, boolean elements) {
    if (count.signum() <= 0 || length == 0) {
      return 0;
    }
    long times = count.fitsInt() ? count.unchecked() : Integer.MAX_VALUE;
    long total = times * length;
    if (elements) {
      budget.elements(total);
    } else {
      budget.text(total);
    }
    if (!count.fitsInt() || total > Integer.MAX_VALUE - 8) {
      throw StarlarkError.script("repeat count too large");
    }
    return (int) times;
  }

  private static @Nullable StarlarkValue numeric(
      TokenKind op, StarlarkValue x, StarlarkValue y, Budget budget) {
    if (x instanceof StarlarkInt a && y instanceof StarlarkInt b && op != TokenKind.SLASH) {
      return op == TokenKind.SLASHSLASH
          ? Numbers.floorDivide(a, b, budget)
          : Numbers.modulo(a, b, budget);
    }
    boolean numbers =
        (x instanceof StarlarkInt || x instanceof StarlarkFloat)
            && (y instanceof StarlarkInt || y instanceof StarlarkFloat);
    return numbers ? Numbers.floats(op, toDouble(x), toDouble(y)) : null;
  }

  private static double toDouble(StarlarkValue number) {
    return number instanceof StarlarkInt i ? Numbers.toDouble(i) : ((StarlarkFloat) number).value();
  }

  private static @Nullable StarlarkValue bitwise(
      TokenKind op, StarlarkValue x, StarlarkValue y, Budget budget) {
    if (x instanceof StarlarkInt a && y instanceof StarlarkInt b) {
      return Numbers.bitwise(op, a, b, budget);
    }
    if (x instanceof StarlarkSet a && y instanceof StarlarkSet b) {
      return switch (op) {
        case AMP -> SetOperations.intersection(a, b, budget);
        case PIPE -> SetOperations.union(a, b, budget);
        default -> SetOperations.symmetricDifference(a, b, budget);
      };
    }
    if (op == TokenKind.PIPE && x instanceof StarlarkDict a && y instanceof StarlarkDict b) {
      var union = new StarlarkDict();
      union.putAll(a, budget);
      union.putAll(b, budget);
      return union;
    }
    return null;
  }

  static StarlarkValue unary(TokenKind op, StarlarkValue x, Budget budget) {
    return switch (x) {
      case StarlarkInt i when op == TokenKind.MINUS -> Numbers.negate(i, budget);
      case StarlarkInt i when op == TokenKind.PLUS -> i;
      case StarlarkInt i when op == TokenKind.TILDE ->
          Numbers.subtract(StarlarkInt.of(-1), i, budget);
      case StarlarkFloat(double d) when op == TokenKind.MINUS -> new StarlarkFloat(-d);
      case StarlarkFloat f when op == TokenKind.PLUS -> f;
      default -> throw StarlarkError.script("unknown unary op: " + op.text() + " " + x.type());
    };
  }
}
