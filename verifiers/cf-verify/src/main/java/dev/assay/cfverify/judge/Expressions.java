package dev.assay.cfverify.judge;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers that something is calculated with: neither operand is the value. Nothing is computed. */
final class Expressions {

  private static final int OPERAND_CHARS_MAX = 40;

  private static final String NUMBER = "\\d[\\w.]{0," + OPERAND_CHARS_MAX + "}+";
  private static final String OPERAND = "[\\w(][\\w.()]{0," + OPERAND_CHARS_MAX + "}+";

  private static final Pattern EXPRESSION =
      Pattern.compile(
          NUMBER
              + "(?: ?(?:\\*\\*|<<|>>|//) ?\\d[\\w.]{0,40}+"
              + "| % \\d[\\w.]{0,40}+"
              + "| [*+] (?=[\\w(])"
              + OPERAND
              + "|[*+](?=\\w)"
              + OPERAND
              + "| - "
              + NUMBER
              + "){1,20}+");

  /** Numbers with a rest that is not calculated with: {@code 10 1/2}, {@code 10,5}, ten squared. */
  private static final Pattern MIXED =
      Pattern.compile(
          "\\d{1,30}(?: \\d{1,3}/\\d{1,3}(?![\\w/])| ?[\u00bc-\u00be\u2150-\u215e]| and an? (?:half|quarter|third)(?!\\w)"
              + "|['·’]\\d{1,2}(?!\\d)|,\\d{1,2}(?![\\d,])(?! ?[%\\p{L}€$])"
              + "|[ -]?(?:tsd|mille|kilo|grand|score|gross|squared|cubed|fold|[十百千万億])(?!\\w))");

  private static final Pattern BEFORE =
      Pattern.compile("√ ?$|[-+*/%]= ?$|[\\w)\\]](?: (?:[*+%]|\\*\\*|<<|>>) |\\*\\*|<<|>>|[*+])$");

  private Expressions() {}

  /** The expression whose first digit is at {@code at}; null for a number by itself. */
  static Dates.@Nullable Read at(String line, int at) {
    Matcher expression = EXPRESSION.matcher(line).region(at, line.length());
    if (expression.lookingAt()) {
      return new Dates.Read(expression.group().replace(" ", ""), expression.end());
    }
    Matcher mixed = MIXED.matcher(line).region(at, line.length());
    return mixed.lookingAt()
        ? new Dates.Read(mixed.group().toLowerCase(Locale.ROOT), mixed.end())
        : null;
  }

  /** Whether the number at {@code at} ends an expression. */
  static boolean ends(String line, int at) {
    return BEFORE.matcher(line).region(Math.max(0, at - 8), at).useAnchoringBounds(true).find();
  }
}
