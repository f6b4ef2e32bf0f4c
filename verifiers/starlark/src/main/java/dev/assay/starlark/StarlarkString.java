package dev.assay.starlark;

/** A string: a sequence of UTF-16 code units, as in the Java edition of the language. */
public record StarlarkString(String value) implements StarlarkValue {
  /** The empty string. */
  public static final StarlarkString EMPTY = new StarlarkString("");

  /** The string with this value. */
  public static StarlarkString of(String value) {
    return value.isEmpty() ? EMPTY : new StarlarkString(value);
  }

  @Override
  public String type() {
    return "string";
  }

  @Override
  public boolean truth() {
    return !value.isEmpty();
  }

  @Override
  public String toString() {
    return value;
  }
}
