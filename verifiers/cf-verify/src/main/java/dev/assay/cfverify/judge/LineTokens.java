package dev.assay.cfverify.judge;

import dev.assay.cfverify.judge.Quantity.Bound;
import dev.assay.cfverify.judge.Quantity.Place;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words and numbers of one line of prose or code, found by a scanner that runs in linear time.
 *
 * <p>Identifiers are split at underscores and humps, words are lower-cased and stripped of the most
 * common endings, so that {@code retryLimits} and "the retry limit" meet.
 */
final class LineTokens {

  private static final Set<String> FILLERS =
      words(
          """
          a an the is are was were be been it its this that of in on at to for
          with by and or as from has have had will can may should does do did
          which when there than then any all into per via currently also\
          """);

  private static final Set<String> NEGATIONS =
      Set.of(
          "not", "no", "never", "without", "cannot", "isnt", "doesnt", "dont", "cant", "wont",
          "didnt", "wasnt", "arent", "hasnt", "nor");

  private static final String SEPARATORS = ",;|{}[]";

  private static final Set<String> VERSION_WORDS =
      Set.of("version", "versions", "ver", "release", "v");

  /** What numbers a place in a document; a snippet need not repeat it. */
  private static final Set<String> POSITIONS =
      Set.of("line", "lines", "column", "columns", "page", "pages", "section", "sections");

  /** What numbers one of several things. */
  private static final Set<String> LABELS =
      words(
          """
          claim fact item step test case question answer example part task phase
          issue ticket chapter figure statement assertion number no nr point rule
          evidence attempt entry row\
          """);

  /** Units that names end with, {@code timeout_ms}; not those that are names themselves. */
  private static final Set<String> KEY_UNITS =
      words(
          """
          ms msec millis milliseconds us micros microseconds ns nanos nanoseconds
          sec secs seconds mins minutes hrs hours days weeks months years bytes kb
          mb gb tb kib mib gib tib bits kbps mbps gbps bps percent pct hz khz mhz
          ghz usd eur gbp chf jpy inr sek nok dkk pln btc cny aud km kg\
          """);

  /**
   * One token: a word, or a number with its unit.
   *
   * @param apart whether a comma or a bracket stands before it
   */
  record Word(
      String text, String stem, @Nullable Quantity quantity, boolean negated, boolean apart) {

    boolean number() {
      return quantity != null;
    }
  }

  private final List<Word> words = new ArrayList<>();
  private boolean negate;
  private boolean apart;

  /** Where the last word ended, and whether it ended a name of several words. */
  private int lastEnd;

  private boolean lastCompound;

  private LineTokens() {}

  private static Set<String> words(String text) {
    return Set.of(text.split("\\s+", -1));
  }

  static List<Word> of(String written) {
    String line = Numerals.folded(written);
    LineTokens scanner = new LineTokens();
    int at = 0;
    while (at < line.length()) {
      char c = line.charAt(at);
      if (QuantityScanner.begins(line, at)) {
        at = scanner.number(line, at, false);
      } else if (Character.isLetter(c)) {
        at = scanner.identifier(line, at);
      } else if (Numerals.isOther(c)) {
        at = scanner.add(line, at, QuantityScanner.other(line, at), Place.NO);
      } else {
        scanner.apart |= SEPARATORS.indexOf(c) >= 0;
        at++;
      }
    }
    return scanner.words;
  }

  static boolean isFiller(Word word) {
    return !word.number() && (word.text().length() < 2 || FILLERS.contains(word.text()));
  }

  /** Whether {@code word} numbers one of several things or places, and says nothing of it. */
  static boolean isLabel(Word word) {
    return LABELS.contains(word.text())
        || LABELS.contains(word.stem())
        || POSITIONS.contains(word.text());
  }

  private int number(String line, int from, boolean version) {
    Word last = words.isEmpty() ? null : words.getLast();
    boolean named = version || last != null && VERSION_WORDS.contains(lastMeaning());
    Unit unit = last == null || last.number() ? null : unitOfKey(last.text(), line, from);
    return add(line, from, QuantityScanner.scan(line, from, named, unit), place(last));
  }

  private int add(String line, int from, QuantityScanner.Scanned scanned, Place place) {
    Quantity read = scanned.quantity();
    Bound bound = Bounds.around(line, from, scanned.end());
    BigDecimal value = read.value();
    boolean minus = value != null && Bounds.isMinus(line, from);
    boolean negated = bound == Bound.EXACT && (negate || Bounds.isUnequal(line, from));
    Quantity quantity =
        new Quantity(
            read.kind(),
            read.text(),
            value != null && minus ? value.negate() : value,
            read.unit(),
            bound,
            negated,
            read.kind() == Quantity.Kind.ORDINAL ? Place.LABEL : place);
    negate = false;
    words.add(new Word(read.text(), read.text(), quantity, false, apart));
    apart = false;
    return scanned.end();
  }

