package dev.assay.starlark;

import dev.assay.starlark.Attributes.Method;
import dev.assay.starlark.HashTable.Identity;
import dev.assay.starlark.StarlarkValue.StarlarkCallable;
import org.jspecify.annotations.Nullable;

/** A function written in Java, or a method bound to its receiver. */
public final class StarlarkBuiltin implements StarlarkCallable {
  private final Method method;
  private final @Nullable StarlarkValue self;

  private StarlarkBuiltin(Method method, @Nullable StarlarkValue self) {
    this.method = method;
    this.self = self;
  }

  /** A built-in function. */
  public static StarlarkBuiltin of(String name, Signature signature, HostFunction function) {
    return new StarlarkBuiltin(
        new Method(
            name, signature, (evaluation, _, arguments) -> function.call(evaluation, arguments)),
        null);
  }

  static StarlarkBuiltin bound(Method method, StarlarkValue self) {
    return new StarlarkBuiltin(method, self);
  }

  @Override
  public String name() {
    return method.name();
  }

  Method method() {
    return method;
  }

  StarlarkValue self() {
    return self == null ? StarlarkNone.NONE : self;
  }

  boolean sameAs(StarlarkBuiltin other) {
    return Identity.same(method, other.method) && Identity.same(self, other.self);
  }

  @Override
  public String type() {
    return "builtin_function_or_method";
  }

  @Override
  public String toString() {
    return self == null
        ? "<built-in function " + name() + ">"
        : "<built-in method " + name() + " of " + self.type() + " value>";
  }

  /** The Java code behind a built-in function. */
  @FunctionalInterface
  public interface HostFunction {
    /**
     * Computes the result. What it allocates or does in proportion to its arguments it charges to
     * {@code evaluation.budget()} first. Any exception becomes a {@link StarlarkError.Script}.
     *
     * @param evaluation the evaluation that calls
     * @param arguments the arguments, bound to the function's {@link Signature}
     */
    StarlarkValue call(Evaluation evaluation, Arguments arguments) throws Exception;
  }
}
