package dev.assay.starlark;

import dev.assay.starlark.Frame.ModuleState;
import dev.assay.starlark.StarlarkError.Position;
import dev.assay.starlark.StarlarkValue.StarlarkCallable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frozen variables of a script that has run. Its functions may be called by any number of
 * threads at once, each with its own {@link Evaluation}.
 */
public final class StarlarkModule {
  private final List<String> names;
  private final ModuleState state;
  private final boolean recursion;

  StarlarkModule(List<String> names, ModuleState state, boolean recursion) {
    this.names = names;
    this.state = state;
    this.recursion = recursion;
  }

  /** The names of its variables. */
  public List<String> names() {
    return names;
  }

  /** The value of a variable, or null when there is none. */
  public @Nullable StarlarkValue find(String name) {
    int index = names.indexOf(name);
    return index < 0 ? null : state.globals[index];
  }

  /**
   * Calls one of its functions.
   *
   * @throws StarlarkError when there is no such function, or it fails or uses up its budget
   */
  public StarlarkValue call(Evaluation evaluation, String function, StarlarkValue... arguments) {
    StarlarkValue callee = find(function);
    if (!(callee instanceof StarlarkCallable)) {
      StarlarkError error =
          StarlarkError.script(
              "expected the script to define a function "
                  + function
                  + ", found "
                  + (callee == null ? "no such name" : callee.type()));
      error.addFrame("<toplevel>", new Position(state.file, 1, 1));
      throw error;
    }
    evaluation.allowRecursion(recursion);
    return evaluation.call(callee, arguments);
  }
}
