package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.Binding.LocalVariable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One lexical block: a function, or a comprehension inside one. */
final class Scope {
  private final @Nullable Scope parent;
  private final FunctionBody function;
  private final Map<String, LocalVariable> locals = new HashMap<>();
  private final Map<String, Integer> free = new HashMap<>();
  private int loops;

  Scope(@Nullable Scope parent, FunctionBody function) {
    this.parent = parent;
    this.function = function;
  }

  @Nullable Scope parent() {
    return parent;
  }

  FunctionBody function() {
    return function;
  }

  void declare(String name) {
    if (!locals.containsKey(name)) {
      locals.put(name, function.newLocal(name));
    }
  }

  boolean declares(String name) {
    return locals.containsKey(name);
  }

  void enterLoop() {
    loops++;
  }

  void leaveLoop() {
    loops--;
  }

  boolean inLoop() {
    return loops > 0;
  }

  /** The binding of a name seen from this block, or null when no function binds it. */
  @Nullable Binding find(String name) {
    LocalVariable local = locals.get(name);
    if (local != null) {
      return new Binding.Local(local);
    }
    if (parent == null) {
      return null;
    }
    if (parent.function == function) {
      return parent.find(name);
    }
    Integer known = free.get(name);
    if (known != null) {
      return new Binding.Free(known);
    }
    Binding outer = parent.find(name);
    if (outer == null) {
      return null;
    }
    if (outer instanceof Binding.Local(LocalVariable variable)) {
      parent.function.capture(variable);
    }
    int index = function.freeVariables().size();
    function.freeVariables().add(outer);
    free.put(name, index);
    return new Binding.Free(index);
  }
}
