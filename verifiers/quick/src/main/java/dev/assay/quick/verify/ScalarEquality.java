package dev.assay.quick.verify;

import dev.assay.quick.sql.Row.Cell;
import dev.assay.toolcalls.json.EcmaText;
import dev.assay.toolcalls.json.Json;
import dev.assay.toolcalls.json.JsonParser;
import dev.assay.toolcalls.json.Scalar;

/**
 * Whether an expected value and a stored one are the same ({@code verificationScalarsEqual},
 * specification A.12).
 */
public final class ScalarEquality {

  private ScalarEquality() {}

  /** Compares; an unreadable cell equals nothing. */
  public static boolean equal(Scalar expected, Cell actual) {
    return switch (actual) {
      case Cell.Plain(Scalar value) -> equal(expected, value);
      case Cell.Moment(String iso) ->
          expected instanceof Scalar.Text(String text) && EcmaText.trim(text).equals(iso);
      case Cell.Unreadable _ -> false;
    };
  }

  private static boolean equal(Scalar expected, Scalar actual) {
    return switch (expected) {
      case Scalar.Null _ -> actual instanceof Scalar.Null;
      case Scalar.Bool bool -> boolEqual(bool, actual);
      case Scalar.Int _, Scalar.Real _ -> numberEqual(expected, actual);
      case Scalar.Text(String text) -> textEqual(EcmaText.trim(text), actual);
    };
  }

  private static boolean boolEqual(Scalar.Bool expected, Scalar actual) {
    return switch (actual) {
      case Scalar.Bool bool -> bool == expected;
      case Scalar.Int _, Scalar.Real _ -> sameNumber(Json.number(expected.value() ? 1 : 0), actual);
      case Scalar.Null _, Scalar.Text _ -> false;
    };
  }

  private static boolean numberEqual(Scalar expected, Scalar actual) {
    return switch (actual) {
      case Scalar.Int _, Scalar.Real _ -> sameNumber(expected, actual);
      case Scalar.Text(String text) ->
          JsonParser.parse(EcmaText.trim(text)) instanceof Scalar parsed
              && sameNumber(expected, parsed);
      case Scalar.Null _, Scalar.Bool _ -> false;
    };
  }

  private static boolean textEqual(String expected, Scalar actual) {
    return switch (actual) {
      case Scalar.Text(String text) -> expected.equals(EcmaText.trim(text));
      case Scalar.Int _, Scalar.Real _, Scalar.Bool _ -> expected.equals(actual.plainText());
      case Scalar.Null _ -> false;
    };
  }

  /** Mathematical equality of two numbers; anything that is no number equals nothing. */
  private static boolean sameNumber(Scalar left, Scalar right) {
    return switch (left) {
      case Scalar.Int(long exact) -> sameNumber(exact, right);
      case Scalar.Real(double rounded, _) -> sameNumber(rounded, right);
      case Scalar.Null _, Scalar.Bool _, Scalar.Text _ -> false;
    };
  }

  private static boolean sameNumber(long exact, Scalar other) {
    return switch (other) {
      case Scalar.Int(long value) -> value == exact;
      case Scalar.Real(double value, _) -> same(exact, value);
      case Scalar.Null _, Scalar.Bool _, Scalar.Text _ -> false;
    };
  }

  private static boolean sameNumber(double rounded, Scalar other) {
    return switch (other) {
      case Scalar.Int(long value) -> same(value, rounded);
      case Scalar.Real(double value, _) -> value == rounded;
      case Scalar.Null _, Scalar.Bool _, Scalar.Text _ -> false;
    };
  }

  private static boolean same(long exact, double rounded) {
    return rounded == Math.rint(rounded)
        && -0x1p63 <= rounded
        && rounded < 0x1p63
        && (long) rounded == exact;
  }
}
