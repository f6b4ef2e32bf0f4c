package dev.assay.starlark;

import dev.assay.starlark.Frame.Cell;
import dev.assay.starlark.Frame.ModuleState;
import dev.assay.starlark.StarlarkError.Position;
import dev.assay.starlark.syntax.Parser;
import dev.assay.starlark.syntax.Parser.Dialect;
import dev.assay.starlark.syntax.Resolver.NameSpace;
import dev.assay.starlark.syntax.Resolver.ResolvedFile;
import dev.assay.starlark.syntax.SyntaxException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A compiled script. It is immutable: any number of threads may run it at once, each with its own
 * {@link Evaluation}.
 */
public final class StarlarkProgram {
  private final String name;
  private final List<String> predeclared;
  private final List<String> globals;
  private final FunctionCode toplevel;
  private final boolean recursion;

  private StarlarkProgram(
      String name,
      List<String> predeclared,
      List<String> globals,
      FunctionCode toplevel,
      boolean recursion) {
    this.name = name;
    this.predeclared = predeclared;
    this.globals = globals;
    this.toplevel = toplevel;
    this.recursion = recursion;
  }

  /**
   * Compiles a script in the core dialect.
   *
   * @param name shown as the file in errors
   * @param source the text
   * @param limits bounds on length and nesting
   * @param predeclared the names {@link #run} will supply
   * @throws StarlarkError.Syntax when it is not a Starlark program or uses an unknown name
   */
  public static StarlarkProgram compile(
      String name, String source, StarlarkLimits limits, Collection<String> predeclared) {
    return compile(name, source, limits, predeclared, Dialect.CORE);
  }

  /** Compiles a script in a freer dialect. */
  public static StarlarkProgram compile(
      String name,
      String source,
      StarlarkLimits limits,
      Collection<String> predeclared,
      Dialect dialect) {
    List<String> names = List.copyOf(new LinkedHashSet<>(predeclared));
    try {
      var space = new NameSpace(names, Universe.NAMES, dialect);
      ResolvedFile file = Parser.parse(source, limits.syntax(), space);
      FunctionCode code = new CodeGenerator(Universe.TABLE).function(file.toplevel());
      return new StarlarkProgram(name, names, file.globals(), code, dialect.recursion());
    } catch (SyntaxException e) {
      throw new StarlarkError.Syntax(
          String.valueOf(e.getMessage()), Position.of(name, e.position()));
    } catch (StackOverflowError _) {
      throw new StarlarkError.Syntax(
          "nested too deeply for the thread's stack", new Position(name, 1, 1));
    }
  }

  /** The name it was compiled under. */
  public String name() {
    return name;
  }

  /**
   * Runs the statements of the script and freezes all its variables.
   *
   * @param values a value for each predeclared name; they are frozen too, as scripts on several
   *     threads may share them
   * @throws StarlarkError when the script fails or uses up its budget
   */
  public StarlarkModule run(Map<String, ? extends StarlarkValue> values, Evaluation evaluation) {
    var given = new StarlarkValue[predeclared.size()];
    for (int i = 0; i < given.length; i++) {
      StarlarkValue value = values.get(predeclared.get(i));
      if (value == null) {
        throw new IllegalArgumentException(
            "expected a value for every predeclared name, found none for " + predeclared.get(i));
      }
      given[i] = value;
    }
    var state = new ModuleState(name, globals.size(), given);
    var main = new StarlarkFunction(toplevel, state, Arguments.NO_VALUES, new Cell[0]);
    evaluation.allowRecursion(recursion);
    var _ =
        evaluation.guarded(() -> {
          Freezer.freeze(given, evaluation.budget());
          StarlarkValue result = evaluation.call(main);
          Freezer.freeze(state.globals, evaluation.budget());
          return result;
        });
    return new StarlarkModule(globals, state, recursion);
  }
}