  private static Place place(@Nullable Word last) {
    if (last == null || last.number()) {
      return Place.NO;
    }
    return POSITIONS.contains(last.text())
        ? Place.POSITION
        : LABELS.contains(last.text()) ? Place.LABEL : Place.NO;
  }

  /** The last word that means something. */
  private String lastMeaning() {
    for (int i = words.size() - 1; i >= 0 && i >= words.size() - 3; i--) {
      if (words.get(i).number() || !FILLERS.contains(words.get(i).text())) {
        return words.get(i).text();
      }
    }
    return "";
  }

  private @Nullable Unit unitOfKey(String key, String line, int from) {
    boolean adjacent = from - lastEnd <= 6;
    for (int i = lastEnd; i < from && adjacent; i++) {
      adjacent = " =:(['\"-+".indexOf(line.charAt(i)) >= 0;
    }
    boolean unit = KEY_UNITS.contains(key) || lastCompound && key.equals("s");
    return adjacent && unit
        ? Unit.known(key.equals("s") ? key : key.toUpperCase(Locale.ROOT))
        : null;
  }

  private int identifier(String line, int from) {
    int end = from;
    while (end < line.length() && isIdentifierChar(line, end)) {
      end++;
    }
    String whole = line.substring(from, end);
    if (isVersionStart(whole, line, end)) {
      return number(line, from + 1, true);
    }
    QuantityScanner.Scanned duration =
        whole.startsWith("PT") ? QuantityScanner.duration(whole, end) : null;
    if (duration != null) {
      return add(line, from, duration, Place.NO);
    }
    Dates.Read date = Dates.named(line, from);
    if (date != null) {
      return add(
          line,
          from,
          new QuantityScanner.Scanned(
              Quantity.plain(Quantity.Kind.DATE, date.text(), null, Unit.NONE), date.end()),
          Place.NO);
    }
    String ordinal = Numerals.ordinal(line, from, end);
    if (ordinal != null) {
      return add(
          line,
          from,
          new QuantityScanner.Scanned(
              Quantity.plain(Quantity.Kind.ORDINAL, ordinal, null, Unit.NONE), end),
          Place.LABEL);
    }
    if (Numerals.isVague(whole)) {
      return add(line, from, QuantityScanner.word(line, from, end), Place.LABEL);
    }
    Numerals.Read numeral = Numerals.read(line, from, end);
    if (numeral != null) {
      return add(line, from, QuantityScanner.numeral(line, from, numeral), Place.LABEL);
    }
    String folded = whole.replace("'", "").replace("\u2019", "").toLowerCase(Locale.ROOT);
    if (NEGATIONS.contains(folded)) {
      negate = true;
      return end;
    }
    List<String> parts = parts(whole);
    for (String part : parts) {
      add(part.toLowerCase(Locale.ROOT));
    }
    lastEnd = end;
    lastCompound = parts.size() > 1;
    return end;
  }

  private static boolean isIdentifierChar(String line, int at) {
    char c = line.charAt(at);
    if (Character.isLetterOrDigit(c) || c == '_') {
      return true;
    }
    boolean apostrophe = c == '\'' || c == '\u2019';
    return apostrophe && at + 1 < line.length() && Character.isLetter(line.charAt(at + 1));
  }

  /** "v1.2" is the number 1.2. */
  private static boolean isVersionStart(String whole, String line, int end) {
    boolean marked = whole.length() > 1 && (whole.charAt(0) == 'v' || whole.charAt(0) == 'V');
    return marked
        && whole.chars().skip(1).allMatch(LineTokens::isDigit)
        && end + 1 < line.length()
        && line.charAt(end) == '.'
        && isDigit(line.charAt(end + 1));
  }

  private static List<String> parts(String identifier) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = 0; at <= identifier.length(); at++) {
      boolean end = at == identifier.length();
      boolean gap = !end && (identifier.charAt(at) == '_' || identifier.charAt(at) == '\'');
      boolean hump =
          !end
              && at > 0
              && Character.isUpperCase(identifier.charAt(at))
              && Character.isLowerCase(identifier.charAt(at - 1));
      if (end || gap || hump) {
        if (at > from) {
          parts.add(identifier.substring(from, at));
        }
        from = gap ? at + 1 : at;
      }
    }
    return parts;
  }

  private void add(String text) {
    Word word = new Word(text, stem(text), null, negate, apart);
    words.add(word);
    apart = false;
    if (!isFiller(word)) {
      negate = false;
    }
  }

  static String stem(String word) {
    for (String ending : List.of("ing", "ed", "es", "s")) {
      if (word.endsWith(ending) && word.length() - ending.length() >= 3 && !word.endsWith("ss")) {
        return trimE(word.substring(0, word.length() - ending.length()));
      }
    }
    return trimE(word);
  }

  private static String trimE(String word) {
    if (word.length() > 3 && word.endsWith("y")) {
      return word.substring(0, word.length() - 1) + "i";
    }
    return word.length() > 3 && word.endsWith("e") ? word.substring(0, word.length() - 1) : word;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
