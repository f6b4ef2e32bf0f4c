package dev.assay.testreport;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Tells the family of a report by its first bytes; the media type is not believed. */
final class Sniffer {

  /** What kind of reader a report needs; what is no known document is read by line. */
  enum Family {
    NOTHING,
    XML,
    SARIF,
    CTRF,
    PROCESS_EXIT,
    /** An object whose first bytes do not tell; {@link #object} looks at all of it. */
    LONG_OBJECT,
    LINES,
    UNREADABLE
  }

  private static final Set<String> MARKS =
      Set.of("runs", "results", "exitCode", "signal", "timedOut");

  private Sniffer() {}

  static Family family(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    int start = text.startsWith("ï»¿") ? 3 : 0;
    while (start < text.length() && blank(text.charAt(start))) {
      start++;
    }
    if (start == text.length()) {
      return text.length() < TestReportLimits.SNIFF_BYTES_MAX ? Family.NOTHING : Family.UNREADABLE;
    }
    char first = text.charAt(start);
    if (first == '<') {
      return Family.XML;
    }
    if (text.indexOf('\0') >= 0 && text.indexOf('\0') < start + 8) {
      return Family.UNREADABLE;
    }
    return first == '{' ? json(text.substring(start)) : Family.LINES;
  }

  /** The family of the object with which {@code text} begins, by its members. */
  static Family object(Reader text) throws IOException {
    Family[] found = {Family.LINES};
    try {
      members(text, found);
    } catch (JacksonException | UnreadableReportException _) {
      return found[0];
    }
    return found[0];
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private static Family json(String text) {
    Family[] found = {Family.LINES};
    try {
      members(new StringReader(text), found);
    } catch (JsonEOFException | UnreadableReportException _) {
      // The head may end inside a value; what was seen until then tells.
      return found[0] == Family.LINES ? byText(text, Family.LONG_OBJECT) : found[0];
    } catch (JacksonException _) {
      return found[0] == Family.LINES ? byText(text, Family.LINES) : found[0];
    } catch (IOException e) {
      throw new AssertionError("expected no I/O on a text in memory", e);
    }
    return found[0];
  }

  /** Puts into {@code found} what the first telling member of an object tells. */
  private static void members(Reader text, Family[] found) throws IOException {
    try (JsonCursor cursor = JsonCursor.over(text, 0)) {
      if (cursor.next() == JsonToken.START_OBJECT) {
        cursor.object(
            MARKS,
            name -> {
              if (found[0] == Family.LINES) {
                found[0] = byMark(name);
              }
              cursor.skip();
            });
      }
    }
  }

  private static Family byMark(String name) {
    return switch (name) {
      case "runs" -> Family.SARIF;
      case "results" -> Family.CTRF;
      default -> Family.PROCESS_EXIT;
    };
  }

  /** A cut or broken object still belongs to the format whose first words it has. */
  private static Family byText(String text, Family otherwise) {
    if (text.contains("\"Action\":")) {
      return Family.LINES;
    }
    if (text.contains("\"CTRF\"")) {
      return Family.CTRF;
    }
    return text.contains("sarif") ? Family.SARIF : otherwise;
  }
}
