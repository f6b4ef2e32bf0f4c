package dev.assay.quick.json;

/**
 * Writes JSON trees: {@link #stable} as quick-verify's stable stringify (specification A.3), {@link
 * #asWritten} with members in the order they were put. Strings and numbers are printed as
 * ECMAScript's well-formed {@code JSON.stringify} does; integers keep all digits.
 */
public final class JsonText {

  private static final char[] HEX = "0123456789abcdef".toCharArray();

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

  /** Appends {@code text} as a JSON string to {@code out}. */
  public static void appendString(StringBuilder out, String text) {
    new JsonText(out, true).string(text);
  }

  private void value(Json value) {
    switch (value) {
      case JsonObject object -> object(object);
      case JsonArray array -> array(array);
      case Scalar.Text text -> string(text.value());
      case Scalar scalar -> out.append(scalar.finite() ? scalar.plainText() : "null");
    }
  }

  private void object(JsonObject object) {
    out.append('{');
    boolean first = true;
    for (JsonObject.Member member : sorted ? object.sorted() : object.written()) {
      if (!first) {
        out.append(',');
      }
      first = false;
      string(member.name());
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

  private void string(String text) {
    out.append('"');
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x20 && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      out.append(text, copied, i);
      escape(c);
      copied = i + 1;
    }
    out.append(text, copied, text.length()).append('"');
  }

  private void escape(char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default ->
          out.append("\\u")
              .append(HEX[c >> 12 & 0xf])
              .append(HEX[c >> 8 & 0xf])
              .append(HEX[c >> 4 & 0xf])
              .append(HEX[c & 0xf]);
    }
  }
}
