package dev.assay.quick.json;

/** A JSON value as ECMAScript sees it, except that integers that fit 64 bits stay exact. */
public sealed interface Json permits JsonObject, JsonArray, Scalar {

  /** The string {@code value}. */
  static Scalar text(String value) {
    return new Scalar.Text(value);
  }

  /** The integer {@code value}. */
  static Scalar number(long value) {
    return Scalar.Int.of(value);
  }

  /** The double {@code value}. */
  static Scalar number(double value) {
    return new Scalar.Real(value);
  }

  /** The boolean {@code value}. */
  static Scalar bool(boolean value) {
    return value ? Scalar.Bool.TRUE : Scalar.Bool.FALSE;
  }

  /** The array of the strings {@code values}. */
  static JsonArray texts(Iterable<String> values) {
    JsonArray.Builder out = JsonArray.builder();
    values.forEach(value -> out.add(text(value)));
    return out.build();
  }
}
