package dev.assay.toolcalls;

import dev.assay.toolcalls.ToolCall.ParamsState;
import dev.assay.toolcalls.json.EcmaText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.JsonText;
import dev.assay.toolcalls.json.Scalar;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The arguments of a call and what is known of them. */
record Arguments(JsonObject params, ParamsState state) {

  static final Arguments ABSENT = new Arguments(JsonObject.empty(), ParamsState.ABSENT);
  static final Arguments TRUNCATED = new Arguments(JsonObject.empty(), ParamsState.TRUNCATED);
  static final Arguments UNPARSABLE = new Arguments(JsonObject.empty(), ParamsState.UNPARSABLE);
  private static final Arguments NONE = parsed(JsonObject.empty());

  /** Signs outside of strings that JSON may hold. */
  private static final String JSON_SIGNS = "{}[]:,+-.0123456789eEtrufalsn \t\r\n";

  /** How emitters mark a text that they cut. */
  private static final String[] CUT_MARKS = {"[truncated]", "[truncated: original length"};

  private static final int CUT_MARK_CHARS = 64;

  /** These, unless they hold a number that no database could be asked for. */
  static Arguments parsed(JsonObject params) {
    return !Nodes.exact(params) ? UNPARSABLE : new Arguments(params, ParamsState.PARSED);
  }

  boolean sameAs(Arguments other) {
    return state == other.state && JsonText.stable(params).equals(JsonText.stable(other.params));
  }

  /** An object, or a text that is parsed once and holds one. An empty text says nothing. */
  static Arguments of(@Nullable Json value) {
    return switch (value) {
      case null -> ABSENT;
      case JsonObject object -> parsed(object);
      case Scalar.Null _ -> ABSENT;
      case Scalar.Text(String text) -> text(text);
      case Json _ -> UNPARSABLE;
    };
  }

  /** As {@link #of}; the empty text is what models write for no arguments. */
  static Arguments ofModel(@Nullable Json value) {
    return value instanceof Scalar.Text(String text) && text.isBlank() ? NONE : of(value);
  }

  /** Free text, such as a command line or a patch, under the name {@code input}. */
  static Arguments ofText(@Nullable Json value) {
    return value instanceof Scalar.Text
        ? parsed(JsonObject.builder().put("input", value).build())
        : of(value);
  }

  private static Arguments text(String text) {
    int start = EcmaText.skipSpace(text, 0, text.length());
    int end = EcmaText.trimEnd(text, start, text.length());
    if (start == end) {
      return ABSENT;
    }
    Json value = JsonParser.parse(text, start, end);
    if (value instanceof JsonObject object) {
      return parsed(object);
    }
    return value == null && (isMarkedCut(text) || endsInside(text, start, end))
        ? TRUNCATED
        : UNPARSABLE;
  }

  private static boolean isMarkedCut(String text) {
    String tail =
        text.substring(Math.max(0, text.length() - CUT_MARK_CHARS)).toLowerCase(Locale.ROOT);
    for (String mark : CUT_MARKS) {
      if (tail.contains(mark)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the text is the beginning of a JSON object. */
  private static boolean endsInside(String text, int start, int end) {
    if (text.charAt(start) != '{') {
      return false;
    }
    boolean quoted = false;
    int depth = 0;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (quoted) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (JSON_SIGNS.indexOf(c) < 0) {
        return false;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      }
    }
    return quoted || depth > 0;
  }
}
