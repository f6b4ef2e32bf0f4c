package dev.assay.gate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON text in which one value is put or out of which one is taken, while every other character
 * stays: comments, a trailing comma and a byte order mark too, where there are some.
 *
 * <p>{@link #without} undoes {@link #with} to the character. A container that was there before and
 * empty gets one space behind its bracket, so that it stays when it is emptied; one that came with
 * a value goes with it.
 */
final class EditableJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                  .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(Json.DEPTH_MAX).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final JsonPointer ROOT = JsonPointer.empty();
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String WHITE = " \t\r\n";
  private static final String FILLED = " ";
  private static final Pattern NO_TOKEN =
      Pattern.compile("\\G(?:[" + WHITE + "]+|//[^\r\n]*|/\\*(?s:.*?)\\*/)");
  private static final Pattern INDENT = Pattern.compile("(?m)^(?: {2})+");

  private final String text;
  private final JsonNode tree;
  private final Map<JsonPointer, Span> spans = new HashMap<>();

  /**
   * Where a value stands.
   *
   * @param start its first character, that of its name where it has one
   * @param from the first character without the name
   * @param end behind its last character
   */
  private record Span(int start, int from, int end) {}

  /**
   * Reads {@code text}.
   *
   * @throws IOException when it is neither blank nor JSON, or JSON with a member twice or nested
   *     deeper than {@link Json#DEPTH_MAX}
   */
  EditableJson(String text) throws IOException {
    String read = text.startsWith(BYTE_ORDER_MARK) ? ' ' + text.substring(1) : text;
    this.text = text;
    this.tree = MAPPER.readTree(read);
    if (!tree.isMissingNode()) {
      try (JsonParser parser = MAPPER.createParser(read)) {
        parser.nextToken();
        find(parser, ROOT);
      }
    }
  }

  /** Keeps where the value at {@code pointer} stands, at which the parser is, and all in it. */
  private void find(JsonParser parser, JsonPointer pointer) throws IOException {
    int start = (int) parser.currentTokenLocation().getCharOffset();
    JsonToken token =
        parser.currentToken() == JsonToken.FIELD_NAME ? parser.nextToken() : parser.currentToken();
    int from = (int) parser.currentTokenLocation().getCharOffset();
    if (token.isStructStart()) {
      for (int i = 0; !parser.nextToken().isStructEnd(); i++) {
        find(
            parser,
            token == JsonToken.START_ARRAY
                ? pointer.appendIndex(i)
                : pointer.appendProperty(parser.currentName()));
      }
    }
    parser.finishToken();
    spans.put(pointer, new Span(start, from, (int) parser.currentLocation().getCharOffset()));
  }

  /** As it is now. */
  String text() {
    return text;
  }

  /** What it says; missing when the text is blank. */
  JsonNode tree() {
    return tree;
  }

  /**
   * With {@code value} as the last of the container at {@code pointer}, in the layout that is
   * there.
   *
   * @param name the member's name; null in an array
   */
  EditableJson with(JsonPointer pointer, @Nullable String name, JsonNode value) throws IOException {
    if (tree.isMissingNode()) {
      JsonNode whole = JsonNodeFactory.instance.objectNode().set(name, value);
      return new EditableJson(text + lines(whole, ""));
    }
    Span container = span(pointer);
    List<JsonPointer> parts = parts(pointer);
    int tail = parts.isEmpty() ? container.from + 1 : span(parts.getLast()).end;
    int place = trimmed(container.end - 1);
    boolean commented = text.substring(tail, container.end).contains("/");
    boolean trailing = comma(tail) >= 0;
    String deeper =
        indent().repeat((int) pointer.toString().chars().filter(c -> c == '/').count() + 1);
    String gap = FILLED;
    if (commented) {
      gap = lineBreak() + deeper;
    } else if (!parts.isEmpty()) {
      gap = gap(parts.getLast());
    }
    boolean broken = gap.indexOf('\n') >= 0;
    String item =
        inLines()
            ? named(name, ": ")
                + lines(value, broken ? gap.substring(gap.lastIndexOf('\n') + 1) : deeper)
            : named(name, ":") + value;
    return new EditableJson(
        text.substring(0, tail)
            + (parts.isEmpty() || trailing ? "" : ",")
            + text.substring(tail, place)
            + gap
            + item
            + (trailing ? "," : "")
            + text.substring(place));
  }

  /** Without the value at {@code pointer}, and without what came with it. */
  EditableJson without(JsonPointer pointer) throws IOException {
    Span gone = span(pointer);
    if (pointer.equals(ROOT)) {
      return new EditableJson(text.substring(0, gone.start) + text.substring(gone.end));
    }
    Span container = span(pointer.head());
    List<JsonPointer> parts = parts(pointer.head());
    String before = text.substring(container.from + 1, gone.start);
    String after = text.substring(gone.end, container.end - 1);
    if (parts.size() == 1 && !before.equals(FILLED) && before.isBlank() && after.isBlank()) {
      return without(pointer.head());
    }
    StringBuilder left = new StringBuilder(text);
    int index = parts.indexOf(pointer);
    int comma = comma(gone.end);
    if (comma >= 0) {
      left.deleteCharAt(comma);
    }
    left.delete(trimmed(gone.start), gone.end);
    if (comma < 0 && index > 0) {
      left.deleteCharAt(comma(span(parts.get(index - 1)).end));
    }
    return new EditableJson(left.toString());
  }

  private Span span(JsonPointer pointer) {
    Span span = spans.get(pointer);
    if (span == null) {
      throw new IllegalArgumentException("expected a value at " + pointer + ", found none");
    }
    return span;
  }

  /** The values directly in the container at {@code pointer}, in their order. */
  private List<JsonPointer> parts(JsonPointer pointer) {
    JsonNode container = tree.at(pointer);
    List<JsonPointer> parts = new ArrayList<>();
    container.fieldNames().forEachRemaining(name -> parts.add(pointer.appendProperty(name)));
    for (int i = 0; container.isArray() && i < container.size(); i++) {
      parts.add(pointer.appendIndex(i));
    }
    return parts;
  }

  /** Where the comma is that comes next behind {@code from}; -1 when something else does. */
  private int comma(int from) {
    Matcher skipped = NO_TOKEN.matcher(text);
    int at = from;
    while (skipped.find(at)) {
      at = skipped.end();
    }
    return at < text.length() && text.charAt(at) == ',' ? at : -1;
  }

  /** {@code to}, or before the white space that ends there. */
  private int trimmed(int to) {
    int at = to;
    while (at > 0 && WHITE.indexOf(text.charAt(at - 1)) >= 0) {
      at--;
    }
    return at;
  }

  /** What stands between the value at {@code pointer} and what is before it; one line at most. */
  private String gap(JsonPointer pointer) {
    int start = span(pointer).start;
    String white = text.substring(trimmed(start), start);
    int line = white.lastIndexOf('\n');
    return line < 0 ? white : lineBreak() + white.substring(line + 1);
  }

  private boolean inLines() {
    return tree.isEmpty() || text.substring(span(ROOT).start, span(ROOT).end).contains("\n");
  }

  private String lineBreak() {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }

  private String indent() {
    String first = tree.isEmpty() ? "" : gap(parts(ROOT).getFirst());
    int line = first.indexOf('\n');
    return line < 0 ? "  " : first.substring(line + 1);
  }

  private static String named(@Nullable String name, String colon) {
    return name == null ? "" : TextNode.valueOf(name) + colon;
  }

  /** {@code value} over several lines, all but the first behind {@code margin}. */
  private String lines(JsonNode value, String margin) {
    String indent = indent();
    return INDENT
        .matcher(PrettyJson.text(value).strip())
        .replaceAll(spaces -> Matcher.quoteReplacement(indent.repeat(spaces.group().length() / 2)))
        .replace("\n", lineBreak() + margin);
  }
}
