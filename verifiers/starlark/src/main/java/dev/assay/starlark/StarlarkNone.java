package dev.assay.starlark;

/** {@code None}. */
public enum StarlarkNone implements StarlarkValue {
  /** The only value of its type. */
  NONE;

  @Override
  public String type() {
    return "NoneType";
  }

  @Override
  public boolean truth() {
    return false;
  }

  @Override
  public String toString() {
    return "None";
  }
}
