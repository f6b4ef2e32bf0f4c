package dev.assay.cfverify.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Finds where each claim stands in the bytes of a document, so that it can be cited in place. */
public final class ClaimSpans {

  private static final JsonFactory FACTORY = new JsonFactory();

  /**
   * The bytes of one claim object.
   *
   * @param offset from the start of the document
   */
  public record Span(long offset, long length) {}

  private ClaimSpans() {}

  /**
   * The spans of all claims, in the order of {@link SubResult#claims}.
   *
   * @param utf8 a document that {@link SubResultReader} accepts
   */
  public static List<Span> of(byte[] utf8) throws IOException {
    List<Span> spans = new ArrayList<>();
    int start = startOf(utf8);
    try (JsonParser json = FACTORY.createParser(utf8, start, utf8.length - start)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean answers = json.currentName().equals("answers");
        json.nextToken();
        if (answers) {
          answers(json, start, spans);
        } else {
          json.skipChildren();
        }
      }
    }
    return spans;
  }

  /** Offsets count from here: behind the byte order mark, if there is one. */
  private static int startOf(byte[] utf8) {
    boolean marked =
        utf8.length >= 3
            && (utf8[0] & 0xff) == 0xef
            && (utf8[1] & 0xff) == 0xbb
            && (utf8[2] & 0xff) == 0xbf;
    return marked ? 3 : 0;
  }

  private static void answers(JsonParser json, int start, List<Span> spans) throws IOException {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean claims = json.currentName().equals("claims");
        json.nextToken();
        if (claims) {
          claims(json, start, spans);
        } else {
          json.skipChildren();
        }
      }
    }
  }

  private static void claims(JsonParser json, int start, List<Span> spans) throws IOException {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      long from = json.currentTokenLocation().getByteOffset();
      json.skipChildren();
      long end = json.currentLocation().getByteOffset();
      spans.add(new Span(start + from, end - from));
    }
  }
}
