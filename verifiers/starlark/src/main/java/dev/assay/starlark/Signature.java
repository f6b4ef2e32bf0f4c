package dev.assay.starlark;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parameters of a function written in Java, and how arguments are bound to them. */
public final class Signature {
  private static final Signature NONE = of();

  private final String[] names;
  private final int positionalOnly;
  private final int positional;
  private final boolean[] optional;
  private final boolean varargs;
  private final boolean kwargs;

  private Signature(
      List<String> names,
      List<Boolean> optional,
      int positionalOnly,
      int positional,
      boolean varargs,
      boolean kwargs) {
    this.names = names.toArray(String[]::new);
    this.optional = new boolean[names.size()];
    for (int i = 0; i < this.optional.length; i++) {
      this.optional[i] = optional.get(i);
    }
    this.positionalOnly = positionalOnly;
    this.positional = positional;
    this.varargs = varargs;
    this.kwargs = kwargs;
  }

  /** No parameters. */
  public static Signature none() {
    return NONE;
  }

  /**
   * Parameters as people write them: {@code "x"} required, {@code "x?"} optional, {@code "/"} after
   * the last parameter that cannot be named, {@code "*"} before those that must be named, {@code
   * "*args"} and {@code "**kwargs"} for the rest.
   */
  public static Signature of(String... parts) {
    var names = new ArrayList<String>();
    var optional = new ArrayList<Boolean>();
    int positionalOnly = 0;
    int positional = -1;
    boolean varargs = false;
    boolean kwargs = false;
    for (String part : parts) {
      if (part.startsWith("**")) {
        kwargs = true;
      } else if (part.startsWith("*")) {
        positional = names.size();
        varargs = part.length() > 1;
      } else if (part.equals("/")) {
        positionalOnly = names.size();
      } else {
        names.add(part.endsWith("?") ? part.substring(0, part.length() - 1) : part);
        optional.add(part.endsWith("?"));
      }
    }
    return new Signature(
        names,
        optional,
        positionalOnly,
        positional < 0 ? names.size() : positional,
        varargs,
        kwargs);
  }

  int indexOf(String name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  Arguments bind(
      String function, StarlarkValue[] given, String[] namedNames, StarlarkValue[] namedValues) {
    @Nullable StarlarkValue[] values = new StarlarkValue[names.length];
    int direct = Math.min(given.length, positional);
    System.arraycopy(given, 0, values, 0, direct);
    StarlarkValue[] rest = Arguments.NO_VALUES;
    if (given.length > positional) {
      if (!varargs) {
        throw StarlarkError.script(
            function + ": got " + count(given.length, "argument") + ", want at most " + positional);
      }
      rest = java.util.Arrays.copyOfRange(given, positional, given.length);
    }
    var extra = namedNames.length == 0 ? null : named(function, values, namedNames, namedValues);
    for (int i = direct; i < names.length; i++) {
      if (values[i] == null && !optional[i]) {
        throw StarlarkError.script(function + ": missing argument for " + names[i]);
      }
    }
    return new Arguments(function, this, values, rest, extra);
  }

  private @Nullable List<Arguments.Named> named(
      String function,
      @Nullable StarlarkValue[] values,
      String[] namedNames,
      StarlarkValue[] namedValues) {
    List<Arguments.Named> extra = null;
    for (int i = 0; i < namedNames.length; i++) {
      int index = indexOf(namedNames[i]);
      if (index >= positionalOnly) {
        if (values[index] != null) {
          throw StarlarkError.script(
              function + ": got multiple values for parameter " + namedNames[i]);
        }
        values[index] = namedValues[i];
      } else if (kwargs) {
        extra = extra == null ? new ArrayList<>() : extra;
        extra.add(new Arguments.Named(namedNames[i], namedValues[i]));
      } else {
        throw StarlarkError.script(
            function
                + ": unexpected keyword argument "
                + namedNames[i]
                + dev.assay.starlark.syntax.Spelling.hint(
                    namedNames[i], List.of(names).subList(positionalOnly, names.length)));
      }
    }
    return extra;
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
