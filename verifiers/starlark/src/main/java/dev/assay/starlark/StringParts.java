package dev.assay.starlark;

import dev.assay.starlark.Iteration.Cursor;

/** String methods that join, cut and replace; results are measured before they are built. */
final class StringParts {
  private StringParts() {}

  static StarlarkValue join(Evaluation ev, StarlarkValue self, Arguments a) {
    String separator = StringMethods.text(self);
    var out = new TextOut(ev.budget());
    int index = 0;
    try (Cursor cursor = a.iterable("iterable").cursor()) {
      for (StarlarkValue next = cursor.next(); next != null; next = cursor.next()) {
        ev.budget().step();
        if (!(next instanceof StarlarkString(String part))) {
          throw StarlarkError.script(
              "join: in list, want string, got " + next.type() + " at index " + index);
        }
        if (index++ > 0) {
          out.append(separator);
        }
        out.append(part);
      }
    }
    return StarlarkString.of(out.toString());
  }

  static StarlarkValue partition(Evaluation ev, StarlarkValue self, Arguments a, boolean last) {
    String text = StringMethods.text(self);
    String separator = a.string("sep");
    if (separator.isEmpty()) {
      throw StarlarkError.script(a.function() + ": empty separator");
    }
    int at =
        last
            ? TextSearch.lastIndexOf(text, separator, 0, text.length(), ev.budget())
            : TextSearch.indexOf(text, separator, 0, text.length(), ev.budget());
    ev.budget().text(text.length());
    if (at < 0) {
      return last
          ? StarlarkTuple.of(StarlarkString.EMPTY, StarlarkString.EMPTY, self)
          : StarlarkTuple.of(self, StarlarkString.EMPTY, StarlarkString.EMPTY);
    }
    return StarlarkTuple.of(
        StarlarkString.of(text.substring(0, at)),
        StarlarkString.of(separator),
        StarlarkString.of(text.substring(at + separator.length())));
  }

  /** How often a part that is not empty occurs without overlap. */
  static int occurrences(String text, String part, Budget budget) {
    int count = 0;
    int at = TextSearch.indexOf(text, part, 0, text.length(), budget);
    while (at >= 0) {
      budget.step();
      count++;
      at = text.indexOf(part, at + part.length());
    }
    return count;
  }

  static StarlarkValue replace(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = StringMethods.text(self);
    String old = a.string("old");
    String with = a.string("new");
    int limit = a.integer("count", -1);
    if (limit < 0) {
      limit = Integer.MAX_VALUE;
    }
    Budget budget = ev.budget();
    int found =
        old.isEmpty() ? text.codePointCount(0, text.length()) + 1 : occurrences(text, old, budget);
    int times = Math.min(found, limit);
    if (times == 0) {
      return self;
    }
    budget.steps(times);
    budget.text(text.length() + (long) times * (with.length() - old.length()));
    var out = new StringBuilder();
    int at = 0;
    for (int i = 0; i < times; i++) {
      int next = old.isEmpty() ? emptyMatch(text, at, i) : text.indexOf(old, at);
      out.append(text, at, next).append(with);
      at = next + old.length();
    }
    return StarlarkString.of(out.append(text, at, text.length()).toString());
  }

  /** The empty string stands before each code point and at the end. */
  private static int emptyMatch(String text, int at, int index) {
    return index == 0 ? 0 : at + Character.charCount(text.codePointAt(at));
  }

  /** Finds one string in another; the worst case is charged before the search. */
  static final class TextSearch {
    private TextSearch() {}

    private static void charge(int length, String part, Budget budget) {
      long worst = (long) Math.max(0, length - part.length() + 1) * Math.max(1, part.length());
      budget.steps(Math.min(worst, Math.max(length, worst >> 3)) >> 6);
    }

    /** The first index within a range at which {@code part} stands whole, or -1. */
    static int indexOf(String text, String part, int from, int to, Budget budget) {
      charge(to - from, part, budget);
      return text.indexOf(part, from, to);
    }

    /** The last index within a range at which {@code part} stands whole, or -1. */
    static int lastIndexOf(String text, String part, int from, int to, Budget budget) {
      charge(to - from, part, budget);
      int found = text.lastIndexOf(part, to - part.length());
      return found < from ? -1 : found;
    }
  }
}
