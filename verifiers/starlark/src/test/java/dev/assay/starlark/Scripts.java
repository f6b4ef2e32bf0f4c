package dev.assay.starlark;

import dev.assay.starlark.syntax.Parser.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs small scripts the way a host would. */
final class Scripts {
  static final StarlarkLimits LIMITS = StarlarkLimits.standard();

  private Scripts() {}

  static Map<String, StarlarkValue> modules() {
    var modules = new LinkedHashMap<String, StarlarkValue>();
    modules.put("json", JsonModule.create());
    return modules;
  }

  static Evaluation evaluation(StarlarkLimits limits) {
    return Evaluation.with(Budget.start(limits, System::nanoTime));
  }

  static StarlarkModule run(String source) {
    return run(source, LIMITS, Dialect.CORE);
  }

  static StarlarkModule run(String source, StarlarkLimits limits, Dialect dialect) {
    Map<String, StarlarkValue> modules = modules();
    return StarlarkProgram.compile("test.star", source, limits, modules.keySet(), dialect)
        .run(modules, evaluation(limits));
  }

  /** What {@code repr} shows for an expression. */
  static String repr(String expression) {
    StarlarkValue value = run("x = " + expression).find("x");
    return value == null ? "" : Values.repr(value, Budget.hostSide());
  }

  /** What a script printed. */
  static List<String> printed(String source) {
    var lines = new ArrayList<String>();
    Map<String, StarlarkValue> modules = modules();
    var _ =
        StarlarkProgram.compile("test.star", source, LIMITS, modules.keySet())
            .run(modules, Evaluation.with(Budget.start(LIMITS, System::nanoTime), lines::add));
    return lines;
  }

  /** The error a script ends with. */
  static StarlarkError failure(String source) {
    return failure(source, LIMITS);
  }

  static StarlarkError failure(String source, StarlarkLimits limits) {
    StarlarkError error = failureOrNull(source, limits);
    if (error == null) {
      throw new AssertionError("expected the script to fail: " + source);
    }
    return error;
  }

  static @Nullable StarlarkError failureOrNull(String source, StarlarkLimits limits) {
    try {
      var _ = run(source, limits, Dialect.CORE);
      return null;
    } catch (StarlarkError e) {
      return e;
    }
  }
}
