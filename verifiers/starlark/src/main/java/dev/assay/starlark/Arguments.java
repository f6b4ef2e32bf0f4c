package dev.assay.starlark;

import dev.assay.starlark.StarlarkValue.StarlarkCallable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call, bound to a {@link Signature} and read by parameter name. A reader that
 * asks for a type gets a {@link StarlarkError.Script} naming the parameter when it is another.
 */
public final class Arguments {
  static final StarlarkValue[] NO_VALUES = new StarlarkValue[0];

  private final String function;
  private final Signature signature;
  private final @Nullable StarlarkValue[] values;
  private final StarlarkValue[] rest;
  private final @Nullable List<Named> extra;

  Arguments(
      String function,
      Signature signature,
      @Nullable StarlarkValue[] values,
      StarlarkValue[] rest,
      @Nullable List<Named> extra) {
    this.function = function;
    this.signature = signature;
    this.values = values;
    this.rest = rest;
    this.extra = extra;
  }

  /** One argument passed by a name the signature does not list. */
  public record Named(String name, StarlarkValue value) {}

  /** The function's name, for messages. */
  public String function() {
    return function;
  }

  /** The argument, or null when an optional one was not given. */
  public @Nullable StarlarkValue optional(String name) {
    int index = signature.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(function + " has no parameter " + name);
    }
    return values[index];
  }

  /** Whether the argument was given and is not {@code None}. */
  public boolean given(String name) {
    StarlarkValue value = optional(name);
    return value != null && value != StarlarkNone.NONE;
  }

  /** The argument. */
  public StarlarkValue value(String name) {
    StarlarkValue value = optional(name);
    if (value == null) {
      throw StarlarkError.script(function + ": missing argument for " + name);
    }
    return value;
  }

  /** A string argument. */
  public String string(String name) {
    if (value(name) instanceof StarlarkString(String text)) {
      return text;
    }
    throw wrongType(name, "string");
  }

  /** A string argument, or {@code orElse} when it is not given or {@code None}. */
  public String string(String name, String orElse) {
    return given(name) ? string(name) : orElse;
  }

  /** An integer argument of 32 bits. */
  public int integer(String name) {
    if (value(name) instanceof StarlarkInt i) {
      if (i.fitsInt()) {
        return (int) i.unchecked();
      }
      throw StarlarkError.script(
          function + ": " + name + ": integer out of range: expected 32 bits");
    }
    throw wrongType(name, "int");
  }

  /** An integer argument of 32 bits, or {@code orElse} when it is not given or {@code None}. */
  public int integer(String name, int orElse) {
    return given(name) ? integer(name) : orElse;
  }

  /** A number argument as a double. */
  public double number(String name) {
    return switch (value(name)) {
      case StarlarkFloat(double d) -> d;
      case StarlarkInt i -> Numbers.toDouble(i);
      default -> throw wrongType(name, "int or float");
    };
  }

  /** A boolean argument, or {@code orElse} when it is not given or {@code None}. */
  public boolean bool(String name, boolean orElse) {
    if (!given(name)) {
      return orElse;
    }
    if (value(name) instanceof StarlarkBool bool) {
      return bool.truth();
    }
    throw wrongType(name, "bool");
  }

  /** An iterable argument. */
  public StarlarkIterable iterable(String name) {
    if (value(name) instanceof StarlarkIterable iterable) {
      return iterable;
    }
    throw wrongType(name, "iterable");
  }

  /** A dict argument. */
  public StarlarkDict dict(String name) {
    if (value(name) instanceof StarlarkDict dict) {
      return dict;
    }
    throw wrongType(name, "dict");
  }

  /** A callable argument. */
  public StarlarkCallable callable(String name) {
    if (value(name) instanceof StarlarkCallable callable) {
      return callable;
    }
    throw wrongType(name, "function");
  }

  /** The text of a string argument or the content of a bytes argument as UTF-8. */
  public byte[] octets(String name) {
    return switch (value(name)) {
      case StarlarkString(String text) -> text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      case StarlarkBytes bytes -> bytes.toByteArray();
      default -> throw wrongType(name, "string or bytes");
    };
  }

  /** The positional arguments beyond the parameters. */
  public List<StarlarkValue> rest() {
    return List.of(rest);
  }

  /** The named arguments beyond the parameters. */
  public List<Named> extra() {
    return extra == null ? List.of() : extra;
  }

  StarlarkValue[] restShared() {
    return rest;
  }

  /** The error for an argument of the wrong type. */
  public StarlarkError wrongType(String name, String wanted) {
    return StarlarkError.script(
        function + ": for parameter " + name + ": got " + value(name).type() + ", want " + wanted);
  }
}
