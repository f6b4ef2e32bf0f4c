package dev.assay.starlark.lib;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.HostFunction;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkFloat;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.Values;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** The {@code math} module: real functions over ints and floats. */
public final class MathModule {
  private static final Signature ONE = Signature.of("x", "/");
  private static final Signature TWO = Signature.of("x", "y", "/");

  private MathModule() {}

  /** A new module value. */
  public static StarlarkStruct create() {
    var members = new ModuleBuilder("math");
    members
        .value("e", new StarlarkFloat(Math.E))
        .value("pi", new StarlarkFloat(Math.PI))
        .function("ceil", ONE, (ev, a) -> whole(ev, a, true))
        .function("floor", ONE, (ev, a) -> whole(ev, a, false))
        .function("log", Signature.of("x", "base?", "/"), MathModule::log)
        .function("round", ONE, unary(MathModule::round))
        .function("copysign", TWO, binary(Math::copySign))
        .function("hypot", TWO, binary(Math::hypot))
        .function("mod", TWO, binary((x, y) -> x % y))
        .function("pow", TWO, binary(Math::pow))
        .function("remainder", TWO, binary(Math::IEEEremainder))
        .function("atan2", TWO, binary(Math::atan2));
    addUnary(members);
    return members.build();
  }

  private static void addUnary(ModuleBuilder members) {
    members
        .function("acos", ONE, unary(Math::acos))
        .function("acosh", ONE, unary(x -> Math.log(x + Math.sqrt(x * x - 1))))
        .function("asin", ONE, unary(Math::asin))
        .function("asinh", ONE, unary(MathModule::asinh))
        .function("atan", ONE, unary(Math::atan))
        .function("atanh", ONE, unary(x -> 0.5 * (Math.log1p(x) - Math.log1p(-x))))
        .function("cos", ONE, unary(Math::cos))
        .function("cosh", ONE, unary(Math::cosh))
        .function("degrees", ONE, unary(Math::toDegrees))
        .function("exp", ONE, unary(Math::exp))
        .function("fabs", ONE, unary(Math::abs))
        .function("radians", ONE, unary(Math::toRadians))
        .function("sin", ONE, unary(Math::sin))
        .function("sinh", ONE, unary(Math::sinh))
        .function("sqrt", ONE, unary(Math::sqrt))
        .function("tan", ONE, unary(Math::tan))
        .function("tanh", ONE, unary(Math::tanh));
  }

  private static HostFunction unary(DoubleUnaryOperator operator) {
    return (_, a) -> new StarlarkFloat(operator.applyAsDouble(a.number("x")));
  }

  private static HostFunction binary(DoubleBinaryOperator operator) {
    return (_, a) -> new StarlarkFloat(operator.applyAsDouble(a.number("x"), a.number("y")));
  }

  private static StarlarkValue whole(Evaluation evaluation, Arguments a, boolean up) {
    if (a.value("x") instanceof StarlarkInt i) {
      return i;
    }
    double x = a.number("x");
    Budget budget = evaluation.budget();
    return Values.truncate(up ? Math.ceil(x) : Math.floor(x), budget);
  }

  private static StarlarkValue log(Evaluation evaluation, Arguments a) {
    double x = a.number("x");
    if (a.optional("base") == null) {
      return new StarlarkFloat(Math.log(x));
    }
    double base = a.number("base");
    if (base == 1) {
      throw StarlarkError.script("math.log: division by zero: expected a base other than 1");
    }
    return new StarlarkFloat(Math.log(x) / Math.log(base));
  }

  /** Halves away from zero. */
  private static double round(double x) {
    if (!Double.isFinite(x) || Math.abs(x) >= 1L << 52) {
      return x;
    }
    double down = Math.floor(Math.abs(x));
    return Math.copySign(Math.abs(x) - down >= 0.5 ? down + 1 : down, x);
  }

  private static double asinh(double x) {
    double size = Math.abs(x);
    return Math.copySign(Math.log(size + Math.sqrt(size * size + 1)), x);
  }
}
