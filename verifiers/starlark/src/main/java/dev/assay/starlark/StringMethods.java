package dev.assay.starlark;

import dev.assay.starlark.Attributes.Method;
import dev.assay.starlark.Attributes.MethodTable;
import dev.assay.starlark.StringParts.TextSearch;
import java.util.Map;
import java.util.function.IntPredicate;

/** The methods of strings: tests, case, search and views. */
final class StringMethods {
  private static final Signature SEARCH = Signature.of("sub", "start?", "end?", "/");

  static final Map<String, Method> TABLE =
      MethodTable.of(
          new Method("capitalize", Signature.none(), StringMethods::capitalize),
          new Method("codepoint_ords", Signature.none(), StringViews::codepointOrds),
          new Method("codepoints", Signature.none(), StringViews::codepoints),
          new Method("count", SEARCH, StringMethods::count),
          new Method("elem_ords", Signature.none(), StringViews::elemOrds),
          new Method("elems", Signature.none(), StringViews::elems),
          new Method("endswith", SEARCH, (ev, s, a) -> affix(ev, s, a, false)),
          new Method("find", SEARCH, (ev, s, a) -> search(ev, s, a, false, false)),
          new Method("format", Signature.of("*args", "**kwargs"), BraceFormat::format),
          new Method("index", SEARCH, (ev, s, a) -> search(ev, s, a, false, true)),
          new Method(
              "isalnum",
              Signature.none(),
              (ev, s, _) -> all(ev, s, c -> Character.isLetter(c) || Character.isDigit(c))),
          new Method("isalpha", Signature.none(), (ev, s, _) -> all(ev, s, Character::isLetter)),
          new Method("isdigit", Signature.none(), (ev, s, _) -> all(ev, s, Character::isDigit)),
          new Method("islower", Signature.none(), (ev, s, _) -> cased(ev, s, false)),
          new Method("isspace", Signature.none(), (ev, s, _) -> all(ev, s, Chars::isSpace)),
          new Method("istitle", Signature.none(), StringMethods::istitle),
          new Method("isupper", Signature.none(), (ev, s, _) -> cased(ev, s, true)),
          new Method("join", Signature.of("iterable", "/"), StringParts::join),
          new Method("lower", Signature.none(), (ev, s, _) -> mapCase(ev, s, false)),
          new Method(
              "lstrip", Signature.of("chars?", "/"), (ev, s, a) -> strip(ev, s, a, true, false)),
          new Method(
              "partition",
              Signature.of("sep", "/"),
              (ev, s, a) -> StringParts.partition(ev, s, a, false)),
          new Method("removeprefix", Signature.of("prefix", "/"), StringMethods::removeprefix),
          new Method("removesuffix", Signature.of("suffix", "/"), StringMethods::removesuffix),
          new Method("replace", Signature.of("old", "new", "count?", "/"), StringParts::replace),
          new Method("rfind", SEARCH, (ev, s, a) -> search(ev, s, a, true, false)),
          new Method("rindex", SEARCH, (ev, s, a) -> search(ev, s, a, true, true)),
          new Method(
              "rpartition",
              Signature.of("sep", "/"),
              (ev, s, a) -> StringParts.partition(ev, s, a, true)),
          new Method(
              "rsplit",
              Signature.of("sep?", "maxsplit?", "/"),
              (ev, s, a) -> StringSplit.split(ev, s, a, true)),
          new Method(
              "rstrip", Signature.of("chars?", "/"), (ev, s, a) -> strip(ev, s, a, false, true)),
          new Method(
              "split",
              Signature.of("sep?", "maxsplit?", "/"),
              (ev, s, a) -> StringSplit.split(ev, s, a, false)),
          new Method("splitlines", Signature.of("keepends?", "/"), StringSplit::splitlines),
          new Method("startswith", SEARCH, (ev, s, a) -> affix(ev, s, a, true)),
          new Method(
              "strip", Signature.of("chars?", "/"), (ev, s, a) -> strip(ev, s, a, true, true)),
          new Method("title", Signature.none(), StringMethods::title),
          new Method("upper", Signature.none(), (ev, s, _) -> mapCase(ev, s, true)));

  private StringMethods() {}

  static String text(StarlarkValue self) {
    return ((StarlarkString) self).value();
  }

  private static StarlarkValue all(Evaluation ev, StarlarkValue self, IntPredicate test) {
    String text = text(self);
    ev.budget().steps(text.length() >> 4);
    return StarlarkBool.of(!text.isEmpty() && text.codePoints().allMatch(test));
  }

  private static StarlarkValue cased(Evaluation ev, StarlarkValue self, boolean upper) {
    String text = text(self);
    ev.budget().text(text.length());
    String mapped = mapped(text, upper);
    return StarlarkBool.of(text.codePoints().anyMatch(Chars::isCased) && mapped.equals(text));
  }

  private static String mapped(String text, boolean upper) {
    return upper
        ? Chars.map(text, Character::toUpperCase)
        : Chars.map(text, Character::toLowerCase);
  }

  private static StarlarkValue mapCase(Evaluation ev, StarlarkValue self, boolean upper) {
    String text = text(self);
    ev.budget().text(text.length());
    return StarlarkString.of(mapped(text, upper));
  }

  private static StarlarkValue capitalize(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = text(self);
    ev.budget().text(text.length());
    boolean[] first = {true};
    return StarlarkString.of(
        Chars.map(
            text,
            c -> {
              int mapped = first[0] ? Character.toTitleCase(c) : Character.toLowerCase(c);
              first[0] = false;
              return mapped;
            }));
  }

