package dev.assay.starlark;

import org.jspecify.annotations.Nullable;

/** What {@code format.format(...)} does. */
final class BraceFormat {
  private final String format;
  private final Arguments arguments;
  private final Budget budget;
  private final TextOut out;
  private boolean automatic;
  private boolean manual;
  private int next;

  private BraceFormat(String format, Arguments arguments, Budget budget) {
    this.format = format;
    this.arguments = arguments;
    this.budget = budget;
    this.out = new TextOut(budget);
  }

  static StarlarkValue format(Evaluation ev, StarlarkValue self, Arguments a) {
    var formatter = new BraceFormat(StringMethods.text(self), a, ev.budget());
    formatter.run();
    return StarlarkString.of(formatter.out.toString());
  }

  private void run() {
    int at = 0;
    while (at < format.length()) {
      char c = format.charAt(at);
      boolean doubled = at + 1 < format.length() && format.charAt(at + 1) == c;
      if ((c == '{' || c == '}') && doubled) {
        out.append(c);
        at += 2;
      } else if (c == '}') {
        throw StarlarkError.script("format: single '}' in format");
      } else if (c == '{') {
        int close = format.indexOf('}', at);
        if (close < 0) {
          throw StarlarkError.script("format: unmatched '{' in format");
        }
        budget.step();
        field(format.substring(at + 1, close));
        at = close + 1;
      } else {
        int end = plainEnd(at);
        out.append(format, at, end);
        at = end;
      }
    }
  }

  private int plainEnd(int from) {
    int at = from;
    while (at < format.length() && format.charAt(at) != '{' && format.charAt(at) != '}') {
      at++;
    }
    return at;
  }

  /** A field is {@code name}, {@code name!conversion}, either followed by {@code :spec}. */
  private void field(String field) {
    int bang = field.indexOf('!');
    int colon = field.indexOf(':', bang < 0 ? 0 : bang);
    String spec = colon < 0 ? "" : field.substring(colon + 1);
    String head = colon < 0 ? field : field.substring(0, colon);
    String name = bang < 0 ? head : head.substring(0, bang);
    String conversion = bang < 0 ? "s" : head.substring(bang + 1);
    StarlarkValue value = argument(name);
    if (!spec.isEmpty()) {
      throw StarlarkError.script(
          "format: format spec features not supported in replacement fields: " + spec);
    }
    switch (conversion) {
      case "s" -> out.append(Printer.str(value, budget));
      case "r" -> Printer.write(value, out, budget);
      default ->
          throw StarlarkError.script(
              "format: unknown conversion " + Indexing.shown(StarlarkString.of(conversion)));
    }
  }

  private StarlarkValue argument(String name) {
    if (name.isEmpty()) {
      if (manual) {
        throw StarlarkError.script(
            "format: cannot switch from manual field specification to automatic field numbering");
      }
      automatic = true;
      return positional(next++);
    }
    if (name.length() < 10 && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
      if (automatic) {
        throw StarlarkError.script(
            "format: cannot switch from automatic field numbering to manual field specification");
      }
      manual = true;
      return positional(Integer.parseInt(name));
    }
    StarlarkValue value = named(name);
    if (value == null) {
      throw StarlarkError.script("format: keyword " + name + " not found" + hint(name));
    }
    return value;
  }

  private static String hint(String name) {
    return name.indexOf('.') >= 0 || name.indexOf('[') >= 0
        ? "; attributes and elements are not supported in replacement fields"
        : "";
  }

  private StarlarkValue positional(int index) {
    StarlarkValue[] given = arguments.restShared();
    if (index >= given.length) {
      throw StarlarkError.script("format: tuple index out of range");
    }
    return given[index];
  }

  private @Nullable StarlarkValue named(String name) {
    budget.steps(arguments.extra().size() >> 3);
    for (Arguments.Named argument : arguments.extra()) {
      if (argument.name().equals(name)) {
        return argument.value();
      }
    }
    return null;
  }
}
