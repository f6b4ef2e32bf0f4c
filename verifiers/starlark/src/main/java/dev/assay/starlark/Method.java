package dev.assay.starlark;

/**
 * A method of a built-in type.
 *
 * @param name as scripts write it
 * @param signature its parameters, not counting the receiver
 * @param body what it does
 */
record Method(String name, Signature signature, Body body) {
  /** The Java code of a method. */
  @FunctionalInterface
  interface Body {
    StarlarkValue call(Evaluation evaluation, StarlarkValue self, Arguments arguments)
        throws Exception;
  }
}
