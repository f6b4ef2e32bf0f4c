package dev.assay.starlark;

import dev.assay.starlark.StarlarkIterable.StarlarkSequence;
import dev.assay.starlark.StringParts.TextSearch;
import java.util.Arrays;

/** What {@code x in y} does. */
final class Membership {
  private Membership() {}

  static boolean in(StarlarkValue x, StarlarkValue y, Budget budget) {
    return switch (y) {
      case StarlarkString(String text) -> {
        if (!(x instanceof StarlarkString(String part))) {
          throw StarlarkError.script(
              "'in <string>' requires string as left operand, not " + x.type());
        }
        yield TextSearch.indexOf(text, part, 0, text.length(), budget) >= 0;
      }
      case StarlarkBytes bytes -> in(x, bytes, budget);
      case StarlarkList list -> contains(list, x, budget);
      case StarlarkTuple tuple -> contains(tuple, x, budget);
      case StarlarkDict dict -> Equality.isHashable(x, budget) && dict.containsKey(x, budget);
      case StarlarkSet set -> set.contains(x, budget);
      case StarlarkRange range -> {
        if (!(x instanceof StarlarkInt i)) {
          throw StarlarkError.script(
              "'in <range>' requires integer as left operand, not " + x.type());
        }
        yield range.contains(i);
      }
      case StarlarkStruct struct when struct.kind() == StarlarkStruct.Kind.RECORD ->
          x instanceof StarlarkString(String field) && struct.field(field) != null;
      default -> throw StarlarkError.script("unknown binary op: " + x.type() + " in " + y.type());
    };
  }

  private static boolean contains(StarlarkSequence items, StarlarkValue x, Budget budget) {
    for (int i = 0; i < items.length(); i++) {
      budget.step();
      if (Equality.equal(items.at(i), x, budget)) {
        return true;
      }
    }
    return false;
  }

  private static boolean in(StarlarkValue x, StarlarkBytes bytes, Budget budget) {
    budget.steps(bytes.length() >> 4);
    return switch (x) {
      case StarlarkInt i -> {
        if (!i.fitsInt() || i.unchecked() < 0 || i.unchecked() > 255) {
          throw StarlarkError.script("int in bytes: expected 0 to 255, found " + i);
        }
        for (byte octet : bytes.shared()) {
          if ((octet & 0xFF) == i.unchecked()) {
            yield true;
          }
        }
        yield false;
      }
      case StarlarkBytes part -> {
        int last = bytes.length() - part.length();
        budget.steps(((long) Math.max(0, last) * part.length()) >> 6);
        for (int i = 0; i <= last; i++) {
          if (Arrays.equals(
              bytes.shared(), i, i + part.length(), part.shared(), 0, part.length())) {
            yield true;
          }
        }
        yield false;
      }
      default ->
          throw StarlarkError.script(
              "'in bytes' requires bytes or int as left operand, not " + x.type());
    };
  }
}
