package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Ids;
import dev.assay.schemas.json.Json;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints answers: tables for people, JSON for scripts. Untrusted text is shown without controls.
 */
public final class Output {

  private static final int CELL_CHARS_MAX = 60;
  private static final int SHORT_ID_CHARS = 16;
  private static final MathContext BOUND_DIGITS = new MathContext(2, RoundingMode.CEILING);

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
        line.append(Terminal.coloured(row.get(i)));
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
    return line(text, text.length());
  }

  /** The first {@code charsMax} characters of {@code text} on one line, without controls. */
  public static String line(String text, long charsMax) {
    StringBuilder out = new StringBuilder();
    text.codePoints().limit(charsMax).map(Output::printable).forEach(out::appendCodePoint);
    return out.toString();
  }

  /** The texts of an array in one cell. */
  public static String joined(JsonNode texts) {
    return texts.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
  }

  /**
   * An upper bound of a rate, from 0 to 1, in two digits, and never lower than it is: an interval
   * from a few hundred trials has no more. A rate that nobody measured has 1.
   */
  public static String bound(JsonNode upper) {
    if (!upper.isNumber()) {
      return "-";
    }
    BigDecimal value = upper.decimalValue();
    return value.compareTo(BigDecimal.ONE) == 0
        ? "not measured"
        : value.round(BOUND_DIGITS).toPlainString();
  }

  /** The beginning of an id, which is enough to tell ids apart in a table. */
  public static String shortId(String id) {
    return plain(id.substring(0, Math.min(SHORT_ID_CHARS, id.length())));
  }

  private static int printable(int c) {
    return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c;
  }

  /**
   * {@code text} on one line, without control characters, cut to a cell; an id stays whole, since
   * the next command takes no part of it.
   */
  public static String plain(String text) {
    return text.codePointCount(0, text.length()) > CELL_CHARS_MAX && !Ids.valid(text)
        ? line(text, CELL_CHARS_MAX - 1) + "…"
        : line(text);
  }
}
