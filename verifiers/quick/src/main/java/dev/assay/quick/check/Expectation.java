package dev.assay.quick.check;

import dev.assay.quick.sql.Row.Cell;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A number that a count or a sum is compared with.
 *
 * @param shown the expected number as JSON prints it
 */
record Expectation(Comparison comparison, BigDecimal value, String shown) {

  /** How the number found has to relate to the expected one. */
  enum Comparison {
    EQ("eq"),
    GTE("gte"),
    LTE("lte");

    private final String word;

    Comparison(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    static @Nullable Comparison of(String word) {
      for (Comparison comparison : values()) {
        if (comparison.word.equals(word)) {
          return comparison;
        }
      }
      return null;
    }
  }

  boolean holds(BigDecimal actual) {
    int order = actual.compareTo(value);
    return switch (comparison) {
      case EQ -> order == 0;
      case GTE -> order >= 0;
      case LTE -> order <= 0;
    };
  }

  /** The number that {@code cell} holds, or null when it holds none; sums may come as text. */
  static @Nullable BigDecimal number(Cell cell) {
    if (!(cell instanceof Cell.Plain(Scalar value))) {
      return null;
    }
    return value instanceof Scalar.Text(String text)
            && JsonParser.parse(text) instanceof Scalar parsed
            && !(parsed instanceof Scalar.Text)
        ? number(parsed)
        : number(value);
  }

  /** The exact value of {@code scalar}, or null when it is no finite number. */
  static @Nullable BigDecimal number(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Int(long value) -> BigDecimal.valueOf(value);
      case Scalar.Real(double value, _) -> Double.isFinite(value) ? new BigDecimal(value) : null;
      case Scalar.Text _, Scalar.Bool _, Scalar.Null _ -> null;
    };
  }

  @Override
  public String toString() {
    return comparison.word() + " " + shown;
  }
}
