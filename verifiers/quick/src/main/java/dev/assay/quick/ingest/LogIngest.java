package dev.assay.quick.ingest;

import dev.assay.quick.ingest.Ingest.IngestCode;
import dev.assay.quick.limits.QuickLimits;
import dev.assay.toolcalls.json.EcmaText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Utf8Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The ingest ladder (specification A.5): whole text, then lines, then balanced braces. */
public final class LogIngest {

  private final String text;
  private final int nodesMax;
  private final Extraction extraction = new Extraction();
  private int malformedLines;

  private LogIngest(String text, int nodesMax) {
    this.text = text;
    this.nodesMax = nodesMax;
  }

  /**
   * Reads {@code input}; never fails.
   *
   * @param nodesMax values and names that one JSON text may have; a longer one does not parse
   */
  public static Ingest read(byte[] input, int nodesMax) {
    if (input.length > QuickLimits.INPUT_BYTES_MAX) {
      return Ingest.tooLarge();
    }
    String decoded = Utf8Text.decode(input);
    String text = decoded.startsWith("\ufeff") ? decoded.substring(1) : decoded;
    return new LogIngest(LogNoise.withoutCsi(text), nodesMax).climb();
  }

  private Ingest climb() {
    if (EcmaText.skipSpace(text, 0, text.length()) == text.length()) {
      return new Ingest(List.of(), 0, List.of(IngestCode.INGEST_NO_ACTIONS), 0, List.of());
    }
    Json whole = JsonParser.parse(text, 0, text.length(), nodesMax);
    if (whole != null) {
      extraction.add(whole, text, 0, text.length(), nodesMax);
    }
    if (extraction.isEmpty()) {
      lines();
    }
    if (extraction.isEmpty()) {
      braces();
    }
    return extraction.isEmpty() ? nothing() : Dedupe.of(extraction, malformedLines);
  }

  private Ingest nothing() {
    List<IngestCode> codes = new ArrayList<>(malformedLines + 1);
    for (int i = 0; i < malformedLines; i++) {
      codes.add(IngestCode.MALFORMED_LINE);
    }
    codes.add(IngestCode.INGEST_NO_STRUCTURED_TOOL_ACTIVITY);
    return new Ingest(List.of(), 0, Collections.unmodifiableList(codes), malformedLines, List.of());
  }

  private void lines() {
    int from = 0;
    while (from <= text.length()) {
      int feed = text.indexOf('\n', from);
      int end = feed < 0 ? text.length() : feed;
      int start = EcmaText.skipSpace(text, from, end);
      if (start < end && !line(start, EcmaText.trimEnd(text, start, end))) {
        malformedLines++;
      }
      from = end + 1;
    }
  }

  /** Whether the trimmed line {@code [from, to)} holds JSON after its prefixes. */
  private boolean line(int from, int to) {
    int start = LogNoise.afterTimestamp(text, from, to);
    if (json(start, to)) {
      return true;
    }
    int level = LogNoise.afterLevel(text, start, to);
    if (level > start && json(level, to)) {
      return true;
    }
    int tag = LogNoise.afterTag(text, start, to);
    return tag > start && json(tag, to);
  }

  private boolean json(int from, int to) {
    if (extraction.isFull()) {
      return JsonParser.isValid(text, from, to, nodesMax);
    }
    Json value = JsonParser.parse(text, from, to, nodesMax);
    if (value == null) {
      return false;
    }
    extraction.add(value, text, from, to, nodesMax);
    return true;
  }

  /** Extracts every balanced pair of braces; an opening brace that never closes ends the scan. */
  private void braces() {
    int open = text.indexOf('{');
    while (open >= 0) {
      int end = balanced(open);
      if (end < 0) {
        return;
      }
      Json value = extraction.isFull() ? null : JsonParser.parse(text, open, end, nodesMax);
      if (value != null) {
        extraction.add(value, text, open, end, nodesMax);
      }
      open = text.indexOf('{', end);
    }
  }

  /** The index after the brace that closes the one at {@code open}, or -1. */
  private int balanced(int open) {
    int depth = 0;
    char quote = 0;
    for (int at = open; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote != 0) {
        if (c == '\\') {
          at++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return at + 1;
      }
    }
    return -1;
  }
}
