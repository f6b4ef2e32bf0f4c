package dev.assay.cfverify.evidence;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of a snippet as they are read: decodes UTF-8 with replacement, turns CRLF into
 * LF, looks for the quote and keeps the beginning. Its memory does not depend on the snippet.
 */
final class SnippetSink {

  private static final int DECODE_CHARS = 16 * 1024;
  private static final int CHUNK_BYTES = 16 * 1024;

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final ByteBuffer undecoded = ByteBuffer.allocate(CHUNK_BYTES + 8);
  private final CharBuffer decoded = CharBuffer.allocate(DECODE_CHARS);
  private final StringBuilder kept = new StringBuilder();
  private final int keptCharsMax;
  private final @Nullable QuoteMatcher quote;
  private boolean heldReturn;
  private boolean cut;

  SnippetSink(@Nullable String quote, int keptCharsMax) {
    this.quote = quote == null ? null : new QuoteMatcher(normalise(quote));
    this.keptCharsMax = keptCharsMax;
  }

  /** CRLF as LF, the only difference between a quote and a file that is overlooked. */
  static String normalise(String text) {
    return text.replace("\r\n", "\n");
  }

  void accept(byte[] bytes, int from, int count) {
    for (int at = from; at < from + count; at += CHUNK_BYTES) {
      undecoded.put(bytes, at, Math.min(CHUNK_BYTES, from + count - at));
      decode(false);
    }
  }

  void finish() {
    decode(true);
    decoder.flush(decoded);
    drain();
    if (heldReturn) {
      emit('\r');
    }
  }

  boolean quoteFound() {
    return quote == null || quote.found();
  }

  String text() {
    return kept.toString();
  }

  boolean complete() {
    return !cut;
  }

  private void decode(boolean last) {
    undecoded.flip();
    CoderResult result;
    do {
      result = decoder.decode(undecoded, decoded, last);
      drain();
    } while (result.isOverflow());
    undecoded.compact();
  }

  private void drain() {
    decoded.flip();
    while (decoded.hasRemaining()) {
      normalised(decoded.get());
    }
    decoded.clear();
  }

  private void normalised(char c) {
    if (heldReturn && c != '\n') {
      emit('\r');
    }
    heldReturn = c == '\r';
    if (!heldReturn) {
      emit(c);
    }
  }

  private void emit(char c) {
    if (quote != null) {
      quote.accept(c);
    }
    if (kept.length() < keptCharsMax) {
      kept.append(c);
    } else {
      cut = true;
    }
  }
}
