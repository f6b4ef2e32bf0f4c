package dev.assay.starlark;

/** {@code True} or {@code False}. */
public enum StarlarkBool implements StarlarkValue {
  /** {@code False}. */
  FALSE,
  /** {@code True}. */
  TRUE;

  /** The value for a Java boolean. */
  public static StarlarkBool of(boolean value) {
    return value ? TRUE : FALSE;
  }

  @Override
  public String type() {
    return "bool";
  }

  @Override
  public boolean truth() {
    return this == TRUE;
  }

  @Override
  public String toString() {
    return this == TRUE ? "True" : "False";
  }
}
