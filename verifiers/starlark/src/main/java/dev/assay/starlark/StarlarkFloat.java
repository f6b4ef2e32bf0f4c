package dev.assay.starlark;

/** An IEEE 754 double. */
public record StarlarkFloat(double value) implements StarlarkValue {
  @Override
  public String type() {
    return "float";
  }

  @Override
  public boolean truth() {
    return value != 0;
  }

  @Override
  public String toString() {
    return FloatText.shortest(value);
  }
}