  private static StarlarkValue title(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = text(self);
    ev.budget().text(text.length());
    boolean[] afterCased = {false};
    return StarlarkString.of(
        Chars.map(
            text,
            c -> {
              int mapped = afterCased[0] ? Character.toLowerCase(c) : Character.toTitleCase(c);
              afterCased[0] = Chars.isCased(mapped);
              return mapped;
            }));
  }

  private static StarlarkValue istitle(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = text(self);
    ev.budget().steps(text.length() >> 4);
    boolean cased = false;
    boolean afterCased = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      boolean starts = Character.isUpperCase(c) || Character.isTitleCase(c);
      boolean continues = Character.isLowerCase(c);
      if ((starts && afterCased) || (continues && !afterCased)) {
        return StarlarkBool.FALSE;
      }
      afterCased = starts || continues;
      cased |= afterCased;
    }
    return StarlarkBool.of(cased);
  }

  private static StarlarkValue search(
      Evaluation ev, StarlarkValue self, Arguments a, boolean last, boolean required) {
    String text = text(self);
    String part = a.string("sub");
    int from = Indexing.bound(a.optional("start"), text.length(), 0);
    int to = Math.max(from, Indexing.bound(a.optional("end"), text.length(), text.length()));
    int found =
        last
            ? TextSearch.lastIndexOf(text, part, from, to, ev.budget())
            : TextSearch.indexOf(text, part, from, to, ev.budget());
    if (found < 0 && required) {
      throw StarlarkError.script(a.function() + ": substring not found");
    }
    return StarlarkInt.of(found);
  }

  private static StarlarkValue count(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = text(self);
    String part = a.string("sub");
    int from = Indexing.bound(a.optional("start"), text.length(), 0);
    int to = Math.max(from, Indexing.bound(a.optional("end"), text.length(), text.length()));
    if (part.isEmpty()) {
      return StarlarkInt.of(text.codePointCount(from, to) + 1L);
    }
    return StarlarkInt.of(StringParts.occurrences(text.substring(from, to), part, ev.budget()));
  }

  private static StarlarkValue affix(
      Evaluation ev, StarlarkValue self, Arguments a, boolean prefix) {
    String text = text(self);
    int from = Indexing.bound(a.optional("start"), text.length(), 0);
    int to = Math.max(from, Indexing.bound(a.optional("end"), text.length(), text.length()));
    return switch (a.value("sub")) {
      case StarlarkString(String wanted) ->
          StarlarkBool.of(has(ev, text, wanted, from, to, prefix));
      case StarlarkTuple tuple -> {
        for (StarlarkValue item : tuple.shared()) {
          if (!(item instanceof StarlarkString(String wanted))) {
            throw StarlarkError.script(
                a.function() + ": want string, got " + item.type() + " in tuple");
          }
          if (has(ev, text, wanted, from, to, prefix)) {
            yield StarlarkBool.TRUE;
          }
        }
        yield StarlarkBool.FALSE;
      }
      default -> throw a.wrongType("sub", "string or tuple of string");
    };
  }

  private static boolean has(
      Evaluation ev, String text, String wanted, int from, int to, boolean prefix) {
    ev.budget().step();
    ev.budget().steps(Math.min(wanted.length(), text.length()) >> 6);
    return wanted.length() <= to - from
        && text.startsWith(wanted, prefix ? from : to - wanted.length());
  }

  private static StarlarkValue removeprefix(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = text(self);
    String prefix = a.string("prefix");
    ev.budget().text(text.length());
    return text.startsWith(prefix) ? StarlarkString.of(text.substring(prefix.length())) : self;
  }

  private static StarlarkValue removesuffix(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = text(self);
    String suffix = a.string("suffix");
    ev.budget().text(text.length());
    return text.endsWith(suffix)
        ? StarlarkString.of(text.substring(0, text.length() - suffix.length()))
        : self;
  }

  private static StarlarkValue strip(
      Evaluation ev, StarlarkValue self, Arguments a, boolean left, boolean right) {
    String text = text(self);
    String chars = a.string("chars", "");
    IntPredicate strippable = chars.isEmpty() ? Chars::isSpace : c -> chars.indexOf(c) >= 0;
    ev.budget().text(text.length());
    ev.budget().steps(((long) text.length() * chars.length()) >> 6);
    int from = 0;
    int to = text.length();
    while (left && from < to && strippable.test(text.codePointAt(from))) {
      from += Character.charCount(text.codePointAt(from));
    }
    while (right && to > from && strippable.test(text.codePointBefore(to))) {
      to -= Character.charCount(text.codePointBefore(to));
    }
    return StarlarkString.of(text.substring(from, to));
  }

  /** What is a blank, a letter or a digit, by Unicode and independent of locale. */
  static final class Chars {
    private Chars() {}

    /** A character with the White_Space property. */
    static boolean isSpace(int c) {
      return (c >= 9 && c <= 13)
          || c == ' '
          || c == 0x85
          || c == 0xA0
          || c == 0x1680
          || (c >= 0x2000 && c <= 0x200A)
          || c == 0x2028
          || c == 0x2029
          || c == 0x202F
          || c == 0x205F
          || c == 0x3000;
    }

    static boolean isCased(int c) {
      return Character.toLowerCase(c) != c
          || Character.toUpperCase(c) != c
          || Character.isTitleCase(c);
    }

    /** Maps every code point; the result has as many code points as the argument. */
    static String map(String text, java.util.function.IntUnaryOperator mapping) {
      var out = new StringBuilder(text.length());
      text.codePoints().map(mapping).forEach(out::appendCodePoint);
      return out.toString();
    }
  }
}
