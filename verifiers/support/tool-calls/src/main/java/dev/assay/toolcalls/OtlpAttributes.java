package dev.assay.toolcalls;

import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonArray;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.Scalar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Attributes of OTLP JSON as plain JSON. */
public final class OtlpAttributes {

  private OtlpAttributes() {}

  /** The object of a list of {@code {key, value}}; a later one of the same key wins. */
  public static JsonObject of(@Nullable Json keyValues) {
    JsonObject.Builder out = JsonObject.builder();
    for (JsonObject keyValue : Json.objectsOf(keyValues)) {
      out.put(Nodes.text(keyValue, "key"), value(Nodes.object(keyValue, "value")));
    }
    return out.build();
  }

  /** The text under the first of {@code keys} that has one, else the empty text. */
  public static String text(@Nullable Json keyValues, List<String> keys) {
    if (!(keyValues instanceof JsonArray array)) {
      return "";
    }
    @Nullable String[] texts = new String[keys.size()];
    for (int i = array.size() - 1; i >= 0; i--) {
      if (array.at(i) instanceof JsonObject keyValue
          && keyValue.get("key") instanceof Scalar.Text(String named)) {
        int at = keys.indexOf(named);
        if (at >= 0 && texts[at] == null) {
          texts[at] = Json.textOf(value(Nodes.object(keyValue, "value")));
        }
      }
    }
    for (@Nullable String text : texts) {
      if (text != null && !text.isEmpty()) {
        return text;
      }
    }
    return "";
  }

  /** The plain value of an AnyValue; null for one without a value. */
  static Json value(JsonObject any) {
    if (any.get("stringValue") instanceof Scalar.Text text) {
      return text;
    }
    if (any.get("boolValue") instanceof Scalar.Bool bool) {
      return bool;
    }
    if (any.get("intValue") instanceof Scalar number) {
      return integer(number);
    }
    if (any.get("doubleValue") instanceof Scalar number) {
      return number;
    }
    if (any.get("arrayValue") instanceof JsonObject array) {
      JsonArray.Builder out = JsonArray.builder();
      Json.objectsOf(array.get("values")).forEach(element -> out.add(value(element)));
      return out.build();
    }
    if (any.get("kvlistValue") instanceof JsonObject list) {
      return of(list.get("values"));
    }
    return any.get("bytesValue") instanceof Scalar.Text bytes ? bytes : Scalar.Null.NULL;
  }

  /** 64-bit integers are decimal texts in protobuf's JSON; numbers are accepted too. */
  private static Json integer(Scalar number) {
    if (!(number instanceof Scalar.Text(String digits))) {
      return number;
    }
    try {
      return Json.number(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return number;
    }
  }
}
