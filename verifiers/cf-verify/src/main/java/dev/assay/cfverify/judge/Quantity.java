package dev.assay.cfverify.judge;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number as it is written, with its unit.
 *
 * @param kind what sort of number it is; only a {@link Kind#NUMBER} is calculated with
 * @param text its letters in one spelling, without sign and unit
 * @param value the value with its sign and in its own unit; null for what is compared by its text
 * @param unit its unit, {@link Unit#NONE} when none is written
 * @param bound whether it is a bound or a guess rather than the value itself
 * @param negated whether the text says that it is not this number
 * @param place whether it tells where something stands or which of several is meant
 */
record Quantity(
    Kind kind,
    String text,
    @Nullable BigDecimal value,
    Unit unit,
    Bound bound,
    boolean negated,
    Place place) {

  private static final Pattern GROUPED = Pattern.compile("[1-9]\\d{0,2}\\.\\d{3}");
  private static final int THOUSAND_DIGITS = 3;

  /** The sorts of numbers. */
  enum Kind {
    NUMBER,
    /** Dotted: {@code 1.2.3}, or {@code 1.10} where the text says that it is a version. */
    VERSION,
    /** {@code 10.0.0.1}. */
    ADDRESS,
    ORDINAL,
    DATE,
    CLOCK,
    /** {@code 3/4}. */
    RATIO,
    RANGE,
    /** Digits that are no plain number: {@code 0644}, {@code 1920x1080}, {@code 3a5f}, (5). */
    OPAQUE
  }

  /** What a number says about the value. */
  enum Bound {
    EXACT,
    ABOUT,
    AT_LEAST,
    AT_MOST,
    MORE,
    LESS,
    /** What it was before. */
    FORMER
  }

  /** Whether a claim stands and falls with the number. */
  enum Place {
    /** It does. */
    NO,
    /** A number in words, or the number of an item: only another one speaks against it. */
    LABEL,
    /** A line or page, of which the snippet need not speak. */
    POSITION
  }

  /** How two numbers stand to each other. */
  enum Match {
    SAME,
    DIFFERENT,
    /** They may be the same or not: a unit is missing, or one is only a bound. */
    UNKNOWN,
    /** They speak of different sorts of things. */
    UNRELATED
  }

  /** A number that is the value itself and on which a claim stands or falls. */
  static Quantity plain(Kind kind, String text, @Nullable BigDecimal value, Unit unit) {
    return new Quantity(kind, text, value, unit, Bound.EXACT, false, Place.NO);
  }

  /** The same number as the value itself. */
  Quantity exact() {
    return new Quantity(kind, text, value, unit, Bound.EXACT, negated, place);
  }

  /** Compares a claim's number with a snippet's. */
  Match compare(Quantity other) {
    Match match = compareValues(other);
    if (match == Match.UNRELATED) {
      return match;
    }
    if (bound != other.bound) {
      return Match.UNKNOWN;
    }
    if (negated != other.negated) {
      return match == Match.SAME ? Match.DIFFERENT : Match.UNKNOWN;
    }
    return negated && match == Match.DIFFERENT ? Match.UNKNOWN : match;
  }

  private Match compareValues(Quantity other) {
    if (kind == Kind.NUMBER && other.kind == Kind.NUMBER) {
      return compareNumbers(other);
    }
    if (kind == Kind.VERSION || other.kind == Kind.VERSION) {
      return compareVersions(other);
    }
    if (kind == other.kind) {
      return compareTexts(other);
    }
    boolean apart = isApart() || other.isApart();
    return apart ? Match.UNRELATED : Match.UNKNOWN;
  }

  private boolean isApart() {
    return switch (kind) {
      case ADDRESS, ORDINAL, DATE, CLOCK -> true;
      case NUMBER, VERSION, RATIO, RANGE, OPAQUE -> false;
    };
  }

  private Match compareNumbers(Quantity other) {
    if (value == null || other.value == null) {
      return Match.UNKNOWN;
    }
    if (grouped() && thousandfold().sameAs(other)
        || other.grouped() && sameAs(other.thousandfold())) {
      return Match.UNKNOWN;
    }
    return sameOrNot(other, value, other.value);
  }

  /** Whether a dot may part thousands: {@code 1.000} is one here and a thousand there. */
  private boolean grouped() {
    return GROUPED.matcher(text).matches();
  }

  private Quantity thousandfold() {
    BigDecimal own = value;
    return new Quantity(
        kind,
        text,
        own == null
            ? null
            : own.scaleByPowerOfTen(THOUSAND_DIGITS).setScale(0, RoundingMode.UNNECESSARY),
        unit,
        bound,
        negated,
        place);
  }

  private boolean sameAs(Quantity other) {
    return value != null
        && other.value != null
        && sameOrNot(other, value, other.value) == Match.SAME;
  }

  private Match sameOrNot(Quantity other, BigDecimal value, BigDecimal otherValue) {
    if (unit.isNone() && other.unit.isNone()) {
      if (value.compareTo(otherValue) != 0) {
        return Match.DIFFERENT;
      }
      // 1.10 and 1.1 are one number and two versions.
      return value.scale() == otherValue.scale() ? Match.SAME : Match.UNKNOWN;
    }
    return unit.compare(value, other.unit, otherValue);
  }

  private Match compareVersions(Quantity other) {
    if (isApart() || other.isApart()) {
      return Match.UNRELATED;
    }
    if (kind == Kind.NUMBER && !unit.isNone()
        || other.kind == Kind.NUMBER && !other.unit.isNone()) {
      return Match.UNRELATED;
    }
    boolean comparable =
        (kind == Kind.VERSION || kind == Kind.NUMBER)
            && (other.kind == Kind.VERSION || other.kind == Kind.NUMBER);
    if (!comparable) {
      return Match.UNKNOWN;
    }
    if (text.equals(other.text)) {
      return Match.SAME;
    }
    boolean longer = text.startsWith(other.text + ".") || other.text.startsWith(text + ".");
    return longer ? Match.UNKNOWN : Match.DIFFERENT;
  }

  private Match compareTexts(Quantity other) {
    if (text.equals(other.text)) {
      return unit.equals(other.unit) ? Match.SAME : Match.UNKNOWN;
    }
    return switch (kind) {
      case ORDINAL, ADDRESS -> Match.DIFFERENT;
      case DATE -> Dates.isComparable(text, other.text) ? Match.DIFFERENT : Match.UNKNOWN;
      case NUMBER, VERSION, CLOCK, RATIO, RANGE, OPAQUE -> Match.UNKNOWN;
    };
  }
}
