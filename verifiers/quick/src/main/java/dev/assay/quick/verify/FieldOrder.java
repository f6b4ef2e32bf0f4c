package dev.assay.quick.verify;

import com.ibm.icu.text.Collator;
import com.ibm.icu.util.ULocale;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The order of ECMAScript's {@code localeCompare}: the CLDR root collation. ASCII names are ordered
 * by a table of the same weights; ICU is loaded for other names only, because it takes longer to
 * load than a whole verification.
 */
public final class FieldOrder {

  /** ASCII characters with a primary weight, lightest first; letters follow, case-insensitively. */
  private static final String LIGHTEST_FIRST =
      "\t\n\u000b\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789";

  private static final int LETTERS_FROM = LIGHTEST_FIRST.length() + 1;

  private FieldOrder() {}

  /** {@code names} in order; names that the collation holds equal stay in UTF-16 order. */
  public static List<String> sorted(Collection<String> names) {
    Comparator<String> order =
        names.stream().allMatch(FieldOrder::ascii) ? FieldOrder::compareAscii : Icu.ORDER;
    return names.stream()
        .sorted((left, right) -> {
          int byWeight = order.compare(left, right);
          return byWeight != 0 ? byWeight : left.compareTo(right);
        })
        .toList();
  }

  private static boolean ascii(String name) {
    return name.chars().allMatch(c -> c < 0x80);
  }

  static int compareAscii(String left, String right) {
    int primary = compare(left, right, FieldOrder::primaryWeight);
    return primary != 0 ? primary : compare(left, right, FieldOrder::caseWeight);
  }

  private interface Weight {
    int of(char c);
  }

  /** Compares weight by weight; a character of weight 0 does not exist. */
  private static int compare(String left, String right, Weight weight) {
    int i = 0;
    int j = 0;
    while (true) {
      while (i < left.length() && primaryWeight(left.charAt(i)) == 0) {
        i++;
      }
      while (j < right.length() && primaryWeight(right.charAt(j)) == 0) {
        j++;
      }
      if (i == left.length() || j == right.length()) {
        return Boolean.compare(i < left.length(), j < right.length());
      }
      int difference = weight.of(left.charAt(i++)) - weight.of(right.charAt(j++));
      if (difference != 0) {
        return difference;
      }
    }
  }

  private static int primaryWeight(char c) {
    char lower = 'A' <= c && c <= 'Z' ? (char) (c + 32) : c;
    return 'a' <= lower && lower <= 'z'
        ? LETTERS_FROM + lower - 'a'
        : LIGHTEST_FIRST.indexOf(c) + 1;
  }

  private static int caseWeight(char c) {
    return 'A' <= c && c <= 'Z' ? 1 : 0;
  }

  /** Holds ICU, so that it is loaded on first use only. */
  static final class Icu {
    static final Comparator<String> ORDER = Collator.getInstance(ULocale.ENGLISH)::compare;

    private Icu() {}
  }
}
