package dev.assay.toolcalls.json;

import dev.assay.toolcalls.limits.ToolCallLimits;
import org.jspecify.annotations.Nullable;

/**
 * Parses one JSON text as ECMAScript's {@code JSON.parse} does (ECMA-262 section 25.5.1), over a
 * range of a larger string. A failure is a null result: a log holds millions of lines that are not
 * JSON, and none of them is exceptional.
 *
 * <p>Beyond ECMAScript, a text with more than {@link ToolCallLimits#JSON_DEPTH_MAX} brackets open
 * at once, or with more values and names than the caller allows ({@link
 * ToolCallLimits#JSON_NODES_MAX} when it does not say), does not parse, and integer literals that
 * fit 64 bits stay exact.
 */
public final class JsonParser {

  private static final int QUOTE_NOTHING = -1;

  /** Stand-ins while nothing is built; nothing is ever added to them. */
  private static final Scalar.Text SKIPPED = new Scalar.Text("");

  private static final JsonObject.Builder NO_MEMBERS = JsonObject.builder();
  private static final JsonArray.Builder NO_ELEMENTS = JsonArray.builder();

  private final String text;
  private int end;
  private boolean keep;
  private final int nodesMax;
  private final int quotedDepth;
  private final SharedNames names = new SharedNames();
  private int at;
  private int depth;
  private int nodes;

  /** The last line break between values, or number that is written in another way. */
  private int unquotable = -1;

  JsonParser(String text, int from, int to, boolean keep, int nodesMax, int quotedDepth) {
    this.nodesMax = nodesMax;
    this.quotedDepth = quotedDepth;
    this.text = text;
    this.at = from;
    this.end = to;
    this.keep = keep;
  }

  /** The value of {@code text}, or null when it is not one JSON text. */
  public static @Nullable Json parse(String text) {
    return parse(text, 0, text.length());
  }

  /** The value of the characters {@code [from, to)}, or null when they are not one JSON text. */
  public static @Nullable Json parse(String text, int from, int to) {
    return parse(text, from, to, ToolCallLimits.JSON_NODES_MAX);
  }

  /** As {@link #parse(String, int, int)}, with at most {@code nodesMax} values and names. */
  public static @Nullable Json parse(String text, int from, int to, int nodesMax) {
    return new JsonParser(text, from, to, true, nodesMax, QUOTE_NOTHING).document();
  }

  /** Whether {@link #parse(String, int, int, int)} gives a value; builds nothing. */
  public static boolean isValid(String text, int from, int to, int nodesMax) {
    return new JsonParser(text, from, to, false, nodesMax, QUOTE_NOTHING).document() != null;
  }

  private @Nullable Json document() {
    Json value = value();
    return ends() ? value : null;
  }

  /** The value of the characters {@code [from, to)}, which {@link #skip} found to be one. */
  @Nullable Json again(int from, int to) {
    at = from;
    end = to;
    nodes = 0;
    unquotable = -1;
    return document();
  }

  /** Whether nothing but blanks is left. */
  boolean ends() {
    skipBlank();
    return at == end;
  }

  /** Position of the next character that is read. */
  int at() {
    return at;
  }

  /** Goes on at {@code position}. */
  void goTo(int position) {
    at = position;
  }

  /** Whether {@code sign} comes next, behind blanks. */
  boolean isNext(char sign) {
    skipBlank();
    return at < end && text.charAt(at) == sign;
  }

  /** Values and names so far. */
  int nodes() {
    return nodes;
  }

  /** Reads over a value; false when there is none. */
  boolean skip() {
    boolean kept = keep;
    keep = false;
    boolean valid = value() != null;
    keep = kept;
    return valid;
  }

  /** The name of a member and its colon, or null. */
  @Nullable String name() {
    String name = isNext('"') ? chars(true) : null;
    return name != null && takes(':') && ++nodes <= nodesMax ? name : null;
  }

  /** The next value, or null when there is none or one too many. */
  @Nullable Json value() {
    skipBlank();
    if (at >= end || ++nodes > nodesMax) {
      return null;
    }
    return switch (text.charAt(at)) {
      case '{' -> nested(true);
      case '[' -> nested(false);
      case '"' -> string();
      case 't' -> word("true", Scalar.Bool.TRUE);
      case 'f' -> word("false", Scalar.Bool.FALSE);
      case 'n' -> word("null", Scalar.Null.NULL);
      default -> number();
    };
  }

