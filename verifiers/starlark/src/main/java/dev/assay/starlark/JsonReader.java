package dev.assay.starlark;

import java.util.ArrayList;

/**
 * Reads JSON (RFC 8259) strictly: no trailing text, no duplicate keys, no leading zeros, no control
 * characters in strings. Numbers without fraction and exponent become ints.
 */
final class JsonReader {
  private final String text;
  private final Budget budget;
  private int at;

  JsonReader(String text, Budget budget) {
    this.text = text;
    this.budget = budget;
  }

  StarlarkValue read() {
    budget.steps(text.length() >> 6);
    StarlarkValue value = value();
    blanks();
    if (at < text.length()) {
      throw error("unexpected " + found() + " after value");
    }
    return value;
  }

  private StarlarkError error(String what) {
    return StarlarkError.script("json.decode: at offset " + at + ", " + what);
  }

  private String found() {
    if (at >= text.length()) {
      return "end of text";
    }
    char c = text.charAt(at);
    return c > ' ' && c < 127 ? "'" + c + "'" : String.format("U+%04X", (int) c);
  }

  private void blanks() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private StarlarkValue value() {
    budget.step();
    blanks();
    return switch (peek()) {
      case '{' -> budget.nested(this::object);
      case '[' -> budget.nested(this::array);
      case '"' -> StarlarkString.of(string());
      case 't' -> word("true", StarlarkBool.TRUE);
      case 'f' -> word("false", StarlarkBool.FALSE);
      case 'n' -> word("null", StarlarkNone.NONE);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw error("expected a value, found " + found());
    };
  }

  private StarlarkValue word(String word, StarlarkValue value) {
    if (!text.startsWith(word, at)) {
      throw error("expected " + word);
    }
    at += word.length();
    return value;
  }

  private StarlarkValue object() {
    at++;
    var dict = new StarlarkDict();
    budget.allocate(64);
    blanks();
    if (peek() == '}') {
      at++;
      return dict;
    }
    while (true) {
      blanks();
      if (peek() != '"') {
        throw error("expected a string as object key, found " + found());
      }
      StarlarkString key = StarlarkString.of(string());
      expect(':', "after object key");
      StarlarkValue value = value();
      if (dict.find(key, budget) != null) {
        throw error("object has duplicate key");
      }
      dict.put(key, value, budget);
      blanks();
      if (peek() == '}') {
        at++;
        return dict;
      }
      expect(',', "or '}' in object");
    }
  }

  private StarlarkValue array() {
    at++;
    var items = new ArrayList<StarlarkValue>();
    blanks();
    if (peek() == ']') {
      at++;
      return StarlarkList.of(items);
    }
    while (true) {
      budget.elements(1);
      items.add(value());
      blanks();
      if (peek() == ']') {
        at++;
        return StarlarkList.of(items);
      }
      expect(',', "or ']' in array");
    }
  }

  private void expect(char c, String where) {
    blanks();
    if (peek() != c) {
      throw error("expected '" + c + "' " + where + ", found " + found());
    }
    at++;
  }

  private StarlarkValue number() {
    int start = at;
    if (peek() == '-') {
      at++;
    }
    int whole = digits();
    if (whole == 0 || (whole > 1 && text.charAt(at - whole) == '0')) {
      throw error("invalid number");
    }
    boolean real = false;
    if (peek() == '.') {
      real = true;
      at++;
      if (digits() == 0) {
        throw error("invalid number");
      }
    }
    if (peek() == 'e' || peek() == 'E') {
      real = true;
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      if (digits() == 0) {
        throw error("invalid number");
      }
    }
    String digits = text.substring(start, at);
    if (!real) {
      return Values.parseInt(digits, budget);
    }
    double value = Double.parseDouble(digits);
    if (Double.isInfinite(value)) {
      throw error("number too large");
    }
    return new StarlarkFloat(value);
  }

  private int digits() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at - start;
  }

  private String string() {
    at++;
    int plain = at;
    while (at < text.length() && text.charAt(at) >= ' ' && !isSpecial(text.charAt(at))) {
      at++;
    }
    if (peek() == '"' && at < text.length()) {
      budget.text(at - plain);
      return text.substring(plain, at++);
    }
    var out = new TextOut(budget);
    out.append(text.substring(plain, at));
    while (true) {
      if (at >= text.length()) {
        throw error("unclosed string");
      }
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return out.toString();
      }
      if (c < ' ') {
        throw error("control character in string");
      }
      at++;
      out.append(c == '\\' ? escape() : c);
    }
  }

  private static boolean isSpecial(char c) {
    return c == '"' || c == '\\';
  }

  private char escape() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      default -> throw error("invalid escape in string");
    };
  }

  private char unit() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
      if (digit < 0) {
        throw error("invalid \\u escape in string");
      }
      value = value * 16 + digit;
      at++;
    }
    return (char) value;
  }
}
