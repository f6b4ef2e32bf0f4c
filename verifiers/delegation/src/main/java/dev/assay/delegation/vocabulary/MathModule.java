package dev.assay.delegation.vocabulary;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.ModuleBuilder;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkFloat;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.Values;
import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;

/** The {@code math} module; whole results of rounding are ints. */
final class MathModule {

  private MathModule() {}

  static StarlarkStruct create() {
    Signature x = Signature.of("x");
    Signature pair = Signature.of("a", "b");
    return new ModuleBuilder("math")
        .function("abs", x, MathModule::abs)
        .function(
            "min", pair, (_, a) -> a.number("a") <= a.number("b") ? a.value("a") : a.value("b"))
        .function(
            "max", pair, (_, a) -> a.number("a") >= a.number("b") ? a.value("a") : a.value("b"))
        .function("floor", x, (ev, a) -> whole(ev, a, Math::floor))
        .function("ceil", x, (ev, a) -> whole(ev, a, Math::ceil))
        .function("round", x, (ev, a) -> whole(ev, a, Math::rint))
        .function("sqrt", x, (_, a) -> new StarlarkFloat(Math.sqrt(a.number("x"))))
        .function("pow", pair, (_, a) -> new StarlarkFloat(Math.pow(a.number("a"), a.number("b"))))
        .build();
  }

  private static StarlarkValue abs(Evaluation evaluation, Arguments a) {
    double x = a.number("x");
    if (a.value("x") instanceof StarlarkInt i) {
      return i.signum() < 0 ? Values.fromJava(i.bigValue().negate(), evaluation.budget()) : i;
    }
    return new StarlarkFloat(Math.abs(x));
  }

  private static StarlarkValue whole(
      Evaluation evaluation, Arguments a, DoubleUnaryOperator rounding) {
    double x = a.number("x");
    if (a.value("x") instanceof StarlarkInt i) {
      return i;
    }
    if (!Double.isFinite(x)) {
      throw StarlarkError.script(a.function() + ": expected a finite number, found " + x);
    }
    return Values.fromJava(
        new BigDecimal(rounding.applyAsDouble(x)).toBigInteger(), evaluation.budget());
  }
}
