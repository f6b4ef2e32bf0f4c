package dev.assay.starlark;

import dev.assay.starlark.Attributes.Method;
import dev.assay.starlark.StarlarkError.Position;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One evaluation: a budget, a place for {@code print}, and the calls that are active. It serves one
 * thread; every program run and every module call is made within one.
 */
public final class Evaluation {
  /** Stack units of a call of a built-in. */
  private static final int BUILTIN_UNITS = 3;

  private static final String[] NO_NAMES = new String[0];
  private static final Position HOST = new Position("<builtin>", 0, 0);

  private final Budget budget;
  private final Consumer<String> print;
  private @Nullable Frame top;
  private boolean recursionAllowed;

  private Evaluation(Budget budget, Consumer<String> print) {
    this.budget = budget;
    this.print = print;
  }

  /** An evaluation that drops what scripts print. */
  public static Evaluation with(Budget budget) {
    return new Evaluation(budget, _ -> {});
  }

  /** An evaluation that hands each printed line, without its line end, to {@code print}. */
  public static Evaluation with(Budget budget, Consumer<String> print) {
    return new Evaluation(budget, print);
  }

  /** What may still be spent; host functions charge it. */
  public Budget budget() {
    return budget;
  }

  /** The place of the innermost active script call, or null outside of any. */
  public @Nullable Position position() {
    return top == null ? null : Position.of(top.module.file, top.at);
  }

  /** Calls a function with positional arguments. */
  public StarlarkValue call(StarlarkValue function, StarlarkValue... arguments) {
    return guarded(() -> invoke(function, arguments, NO_NAMES, Arguments.NO_VALUES));
  }

  /** Calls a function with positional and named arguments. */
  public StarlarkValue call(
      StarlarkValue function, List<StarlarkValue> positional, Map<String, StarlarkValue> named) {
    String[] names = named.keySet().toArray(String[]::new);
    StarlarkValue[] values = named.values().toArray(StarlarkValue[]::new);
    StarlarkValue[] given = positional.toArray(StarlarkValue[]::new);
    return guarded(() -> invoke(function, given, names, values));
  }

  /** Work whose every failure becomes a {@link StarlarkError}. */
  interface Work {
    StarlarkValue run();
  }

  /** Turns the failures of the Java stack and heap into budget errors at the outermost call. */
  StarlarkValue guarded(Work work) {
    if (top != null) {
      return work.run();
    }
    try {
      return work.run();
    } catch (StackOverflowError _) {
      throw new StarlarkError.Exhausted(
          StarlarkError.Resource.DEPTH, "depth budget exceeded: the thread's stack is used up");
    } catch (OutOfMemoryError _) {
      throw new StarlarkError.Exhausted(
          StarlarkError.Resource.MEMORY, "memory budget exceeded: the heap is used up");
    } finally {
      top = null;
    }
  }

  void allowRecursion(boolean allowed) {
    recursionAllowed = allowed;
  }

  /** Hands a line to where printed lines go; host functions that log share it. */
  public void print(String line) {
    print.accept(line);
  }

  StarlarkValue invoke(
      StarlarkValue callee, StarlarkValue[] given, String[] names, StarlarkValue[] named) {
    return switch (callee) {
      case StarlarkFunction function -> invoke(function, given, names, named);
      case StarlarkBuiltin builtin -> invoke(builtin.method(), builtin.self(), given, names, named);
      default -> throw StarlarkError.script("invalid call of non-function (" + callee.type() + ")");
    };
  }

  private StarlarkValue invoke(
      StarlarkFunction function, StarlarkValue[] given, String[] names, StarlarkValue[] named) {
    FunctionCode code = function.code();
    budget.step();
    budget.enter(code.units());
    Frame frame = new Frame(this, function, top);
    try {
      if (!recursionAllowed) {
        checkRecursion(code, function);
      }
      code.parameters().bind(frame, given, names, named);
      top = frame;
      return code.run(frame);
    } catch (StarlarkError e) {
      e.addFrame(code.name(), Position.of(function.module().file, frame.at));
      throw e;
    } catch (RuntimeException e) {
      StarlarkError error = hostFailure("", e);
      error.addFrame(code.name(), Position.of(function.module().file, frame.at));
      throw error;
    } finally {
      top = frame.caller;
      budget.leave(code.units());
    }
  }

  private void checkRecursion(FunctionCode code, StarlarkFunction function) {
    for (Frame active = top; active != null; active = active.caller) {
      if (active.function.code() == code) {
        throw StarlarkError.script("function " + function.name() + " called recursively");
      }
    }
  }

  StarlarkValue invoke(
      Method method,
      StarlarkValue self,
      StarlarkValue[] given,
      String[] names,
      StarlarkValue[] named) {
    budget.step();
    budget.enter(BUILTIN_UNITS);
    try {
      return method
          .body()
          .call(this, self, method.signature().bind(method.name(), given, names, named));
    } catch (StarlarkError e) {
      e.addFrame(method.name(), HOST);
      throw e;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new StarlarkError.Interrupted("interrupted in " + method.name());
    } catch (Exception e) {
      StarlarkError error = hostFailure(method.name() + ": ", e);
      error.addFrame(method.name(), HOST);
      throw error;
    } finally {
      budget.leave(BUILTIN_UNITS);
    }
  }

  private static StarlarkError hostFailure(String prefix, Exception e) {
    String reason = e.getMessage();
    return StarlarkError.script(
        prefix + e.getClass().getSimpleName() + (reason == null ? "" : ": " + reason), e);
  }
}
