package dev.assay.testreport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.io.Reader;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks one JSON text made of bytes-as-characters. Each {@code object} and {@code array} call hands
 * over the values one at a time; what a reader does not take is skipped without being held.
 */
final class JsonCursor implements AutoCloseable {

  /** Takes the value of one member; the cursor stands on its first token. */
  interface MemberReader {
    void read(String name) throws IOException;
  }

  /** Takes one element; the cursor stands on its first token. */
  interface ElementReader {
    void read() throws IOException;
  }

  private static final int KNOWN_NAME_CHARS_MAX = 64;
  private static final int NUMBER_CHARS_MAX = 100;

  /** Names are not kept in a table: a hostile document could fill it. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(TestReportLimits.JSON_DEPTH_MAX)
                  .maxStringLength(TestReportLimits.JSON_STRING_CHARS_MAX)
                  .maxNumberLength(NUMBER_CHARS_MAX)
                  .build())
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .disable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .build();

  private final JsonParser parser;
  private final long base;

  private JsonCursor(JsonParser parser, long base) {
    this.parser = parser;
    this.base = base;
  }

  /** A cursor over {@code bytes}, whose first character is the byte {@code base} of the report. */
  static JsonCursor over(Reader bytes, long base) throws IOException {
    return new JsonCursor(JSON.createParser(bytes), base);
  }

  /** Steps to the next token; null at the end of the text. */
  @Nullable JsonToken next() throws IOException {
    return parser.nextToken();
  }

  /** The byte at which the current token starts. */
  long start() {
    return base + parser.currentTokenLocation().getCharOffset();
  }

  /** The byte after what was read. */
  long end() {
    return base + parser.currentLocation().getCharOffset();
  }

  /**
   * Reads the object on which the cursor stands. A member that is null is as absent.
   *
   * @param known the names that matter; each may stand once, and in no other spelling
   * @throws UnreadableReportException when the value is no object or repeats a known member
   */
  void object(Set<String> known, MemberReader reader) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    Set<String> seen = new HashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      boolean unread = name.length() > KNOWN_NAME_CHARS_MAX || !known.contains(name);
      if (unread && (on(JsonToken.VALUE_NULL) || !isAnySpelling(name, known))) {
        parser.skipChildren();
        continue;
      }
      if (unread || !seen.add(name)) {
        throw new UnreadableReportException(InconclusiveReason.MALFORMED);
      }
      if (!on(JsonToken.VALUE_NULL)) {
        reader.read(name);
      }
    }
    expect(JsonToken.END_OBJECT);
  }

  /** Hands over every member of the object on which the cursor stands. */
  void members(MemberReader reader) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      reader.read(name);
    }
    expect(JsonToken.END_OBJECT);
  }

  private static boolean isAnySpelling(String name, Set<String> known) {
    if (name.length() > KNOWN_NAME_CHARS_MAX) {
      return false;
    }
    String plain = plain(name);
    return known.stream().anyMatch(each -> each.equalsIgnoreCase(plain));
  }

  /** A name without what separates its words. */
  static String plain(String name) {
    return name.replace("_", "").replace("-", "");
  }

  /** Reads the array on which the cursor stands. */
  void array(ElementReader reader) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    while (true) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.END_ARRAY) {
        return;
      }
      if (token == null) {
        throw new UnreadableReportException(InconclusiveReason.TRUNCATED);
      }
      reader.read();
    }
  }

  private void expect(JsonToken token) throws UnreadableReportException {
    if (parser.currentToken() != token) {
      throw new UnreadableReportException(InconclusiveReason.TRUNCATED);
    }
  }

  boolean on(JsonToken token) {
    return parser.currentToken() == token;
  }

  /** The string on which the cursor stands. */
  String text() throws IOException {
    if (!on(JsonToken.VALUE_STRING)) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return XmlText.decode(parser.getText());
  }

  /** The string on which the cursor stands; the empty text for another value, which is skipped. */
  String textOrSkip() throws IOException {
    if (on(JsonToken.VALUE_STRING)) {
      return text();
    }
    parser.skipChildren();
    return "";
  }

  /** The whole number on which the cursor stands. */
  long number() throws IOException {
    if (!on(JsonToken.VALUE_NUMBER_INT)) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return parser.getLongValue();
  }

  /** Whether the whole number on which the cursor stands is 0; of any size. */
  boolean isZero() throws IOException {
    return parser.getText().matches("-?0+");
  }

  /** The truth value on which the cursor stands. */
  boolean truth() throws IOException {
    if (!on(JsonToken.VALUE_TRUE) && !on(JsonToken.VALUE_FALSE)) {
      throw new UnreadableReportException(InconclusiveReason.MALFORMED);
    }
    return on(JsonToken.VALUE_TRUE);
  }

  void skip() throws IOException {
    parser.skipChildren();
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
