package dev.assay.starlark;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a script function and how arguments are bound to them. Parameter {@code i}
 * lives in slot {@code i}, or in {@code cells[i]} when an inner function uses it.
 */
final class Parameters {
  final String[] names;
  private final int[] cells;
  private final int positional;
  private final int varargs;
  private final int kwargs;
  private final boolean captured;

  /**
   * Describes parameters.
   *
   * @param names all names, in slot order
   * @param cells the cell of each, or -1
   * @param positional how many take positional arguments; they come first in {@code order}
   * @param varargs the slot of {@code *args}, or -1
   * @param kwargs the slot of {@code **kwargs}, or -1
   */
  Parameters(String[] names, int[] cells, int positional, int varargs, int kwargs) {
    this.names = names;
    this.cells = cells;
    this.positional = positional;
    this.varargs = varargs;
    this.kwargs = kwargs;
    boolean any = false;
    for (int cell : cells) {
      any |= cell >= 0;
    }
    this.captured = any;
  }

  void bind(Frame frame, StarlarkValue[] given, String[] namedNames, StarlarkValue[] namedValues) {
    @Nullable StarlarkValue[] slots = frame.slots;
    int direct = Math.min(given.length, positional);
    System.arraycopy(given, 0, slots, 0, direct);
    if (varargs >= 0) {
      int extra = given.length - direct;
      frame.budget.elements(extra);
      var rest = new StarlarkValue[extra];
      System.arraycopy(given, direct, rest, 0, extra);
      slots[varargs] = StarlarkTuple.wrap(rest);
    } else if (given.length > positional) {
      throw StarlarkError.script(tooMany(frame, given.length));
    }
    StarlarkDict extraNamed = kwargs >= 0 ? new StarlarkDict() : null;
    frame.budget.steps(((long) namedNames.length * names.length) >> 3);
    for (int i = 0; i < namedNames.length; i++) {
      named(frame, namedNames[i], namedValues[i], extraNamed);
    }
    if (extraNamed != null) {
      slots[kwargs] = extraNamed;
    }
    if (direct < names.length) {
      defaults(frame);
    }
    if (captured) {
      capture(frame);
    }
  }

  private String tooMany(Frame frame, int given) {
    return "function "
        + frame.function.name()
        + " accepts at most "
        + positional
        + " positional argument"
        + (positional == 1 ? "" : "s")
        + " ("
        + given
        + " given)";
  }

  private void named(Frame frame, String name, StarlarkValue value, @Nullable StarlarkDict extra) {
    for (int i = 0; i < names.length; i++) {
      if (i != varargs && i != kwargs && names[i].equals(name)) {
        if (frame.slots[i] != null) {
          throw StarlarkError.script(
              "function " + frame.function.name() + " got multiple values for parameter " + name);
        }
        frame.slots[i] = value;
        return;
      }
    }
    if (extra == null) {
      throw StarlarkError.script(
          "function "
              + frame.function.name()
              + " got an unexpected keyword argument "
              + name
              + dev.assay.starlark.syntax.Spelling.hint(name, List.of(names)));
    }
    StarlarkString key = StarlarkString.of(name);
    if (extra.containsKey(key, frame.budget)) {
      throw StarlarkError.script(
          "function " + frame.function.name() + " got multiple values for parameter " + name);
    }
    extra.put(key, value, frame.budget);
  }

  private void defaults(Frame frame) {
    @Nullable StarlarkValue[] defaults = frame.function.defaults();
    List<String> missing = null;
    for (int i = 0; i < names.length; i++) {
      if (frame.slots[i] == null) {
        StarlarkValue value = defaults[i];
        if (value == null) {
          missing = missing == null ? new ArrayList<>() : missing;
          missing.add(names[i]);
        }
        frame.slots[i] = value;
      }
    }
    if (missing != null) {
      throw StarlarkError.script(
          "function "
              + frame.function.name()
              + " missing "
              + missing.size()
              + " argument"
              + (missing.size() == 1 ? "" : "s")
              + " ("
              + String.join(", ", missing)
              + ")");
    }
  }

  private void capture(Frame frame) {
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] >= 0) {
        frame.cells[cells[i]].value = frame.slots[i];
      }
    }
  }
}
