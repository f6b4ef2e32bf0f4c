package dev.assay.toolcalls.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    return new Scalar.Real(value, false);
  }

  /** The boolean {@code value}. */
  static Scalar bool(boolean value) {
    return value ? Scalar.Bool.TRUE : Scalar.Bool.FALSE;
  }

  /** The string that {@code value} is; empty when it is something else or absent. */
  static String textOf(@Nullable Json value) {
    return value instanceof Scalar.Text(String text) ? text : "";
  }

  /** The object that {@code value} is; empty when it is something else or absent. */
  static JsonObject objectOf(@Nullable Json value) {
    return value instanceof JsonObject object ? object : JsonObject.empty();
  }

  /** Each element of the array that {@code value} is, as {@link #objectOf}; else none. */
  static List<JsonObject> objectsOf(@Nullable Json value) {
    List<JsonObject> objects = new ArrayList<>();
    if (value instanceof JsonArray array) {
      array.forEach(element -> objects.add(objectOf(element)));
    }
    return objects;
  }

  /** The array of the strings {@code values}. */
  static JsonArray texts(Iterable<String> values) {
    JsonArray.Builder out = JsonArray.builder();
    values.forEach(value -> out.add(text(value)));
    return out.build();
  }
}
