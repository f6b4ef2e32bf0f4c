package dev.assay.quick.verify;

import dev.assay.quick.sql.Row.Cell;
import dev.assay.schemas.json.JsonString;
import dev.assay.toolcalls.json.Scalar;

/** How expected and actual values are shown: strings and dates quoted, the rest plain. */
public final class DisplayText {

  private DisplayText() {}

  /** The display text of {@code value}. */
  public static String of(Scalar value) {
    return value instanceof Scalar.Text(String text) ? quoted(text) : value.plainText();
  }

  /** The display text of {@code cell}. */
  public static String of(Cell cell) {
    return switch (cell) {
      case Cell.Plain(Scalar value) -> of(value);
      case Cell.Moment(String iso) -> quoted(iso);
      case Cell.Unreadable _ -> "unreadable";
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2);
    JsonString.append(out, text);
    return out.toString();
  }
}
