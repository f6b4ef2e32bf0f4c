package dev.assay.testreport;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Tells the family of a report by its first bytes; the media type is not believed. */
final class Sniffer {

  /** What kind of reader a report needs. */
  enum Family {
    NOTHING,
    XML,
    SARIF,
    CTRF,
    PROCESS_EXIT,
    GO_JSON,
    TAP,
    LOG,
    UNREADABLE
  }

  private static final Set<String> MARKS =
      Set.of("runs", "results", "exitCode", "signal", "timedOut", "Action");

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
    if (first == '{') {
      return json(text.substring(start));
    }
    return first == '[' && !logLike(text, start) ? Family.UNREADABLE : lines(text, start);
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** A log may begin with {@code [INFO]}; a JSON array does not. */
  private static boolean logLike(String text, int start) {
    return start + 1 < text.length() && Character.isUpperCase(text.charAt(start + 1));
  }

  private static Family json(String text) {
    Family[] found = {Family.UNREADABLE};
    try (JsonCursor cursor = JsonCursor.over(new StringReader(text), 0)) {
      if (cursor.next() == JsonToken.START_OBJECT) {
        cursor.object(
            MARKS,
            name -> {
              if (found[0] == Family.UNREADABLE) {
                found[0] = byMark(name);
              }
              cursor.skip();
            });
      }
    } catch (JacksonException | StopReading _) {
      // The head may end inside a value; what was seen until then tells.
      return found[0] == Family.UNREADABLE ? byText(text) : found[0];
    } catch (IOException e) {
      throw new AssertionError("expected no I/O on a text in memory", e);
    }
    return found[0];
  }

  private static Family byMark(String name) {
    return switch (name) {
      case "runs" -> Family.SARIF;
      case "results" -> Family.CTRF;
      case "Action" -> Family.GO_JSON;
      default -> Family.PROCESS_EXIT;
    };
  }

  /** A cut or broken object still belongs to the format whose first words it has. */
  private static Family byText(String text) {
    if (text.contains("\"Action\":")) {
      return Family.GO_JSON;
    }
    if (text.contains("\"CTRF\"")) {
      return Family.CTRF;
    }
    return text.contains("sarif") ? Family.SARIF : Family.UNREADABLE;
  }

  private static Family lines(String text, int start) {
    boolean sawPoint = false;
    int at = start;
    while (at < text.length()) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? text.length() : end;
      String line = text.substring(at, Math.min(end, at + 400));
      if (line.startsWith("TAP version ")) {
        return Family.TAP;
      }
      if (line.startsWith("{") && line.contains("\"Action\":")) {
        return Family.GO_JSON;
      }
      sawPoint |= tapLine(line);
      at = end + 1;
    }
    return sawPoint ? Family.TAP : Family.LOG;
  }

  /** A plan, or a point that carries a number: words that no console log starts a line with. */
  private static boolean tapLine(String line) {
    return line.startsWith("1..") && Words.number(line, 3) >= 0
        || line.startsWith("ok ") && Words.number(line, 3) > 0
        || line.startsWith("not ok");
  }
}