  private @Nullable Json nested(boolean object) {
    if (depth == ToolCallLimits.JSON_DEPTH_MAX) {
      return null;
    }
    depth++;
    int start = at++;
    Json value = object ? object() : array();
    if (depth == quotedDepth
        && unquotable < start
        && value instanceof JsonObject read
        && !read.isEmpty()) {
      value = read.quoting(text.substring(start, at));
    }
    depth--;
    return value;
  }

  private @Nullable Json object() {
    JsonObject.Builder members = keep ? JsonObject.builder() : NO_MEMBERS;
    if (closes('}')) {
      return members.build();
    }
    while (true) {
      String name = name();
      if (name == null) {
        return null;
      }
      Json value = value();
      if (value == null) {
        return null;
      }
      if (keep) {
        members.put(name, value);
      }
      if (closes('}')) {
        return members.build();
      }
      if (!takes(',')) {
        return null;
      }
    }
  }

  private @Nullable Json array() {
    JsonArray.Builder elements = keep ? JsonArray.builder() : NO_ELEMENTS;
    if (closes(']')) {
      return elements.build();
    }
    while (true) {
      Json value = value();
      if (value == null) {
        return null;
      }
      if (keep) {
        elements.add(value);
      }
      if (closes(']')) {
        return elements.build();
      }
      if (!takes(',')) {
        return null;
      }
    }
  }

  boolean closes(char bracket) {
    skipBlank();
    return take(bracket);
  }

  boolean takes(char sign) {
    skipBlank();
    return take(sign);
  }

  private boolean take(char sign) {
    if (at < end && text.charAt(at) == sign) {
      at++;
      return true;
    }
    return false;
  }

  private void skipBlank() {
    while (at < end) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return;
      }
      if (c == '\n' || c == '\r') {
        unquotable = at;
      }
      at++;
    }
  }

  private @Nullable Json word(String word, Json value) {
    if (end - at < word.length() || !text.startsWith(word, at)) {
      return null;
    }
    at += word.length();
    return value;
  }

  private Scalar.@Nullable Text string() {
    String chars = chars(false);
    if (chars == null) {
      return null;
    }
    return keep ? new Scalar.Text(chars) : SKIPPED;
  }

  private @Nullable String chars(boolean name) {
    int start = ++at;
    while (at < end) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        if (!keep) {
          return "";
        }
        return name ? names.of(text, start, at - 1) : text.substring(start, at - 1);
      }
      if (c == '\\') {
        return escaped(start);
      }
      if (c < 0x20) {
        return null;
      }
      at++;
    }
    return null;
  }

  private @Nullable String escaped(int start) {
    StringBuilder out = new StringBuilder(keep ? at - start + 16 : 0);
    int copied = start;
    while (at < end) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return keep ? out.append(text, copied, at - 1).toString() : "";
      }
      if (c < 0x20) {
        return null;
      }
      if (c != '\\') {
        at++;
        continue;
      }
      int code = EscapeSequence.unit(text, at, end);
      if (code < 0) {
        return null;
      }
      if (keep) {
        out.append(text, copied, at).append((char) code);
      }
      at += text.charAt(at + 1) == 'u' ? 6 : 2;
      copied = at;
    }
    return null;
  }

  private @Nullable Json number() {
    int start = at;
    take('-');
    int digits = at;
    if (!integerPart()) {
      return null;
    }
    int integerEnd = at;
    if (take('.') && !digits()) {
      return null;
    }
    if (at < end && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (!take('+')) {
        take('-');
      }
      if (!digits()) {
        return null;
      }
    }
    if (!keep) {
      return Scalar.Null.NULL;
    }
    Scalar number =
        at == integerEnd
            ? NumberLiteral.integer(text, start, digits, at)
            : NumberLiteral.real(text, start, at);
    if (!number.finite()) {
      unquotable = start;
    }
    return number;
  }

  private boolean integerPart() {
    return take('0') || digits();
  }

  private boolean digits() {
    int start = at;
    while (at < end && '0' <= text.charAt(at) && text.charAt(at) <= '9') {
      at++;
    }
    return at > start;
  }
}
