package dev.assay.starlark.lib;

import dev.assay.starlark.Budget;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.TextOut;
import dev.assay.starlark.lib.RegexEngine.Match;
import dev.assay.starlark.lib.RegexEngine.Regex;
import java.util.ArrayList;
import java.util.List;

/** A replacement text: {@code $1}, {@code ${1}}, {@code ${name}} and {@code $$}. */
final class RegexTemplate {
  private final List<Part> parts;

  private RegexTemplate(List<Part> parts) {
    this.parts = parts;
  }

  /** A piece of the replacement. */
  private sealed interface Part {
    /** Text as written. */
    record Literal(String text) implements Part {}

    /** What a group matched. */
    record Group(int number) implements Part {}
  }

  static RegexTemplate parse(String template, Regex regex) {
    var parts = new ArrayList<Part>();
    int at = 0;
    while (at < template.length()) {
      int dollar = template.indexOf('$', at);
      if (dollar < 0 || dollar == template.length() - 1) {
        break;
      }
      parts.add(new Part.Literal(template.substring(at, dollar)));
      char next = template.charAt(dollar + 1);
      if (next == '$') {
        parts.add(new Part.Literal("$"));
        at = dollar + 2;
      } else {
        int end = nameEnd(template, dollar + 1);
        String name = template.substring(dollar + 1, end);
        parts.add(new Part.Group(number(name.replace("{", "").replace("}", ""), regex)));
        at = end;
      }
    }
    parts.add(new Part.Literal(template.substring(at)));
    return new RegexTemplate(parts);
  }

  private static int nameEnd(String template, int from) {
    if (template.charAt(from) == '{') {
      int close = template.indexOf('}', from);
      if (close < 0) {
        throw StarlarkError.script("re.replace: '${' without '}' in the replacement");
      }
      return close + 1;
    }
    int at = from;
    while (at < template.length() && template.charAt(at) >= '0' && template.charAt(at) <= '9') {
      at++;
    }
    if (at == from) {
      throw StarlarkError.script(
          "re.replace: expected a group after '$'; write $$ for a dollar sign");
    }
    return at;
  }

  private static int number(String name, Regex regex) {
    Integer named = regex.groupNames().get(name);
    if (named != null) {
      return named;
    }
    if (name.isEmpty() || name.length() > 4 || !name.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw StarlarkError.script("re.replace: no group named '" + name + "'");
    }
    return Integer.parseInt(name);
  }

  void expand(Match match, String text, TextOut out, Budget budget) {
    for (Part part : parts) {
      budget.step();
      switch (part) {
        case Part.Literal(String literal) -> out.append(literal);
        case Part.Group(int number) -> {
          if (number >= match.starts().size()) {
            throw StarlarkError.script("re.replace: no group " + number);
          }
          String group = match.group(text, number);
          out.append(group == null ? "" : group);
        }
      }
    }
  }
}
