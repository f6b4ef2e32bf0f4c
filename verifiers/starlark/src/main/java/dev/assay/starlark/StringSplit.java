package dev.assay.starlark;

import dev.assay.starlark.StringMethods.Chars;
import dev.assay.starlark.StringParts.TextSearch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What {@code split}, {@code rsplit} and {@code splitlines} do. */
final class StringSplit {
  private StringSplit() {}

  static StarlarkValue split(Evaluation ev, StarlarkValue self, Arguments a, boolean fromEnd) {
    String text = StringMethods.text(self);
    int limit = a.integer("maxsplit", -1);
    if (limit < 0) {
      limit = Integer.MAX_VALUE;
    }
    Budget budget = ev.budget();
    budget.text(text.length());
    if (!a.given("sep")) {
      return list(fromEnd ? fieldsFromEnd(text, limit, budget) : fields(text, limit, budget));
    }
    String separator = a.string("sep");
    if (separator.isEmpty()) {
      throw StarlarkError.script(a.function() + ": empty separator");
    }
    var _ = TextSearch.indexOf(text, separator, 0, text.length(), budget);
    return list(
        fromEnd
            ? piecesFromEnd(text, separator, limit, budget)
            : pieces(text, separator, limit, budget));
  }

  private static StarlarkList list(List<StarlarkValue> parts) {
    return StarlarkList.of(parts);
  }

  private static void add(List<StarlarkValue> parts, String part, Budget budget) {
    budget.step();
    budget.allocate(64);
    parts.add(StarlarkString.of(part));
  }

  private static List<StarlarkValue> pieces(
      String text, String separator, int limit, Budget budget) {
    var parts = new ArrayList<StarlarkValue>();
    int from = 0;
    int at = text.indexOf(separator);
    while (at >= 0 && parts.size() < limit) {
      add(parts, text.substring(from, at), budget);
      from = at + separator.length();
      at = text.indexOf(separator, from);
    }
    add(parts, text.substring(from), budget);
    return parts;
  }

  /** Matches are found from the start; the excess ones stay joined in the first piece. */
  private static List<StarlarkValue> piecesFromEnd(
      String text, String separator, int limit, Budget budget) {
    List<StarlarkValue> parts = pieces(text, separator, Integer.MAX_VALUE, budget);
    int excess = parts.size() - 1 - limit;
    if (excess <= 0) {
      return parts;
    }
    int firstEnd = -separator.length();
    for (int i = 0; i <= excess; i++) {
      firstEnd += ((StarlarkString) parts.get(i)).value().length() + separator.length();
    }
    var kept = new ArrayList<StarlarkValue>();
    add(kept, text.substring(0, firstEnd), budget);
    kept.addAll(parts.subList(excess + 1, parts.size()));
    return kept;
  }

  private static List<StarlarkValue> fields(String text, int limit, Budget budget) {
    var parts = new ArrayList<StarlarkValue>();
    int start = -1;
    for (int i = 0; i < text.length(); i++) {
      if (!Chars.isSpace(text.charAt(i))) {
        start = start < 0 ? i : start;
      } else if (start >= 0) {
        if (parts.size() == limit) {
          break;
        }
        add(parts, text.substring(start, i), budget);
        start = -1;
      }
    }
    if (start >= 0) {
      add(parts, text.substring(start), budget);
    }
    return parts;
  }

  private static List<StarlarkValue> fieldsFromEnd(String text, int limit, Budget budget) {
    var parts = new ArrayList<StarlarkValue>();
    int end = -1;
    for (int i = text.length(); i > 0; i--) {
      if (!Chars.isSpace(text.charAt(i - 1))) {
        end = end < 0 ? i : end;
      } else if (end >= 0) {
        if (parts.size() == limit) {
          break;
        }
        add(parts, text.substring(i, end), budget);
        end = -1;
      }
    }
    if (end >= 0) {
      add(parts, text.substring(0, end), budget);
    }
    Collections.reverse(parts);
    return parts;
  }

  static StarlarkValue splitlines(Evaluation ev, StarlarkValue self, Arguments a) {
    String text = StringMethods.text(self);
    boolean keepEnds = a.bool("keepends", false);
    Budget budget = ev.budget();
    budget.text(text.length());
    var parts = new ArrayList<StarlarkValue>();
    int from = 0;
    while (from < text.length()) {
      int at = text.indexOf('\n', from);
      int end = at < 0 ? text.length() : at;
      add(parts, text.substring(from, keepEnds && at >= 0 ? end + 1 : end), budget);
      from = end + 1;
    }
    return list(parts);
  }
}
