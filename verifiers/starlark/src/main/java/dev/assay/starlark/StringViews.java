package dev.assay.starlark;

import java.util.function.IntFunction;

/** What {@code elems}, {@code codepoints} and their numeric forms give. */
final class StringViews {
  private StringViews() {}

  static StarlarkValue elems(Evaluation ev, StarlarkValue self, Arguments a) {
    return units(ev, self, a, c -> StarlarkString.of(String.valueOf((char) c)));
  }

  static StarlarkValue elemOrds(Evaluation ev, StarlarkValue self, Arguments a) {
    return units(ev, self, a, StarlarkInt::of);
  }

  static StarlarkValue codepoints(Evaluation ev, StarlarkValue self, Arguments a) {
    return points(ev, self, a, c -> StarlarkString.of(Character.toString(c)));
  }

  static StarlarkValue codepointOrds(Evaluation ev, StarlarkValue self, Arguments a) {
    return points(ev, self, a, StarlarkInt::of);
  }

  private static StarlarkValue units(
      Evaluation ev, StarlarkValue self, Arguments a, IntFunction<StarlarkValue> element) {
    String text = StringMethods.text(self);
    ev.budget().elements(text.length());
    var items = new StarlarkValue[text.length()];
    for (int i = 0; i < items.length; i++) {
      items[i] = element.apply(text.charAt(i));
    }
    return new StarlarkView(shown(ev, self, a), items);
  }

  private static StarlarkValue points(
      Evaluation ev, StarlarkValue self, Arguments a, IntFunction<StarlarkValue> element) {
    String text = StringMethods.text(self);
    ev.budget().elements(text.length());
    StarlarkValue[] items = text.codePoints().mapToObj(element).toArray(StarlarkValue[]::new);
    return new StarlarkView(shown(ev, self, a), items);
  }

  private static String shown(Evaluation ev, StarlarkValue self, Arguments a) {
    return Printer.repr(self, ev.budget()) + "." + a.function() + "()";
  }
}
