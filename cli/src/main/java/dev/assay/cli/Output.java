package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.json.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints answers: tables for people, JSON for scripts. Untrusted text is shown without controls.
 */
public final class Output {

  private static final int CELL_CHARS_MAX = 60;

  private Output() {}

  /** {@code value} as one line of JSON. */
  public static String compact(Object value) {
    return new String(Json.write(value), StandardCharsets.UTF_8);
  }

  /** Prints {@code node} as indented JSON. */
  public static void json(PrintWriter out, JsonNode node) {
    out.println(node.toPrettyString());
    out.flush();
  }

  /** Prints rows under their headings, columns as wide as they need. */
  public static void table(PrintWriter out, List<String> headings, List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>();
    all.add(headings);
    rows.forEach(row -> all.add(row.stream().map(Output::plain).toList()));
    int[] widths = new int[headings.size()];
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i));
        if (i < widths.length - 1) {
          line.append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
      }
      out.println(line);
    }
    out.flush();
  }

  /** {@code text} on one line, without control characters, whole. */
  public static String line(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints().map(Output::printable).forEach(out::appendCodePoint);
    return out.toString();
  }

  private static int printable(int c) {
    return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c;
  }

  /** {@code text} on one line, without control characters, cut to a cell. */
  public static String plain(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .limit(CELL_CHARS_MAX + 1L)
        .map(Output::printable)
        .forEach(out::appendCodePoint);
    return text.codePointCount(0, text.length()) > CELL_CHARS_MAX
        ? out.substring(0, out.offsetByCodePoints(0, CELL_CHARS_MAX - 1)) + "…"
        : out.toString();
  }
}
