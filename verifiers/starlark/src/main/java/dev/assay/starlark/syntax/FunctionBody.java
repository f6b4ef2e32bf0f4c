package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.Binding.LocalVariable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code def}, a {@code lambda} or the body of a file, and what the resolver found out. */
public final class FunctionBody {
  private final String name;
  private final int position;
  private final List<Param> params;
  private final List<Stmt> body;
  private final int height;
  private final List<LocalVariable> locals = new ArrayList<>();
  private final List<Binding> freeVariables = new ArrayList<>();
  private int cells;

  FunctionBody(String name, int position, List<Param> params, List<Stmt> body, int height) {
    this.name = name;
    this.position = position;
    this.params = List.copyOf(params);
    this.body = List.copyOf(body);
    this.height = height;
  }

  /** How a parameter takes its argument. */
  public enum ParamKind {
    /** By position or name. */
    NORMAL,
    /** By name only: written after {@code *} or {@code *args}. */
    KEYWORD_ONLY,
    /** {@code *args}. */
    VARARGS,
    /** {@code **kwargs}. */
    KWARGS
  }

  /** One parameter; the bare {@code *} is not one, it only makes later ones keyword-only. */
  public record Param(ParamKind kind, Ident ident, @Nullable Expr defaultValue) {}

  /** The function's name; {@code lambda} or {@code <toplevel>} when it has none. */
  public String name() {
    return name;
  }

  /** Where it starts, packed by {@link SourcePos}. */
  public int position() {
    return position;
  }

  /** The parameters in the order written. */
  public List<Param> params() {
    return params;
  }

  /** The statements. */
  public List<Stmt> body() {
    return body;
  }

  /** The height of the tallest tree inside; evaluating one call needs a stack of this order. */
  public int height() {
    return height;
  }

  /** All local variables by slot; parameters come first. */
  public List<LocalVariable> locals() {
    return locals;
  }

  /** Where the enclosing function finds each free variable when it makes this function. */
  public List<Binding> freeVariables() {
    return freeVariables;
  }

  /** How many cells a frame of this function needs. */
  public int cells() {
    return cells;
  }

  LocalVariable newLocal(String variable) {
    var local = new LocalVariable(variable, locals.size());
    locals.add(local);
    return local;
  }

  void capture(LocalVariable local) {
    if (local.cell() < 0) {
      local.capture(cells++);
    }
  }
}
