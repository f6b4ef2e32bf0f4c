package dev.assay.toolcalls.json;

import dev.assay.schemas.json.JsonString;

/**
 * Writes JSON trees: {@link #stable} as quick-verify's stable stringify (specification A.3), {@link
 * #asWritten} with members in the order they were put, and as received where {@link JsonParser}
 * kept that. Strings and numbers are printed as ECMAScript's well-formed {@code JSON.stringify}
 * does; integers keep all digits.
 */
public final class JsonText {

  private final StringBuilder out;
  private final boolean sorted;

  private JsonText(StringBuilder out, boolean sorted) {
    this.out = out;
    this.sorted = sorted;
  }

  /** The stable text of {@code value}: members sorted by UTF-16 units, no blanks. */
  public static String stable(Json value) {
    StringBuilder out = new StringBuilder(256);
    new JsonText(out, true).value(value);
    return out.toString();
  }

  /** The text of {@code value} with members in written order, no blanks. */
  public static String asWritten(Json value) {
    StringBuilder out = new StringBuilder(256);
    new JsonText(out, false).value(value);
    return out.toString();
  }

  /** Appends {@link #stable} of {@code value} to {@code out}. */
  public static void appendStable(StringBuilder out, Json value) {
    new JsonText(out, true).value(value);
  }

  private void value(Json value) {
    switch (value) {
      case JsonObject object -> object(object);
      case JsonArray array -> array(array);
      case Scalar.Text text -> JsonString.append(out, text.value());
      case Scalar scalar -> out.append(scalar.finite() ? scalar.plainText() : "null");
    }
  }

  private void object(JsonObject object) {
    String quote = sorted ? null : object.quote();
    if (quote != null) {
      out.append(quote);
      return;
    }
    out.append('{');
    boolean first = true;
    for (JsonObject.Member member : sorted ? object.sorted() : object.written()) {
      if (!first) {
        out.append(',');
      }
      first = false;
      JsonString.append(out, member.name());
      out.append(':');
      value(member.value());
    }
    out.append('}');
  }

  private void array(JsonArray array) {
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      value(array.at(i));
    }
    out.append(']');
  }
}
