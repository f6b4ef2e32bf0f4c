package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.Quantity.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the number that begins at a place of a line, with its sign and unit. Linear time. */
final class QuantityScanner {

  /** Digits of a number that is calculated with; a longer one is compared as text. */
  private static final int DIGITS_MAX = 30;

  private static final Pattern BASED =
      Pattern.compile("0(?:[xX]([0-9a-fA-F_]{1,80})|[bB]([01_]{1,80})|[oO]([0-7_]{1,80}))(?!\\w)");
  private static final Pattern COMPOUND =
      Pattern.compile("\\d{1,9}[dhms](?:\\d{1,9}(?:ms|[hms])){1,4}(?!\\w)");
  private static final Pattern SIZE =
      Pattern.compile("\\d{1,9}[x×]\\d{1,9}(?:[x×]\\d{1,9})?(?!\\w)");
  private static final Pattern DECIMAL_COMMA =
      Pattern.compile("\\d{1,30},\\d{1,2}(?=[ \u00a0]?[%\\p{L}€$])(?![,\\d])");
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:\\d{1,3}(?:(?:,\\d{3})++|(?:[\u00a0\u202f\u2009]\\d{3})++|(?:'\\d{3})++|(?: 000)++)(?!\\d)(?:\\.\\d++)?"
              + "|\\d++(?:_\\d++)*+(?:\\.\\d++)?|\\.\\d++)"
              + "([eE][+-]?\\d{1,3}(?!\\w))?");
  private static final Pattern POWER = Pattern.compile("\\^(-?\\d{1,3})(?!\\w)");
  private static final Pattern TIMES_POWER = Pattern.compile(" ?[x×*·] ?10\\^(-?\\d{1,3})(?!\\w)");
  private static final Pattern RATIO =
      Pattern.compile("(?: ?/ ?| (?:out )?of (?:all |the )?)(\\d{1,30})(?![\\w/-]|\\.\\d)");
  private static final Pattern RANGE =
      Pattern.compile(
          "(?:-|\\.\\.=?|\\.\\.\\.| ?(?:[‒–—…⁓〜→]|[-=]>) ?| (?:to|through|until|(?:and )?up to) )(\\d{1,30}(?:[.,_]\\d{1,30})?)(?![\\w-])");
  private static final Pattern BETWEEN =
      Pattern.compile("[ \\p{L}%]{0,20} and (\\d{1,30}(?:[.,_]\\d{1,30})?)(?![\\w-])");
  private static final Pattern ORDINAL = Pattern.compile("(?:st|nd|rd|th|ST|ND|RD|TH)(?!\\w)");
  private static final Pattern UNIT_WORD =
      Pattern.compile(
          "[ \u00a0\u202f-]?(°[CF]|per[ -](?:cent|mille)|basis points?|degrees? (?:[cC]elsius|[fF]ahrenheit)|[%‰$€£¥₹¢°]|[\\p{L}µμ]{1,30}(?!\\w))");
  private static final Pattern SCALE_LETTER = Pattern.compile("([kKM])(?!\\w)");
  private static final Pattern PER =
      Pattern.compile(
          "(?: ?[\\p{L}]{1,30})? ?(?:/|\\b(?:per|every|each|an|a)\\b) ?([\\p{L}µμ]{1,20})(?!\\w)");
  private static final Pattern ALNUM = Pattern.compile("[\\p{L}\\d_]++");

  /** A number and where it ends. */
  record Scanned(Quantity quantity, int end) {}

  private final String line;
  private final int from;
  private final boolean version;
  private final @Nullable Unit unitOfKey;

  private QuantityScanner(String line, int from, boolean version, @Nullable Unit unitOfKey) {
    this.line = line;
    this.from = from;
    this.version = version;
    this.unitOfKey = unitOfKey;
  }

  /** Whether a number begins at {@code at}. */
  static boolean begins(String line, int at) {
    char c = line.charAt(at);
    boolean point =
        c == '.'
            && at + 1 < line.length()
            && isDigit(line.charAt(at + 1))
            && (at == 0
                || !Character.isLetterOrDigit(line.charAt(at - 1)) && line.charAt(at - 1) != '.');
    return isDigit(c) || point;
  }

  /**
   * The number that begins at {@code from}.
   *
   * @param version whether the words before it say that it is a version
   * @param unitOfKey the unit that the name before it ends with, as in {@code timeout_ms}
   */
  static Scanned scan(String line, int from, boolean version, @Nullable Unit unitOfKey) {
    return new QuantityScanner(line, from, version, unitOfKey).scan();
  }

  /** A number in words, with its unit. */
  static Scanned numeral(String line, int from, Numerals.Read read) {
    QuantityScanner scanner = new QuantityScanner(line, from, false, null);
    BigDecimal value = read.value();
    return value == null
        ? scanner.text(Kind.OPAQUE, line.substring(from, read.end()), read.end())
        : scanner.withUnit(value.toPlainString(), value, read.end());
  }

  /** What stands for a number and is not calculated with: a fraction, a numeral in a circle. */
  static Scanned other(String line, int from) {
    int end = from;
    while (end < line.length() && Numerals.isOther(line.charAt(end))) {
      end++;
    }
    return new QuantityScanner(line, from, false, null)
        .text(Kind.OPAQUE, line.substring(from, end), end);
  }

  /** A word that stands for a number and is not calculated with. */
  static Scanned word(String line, int from, int end) {
    return new QuantityScanner(line, from, false, null)
        .text(Kind.OPAQUE, line.substring(from, end).toLowerCase(Locale.ROOT), end);
  }

  private Scanned scan() {
    Dates.Read date = Dates.date(line, from);
    if (date != null) {
      return text(Kind.DATE, date.text(), date.end());
    }
    Dates.Read clock = Dates.clock(line, from);
    if (clock != null) {
      return text(Kind.CLOCK, clock.text(), clock.end());
    }
    Scanned dotted = Versions.at(line, from, version);
    if (dotted != null) {
      return dotted;
    }
    Dates.Read expression = Expressions.at(line, from);
    if (expression != null) {
      return text(Kind.OPAQUE, expression.text(), expression.end());
    }
    Matcher based = at(BASED, from);
    if (based.lookingAt()) {
      return based(based);
    }
    Matcher compound = at(COMPOUND, from);
    if (compound.lookingAt()) {
      return compound(compound);
    }
    Matcher size = at(SIZE, from);
    if (size.lookingAt()) {
      return text(Kind.OPAQUE, size.group().replace('×', 'x'), size.end());
    }
    Matcher comma = at(DECIMAL_COMMA, from);
    if (comma.lookingAt()) {
      return number(comma.group().replace(',', '.'), false, comma.end());
    }
    Matcher plain = at(NUMBER, from);
    if (!plain.lookingAt()) {
      throw new IllegalStateException("no number begins at a digit");
    }
    String digits = plain.group().replaceAll("[,_' \u00a0\u202f\u2009]", "");
    boolean code = digits.length() > 1 && digits.charAt(0) == '0' && isDigit(digits.charAt(1));
    if (code || digits.length() > DIGITS_MAX) {
      return text(Kind.OPAQUE, digits, plain.end());
    }
    return number(
        digits.startsWith(".") ? "0" + digits : digits, plain.group(1) != null, plain.end());
  }

  private Matcher at(Pattern pattern, int at) {
    return pattern
        .matcher(line)
        .region(at, line.length())
        .useTransparentBounds(true)
        .useAnchoringBounds(false);
  }

  private Scanned based(Matcher based) {
    int group = based.group(1) != null ? 1 : based.group(2) != null ? 2 : 3;
    int radix = group == 1 ? 16 : group == 2 ? 2 : 8;
    String digits = based.group(group).replace("_", "");
    if (digits.isEmpty()) {
      return text(Kind.OPAQUE, based.group(), based.end());
    }
    BigDecimal value = new BigDecimal(new BigInteger(digits, radix));
    return finished(Kind.NUMBER, based.group().toLowerCase(Locale.ROOT), value, based.end());
  }

  private Scanned compound(Matcher compound) {
    String iso = compound.group().toUpperCase(Locale.ROOT);
    int days = iso.indexOf('D');
    String text =
        days < 0 ? "PT" + iso : "P" + iso.substring(0, days + 1) + "T" + iso.substring(days + 1);
    Scanned duration = duration(text, compound.end());
    return duration == null ? text(Kind.OPAQUE, compound.group(), compound.end()) : duration;
  }

  /** The seconds of an ISO 8601 duration; null for another text. */
  static @Nullable Scanned duration(String iso, int end) {
    try {
      Duration duration = Duration.parse(iso);
      BigDecimal seconds =
          BigDecimal.valueOf(duration.getSeconds())
              .add(BigDecimal.valueOf(duration.getNano(), 9))
              .stripTrailingZeros();
      Unit unit = Unit.known("s");
      return unit == null
          ? null
          : new Scanned(Quantity.plain(Kind.NUMBER, iso, seconds, unit), end);
    } catch (DateTimeParseException | ArithmeticException e) {
      return null;
    }
  }

  private Scanned text(Kind kind, String text, int end) {
    return finished(kind, text, null, end);
  }

  private Scanned finished(Kind kind, String text, @Nullable BigDecimal value, int end) {
    return new Scanned(Quantity.plain(kind, text, value, Unit.NONE), end);
  }

  private Scanned number(String digits, boolean exponent, int end) {
    Matcher ordinal = at(ORDINAL, end);
    if (ordinal.lookingAt()) {
      return text(Kind.ORDINAL, digits, ordinal.end());
    }
    Matcher ratio = at(RATIO, end);
    if (ratio.lookingAt() && !digits.contains(".")) {
      return text(Kind.RATIO, digits + "/" + ratio.group(1), ratio.end());
    }
    Matcher range = at(Bounds.isBetween(line, from) ? BETWEEN : RANGE, end);
    if (range.lookingAt()) {
      return range(digits, range);
    }
    if (end < line.length() && (line.charAt(end) == '±' || Numerals.isOther(line.charAt(end)))) {
      return text(Kind.OPAQUE, line.substring(from, end + 1), end + 1);
    }
    BigDecimal value = new BigDecimal(digits);
    int at = end;
    Matcher power = at(POWER, at);
    Matcher timesPower = at(TIMES_POWER, at);
    Numerals.Scale scaleWord = Numerals.scale(line, at);
    Matcher scaleLetter = at(SCALE_LETTER, at);
    boolean written = false;
    if (power.lookingAt() && value.compareTo(BigDecimal.TEN) == 0) {
      value = BigDecimal.ONE.scaleByPowerOfTen(Integer.parseInt(power.group(1)));
      at = power.end();
    } else if (timesPower.lookingAt()) {
      value = value.scaleByPowerOfTen(Integer.parseInt(timesPower.group(1)));
      at = timesPower.end();
    } else if (scaleWord != null) {
      value = value.multiply(scaleWord.factor());
      at = scaleWord.end();
    } else if (scaleLetter.lookingAt()) {
      value = value.scaleByPowerOfTen(scaleLetter.group(1).equals("M") ? 6 : 3);
      at = scaleLetter.end();
    } else {
      written = !exponent;
    }
    if (!written) {
      BigDecimal stripped = value.stripTrailingZeros();
      value = stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
    return withUnit(digits, value, at);
  }

  private Scanned range(String digits, Matcher range) {
    Matcher unit = at(UNIT_WORD, range.end());
    Unit known = unit.lookingAt() ? Unit.known(unit.group(1)) : null;
    Quantity quantity =
        Quantity.plain(
            Kind.RANGE,
            digits + ".." + range.group(1).replaceAll("[,_]", ""),
            null,
            known == null ? Unit.NONE : known);
    return new Scanned(quantity, known == null ? range.end() : unit.end());
  }

  private Scanned withUnit(String digits, BigDecimal magnitude, int at) {
    Unit unit = Unit.NONE;
    int end = at;
    Matcher word = at(UNIT_WORD, at);
    Unit currency = currencyBefore();
    if (word.lookingAt()) {
      boolean attached = word.start(1) == at;
      Unit known = Unit.known(word.group(1));
      if (known != null) {
        unit = known;
        end = word.end();
      } else if (attached) {
        unit = Unit.unknown(word.group(1));
        end = word.end();
      }
    } else if (end < line.length() && Character.isLetterOrDigit(line.charAt(end))
        || followedBy(end, '_')) {
      Matcher rest = at(ALNUM, end);
      int restEnd = rest.lookingAt() ? rest.end() : end;
      return text(Kind.OPAQUE, line.substring(from, restEnd).toLowerCase(Locale.ROOT), restEnd);
    }
    if (unit.isNone() && currency != null) {
      unit = currency;
    }
    Matcher per = at(PER, end);
    if (per.lookingAt()) {
      Unit span = Unit.known(per.group(1));
      if (span != null && span.isSpan()) {
        unit = unit.per(span);
        end = unit.dimension().startsWith("/") ? end : per.end();
      }
    }
    if (unit.isNone() && unitOfKey != null) {
      unit = unitOfKey;
    }
    if (Expressions.ends(line, from) || unit.isNone() && isTrailingMinus(end)) {
      return text(Kind.OPAQUE, line.substring(from, end), end);
    }
    boolean asVersion = version && unit.isNone();
    Sign sign = Sign.before(line, currency == null ? from : from - 1);
    if (sign == Sign.PARENTHESES && Sign.closes(line, end)) {
      return text(Kind.OPAQUE, "(" + digits + ")", end);
    }
    Parts summed = Parts.of(line, magnitude, unit, end);
    BigDecimal value = sign == Sign.MINUS ? summed.value().negate() : summed.value();
    Quantity quantity =
        Quantity.plain(asVersion ? Kind.VERSION : Kind.NUMBER, digits, value, summed.unit());
    return new Scanned(quantity, summed.end());
  }

  /** {@code 5-} by itself, as accounts write minus five. */
  private boolean isTrailingMinus(int at) {
    return followedBy(at, '-')
        && (at + 1 == line.length() || " \t,;|)".indexOf(line.charAt(at + 1)) >= 0);
  }

  private boolean followedBy(int at, char c) {
    return at < line.length() && line.charAt(at) == c;
  }

  private @Nullable Unit currencyBefore() {
    boolean sign = from > 0 && "$€£¥₹¢".indexOf(line.charAt(from - 1)) >= 0;
    boolean country = sign && from > 1 && Character.isLetter(line.charAt(from - 2));
    return country
        ? Unit.unknown(line.substring(Math.max(0, from - 3), from).strip())
        : sign ? Unit.known(line.substring(from - 1, from)) : null;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
