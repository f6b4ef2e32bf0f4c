package dev.assay.starlark;

import dev.assay.starlark.Frame.Cell;
import dev.assay.starlark.Frame.ModuleState;
import dev.assay.starlark.StarlarkValue.StarlarkCallable;
import org.jspecify.annotations.Nullable;

/** A function of a script: its code, its defaults and the variables it closes over. */
public final class StarlarkFunction implements StarlarkCallable {
  private final FunctionCode code;
  private final ModuleState module;
  private final @Nullable StarlarkValue[] defaults;
  private final Cell[] free;

  StarlarkFunction(
      FunctionCode code, ModuleState module, @Nullable StarlarkValue[] defaults, Cell[] free) {
    this.code = code;
    this.module = module;
    this.defaults = defaults;
    this.free = free;
  }

  FunctionCode code() {
    return code;
  }

  ModuleState module() {
    return module;
  }

  /** The default of each parameter; null for a required one. */
  @Nullable StarlarkValue[] defaults() {
    return defaults;
  }

  Cell[] free() {
    return free;
  }

  @Override
  public String name() {
    return code.name();
  }

  @Override
  public String type() {
    return "function";
  }

  @Override
  public String toString() {
    return "<function " + name() + ">";
  }
}
