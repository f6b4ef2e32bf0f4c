package dev.assay.starlark;

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
