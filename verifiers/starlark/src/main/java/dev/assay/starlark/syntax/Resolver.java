package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.Parser.Dialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Binds every name of a file to a slot and checks the rules on names, assignment and control flow.
 */
public final class Resolver {
  private static final int HINT_NAMES_MAX = 1000;

  private final NameSpace names;
  private final Map<String, Integer> predeclared = new HashMap<>();
  private final Map<String, Integer> globals = new HashMap<>();
  private final List<String> globalNames = new ArrayList<>();
  private final Set<String> boundGlobals = new HashSet<>();
  private Scope scope;

  private Resolver(FunctionBody file, NameSpace names) {
    this.names = names;
    this.scope = new Scope(null, file);
    for (String name : names.predeclared()) {
      predeclared.put(name, predeclared.size());
    }
  }

  static ResolvedFile resolve(FunctionBody file, NameSpace names) {
    var resolver = new Resolver(file, names);
    new BoundNames(resolver::declareGlobal).block(file.body());
    resolver.block(file.body());
    return new ResolvedFile(file, resolver.globalNames);
  }

  private void declareGlobal(String name) {
    if (!globals.containsKey(name)) {
      globals.put(name, globalNames.size());
      globalNames.add(name);
    }
  }

  private boolean atTopLevel() {
    return scope.parent() == null;
  }

  private void block(List<Stmt> body) {
    for (Stmt stmt : body) {
      statement(stmt);
    }
  }

  private void statement(Stmt stmt) {
    switch (stmt) {
      case Stmt.Expression(Expr expr, int _) -> expr(expr);
      case Stmt.Assign assign -> assign(assign);
      case Stmt.Return(Expr value, int position) -> {
        if (atTopLevel()) {
          throw new SyntaxException(position, "return statement not within a function");
        }
        if (value != null) {
          expr(value);
        }
      }
      case Stmt.Branch(TokenKind kind, int position) -> {
        if (kind != TokenKind.PASS && !scope.inLoop()) {
          throw new SyntaxException(position, kind.text() + " not in a loop");
        }
      }
      case Stmt.Def(Ident name, FunctionBody function, int _) -> {
        function(function);
        bind(name);
      }
      case Stmt.For loop -> forLoop(loop);
      case Stmt.If choice -> choice(choice);
    }
  }

  private void assign(Stmt.Assign assign) {
    expr(assign.value());
    if (assign.op() == null) {
      target(assign.target());
      return;
    }
    switch (assign.target()) {
      case Ident ident -> {
        boolean first = atTopLevel() && !boundGlobals.contains(ident.name());
        if (first && !names.dialect().globalReassign()) {
          throw undefined(ident);
        }
        bind(ident);
      }
      case Expr.Index index -> expr(index);
      case Expr.Dot dot -> expr(dot);
      default ->
          throw new SyntaxException(
              assign.target().position(), "can't use this expression in augmented assignment");
    }
  }

  private void forLoop(Stmt.For loop) {
    controlAllowed("for", loop.position());
    expr(loop.iterable());
    target(loop.target());
    scope.enterLoop();
    block(loop.body());
    scope.leaveLoop();
  }

  private void choice(Stmt.If choice) {
    controlAllowed("if", choice.position());
    for (Stmt.Arm arm : choice.arms()) {
      expr(arm.condition());
      block(arm.body());
    }
    block(choice.orElse());
  }

  private void controlAllowed(String keyword, int position) {
    if (atTopLevel() && !names.dialect().topLevelControl()) {
      throw new SyntaxException(position, keyword + " statement not within a function");
    }
  }

  private void target(Expr target) {
    switch (target) {
      case Ident ident -> bind(ident);
      case Expr.Index index -> expr(index);
      case Expr.Dot dot -> expr(dot);
      case Expr.TupleOf tuple -> tuple.items().forEach(this::target);
      case Expr.ListOf list -> list.items().forEach(this::target);
      default -> throw new SyntaxException(target.position(), "can't assign to this expression");
    }
  }

  /** Binds a name that is assigned; the prescan has declared it in its block. */
  private void bind(Ident ident) {
    if (!atTopLevel()) {
      use(ident);
      return;
    }
    Integer index = globals.get(ident.name());
    if (index == null) {
      throw undefined(ident);
    }
    if (!boundGlobals.add(ident.name()) && !names.dialect().globalReassign()) {
      throw new SyntaxException(
          ident.position(), "cannot reassign global '" + ident.name() + "'; use another name");
    }
    ident.bind(new Binding.Global(index));
  }

  private void use(Ident ident) {
    String name = ident.name();
    Binding found = scope.find(name);
    if (found == null) {
      found = moduleLevel(ident);
    }
    ident.bind(found);
  }

  private Binding moduleLevel(Ident ident) {
    Integer global = globals.get(ident.name());
    if (global != null) {
      return new Binding.Global(global);
    }
    Integer given = predeclared.get(ident.name());
    if (given != null) {
      return new Binding.Predeclared(given);
    }
    if (names.universal().contains(ident.name())) {
      return new Binding.Universal(ident.name());
    }
    throw undefined(ident);
  }

  private SyntaxException undefined(Ident ident) {
    var known = new ArrayList<String>(globalNames);
    known.addAll(names.predeclared());
    known.addAll(names.universal());
    if (known.size() > HINT_NAMES_MAX) {
      known.subList(HINT_NAMES_MAX, known.size()).clear();
    }
    return new SyntaxException(
        ident.position(), "undefined: " + ident.name() + Spelling.hint(ident.name(), known));
  }

  private void expr(Expr expr) {
    switch (expr) {
      case Ident ident -> use(ident);
      case Expr.Literal _ -> {}
      case Expr.Unary unary -> expr(unary.operand());
      case Expr.Binary binary -> {
        expr(binary.left());
        expr(binary.right());
      }
      case Expr.Conditional conditional -> {
        expr(conditional.condition());
        expr(conditional.yes());
        expr(conditional.no());
      }
      case Expr.Call call -> {
        expr(call.function());
        call.arguments().forEach(argument -> expr(argument.value()));
      }
      case Expr.Dot dot -> expr(dot.object());
      case Expr.Index index -> {
        expr(index.object());
        expr(index.key());
      }
      case Expr.Slice slice -> slice(slice);
      case Expr.ListOf list -> list.items().forEach(this::expr);
      case Expr.TupleOf tuple -> tuple.items().forEach(this::expr);
      case Expr.DictOf dict -> {
        for (Expr.Entry entry : dict.entries()) {
          expr(entry.key());
          expr(entry.value());
        }
      }
      case Expr.Comprehension comprehension -> comprehension(comprehension);
      case Expr.Lambda lambda -> function(lambda.function());
    }
  }

  private void slice(Expr.Slice slice) {
    expr(slice.object());
    if (slice.low() != null) {
      expr(slice.low());
    }
    if (slice.high() != null) {
      expr(slice.high());
    }
    if (slice.step() != null) {
      expr(slice.step());
    }
  }

  /** The first iterable belongs to the enclosing block; all else to a block of its own. */
  private void comprehension(Expr.Comprehension comprehension) {
    Scope outer = scope;
    boolean first = true;
    for (Expr.Clause clause : comprehension.clauses()) {
      switch (clause) {
        case Expr.Clause.For(Expr target, Expr iterable, int _) -> {
          expr(iterable);
          if (first) {
            scope = new Scope(outer, outer.function());
            declareTargets(comprehension.clauses());
            first = false;
          }
          target(target);
        }
        case Expr.Clause.If(Expr condition) -> expr(condition);
      }
    }
    if (comprehension.key() != null) {
      expr(comprehension.key());
    }
    expr(comprehension.value());
    scope = outer;
  }

  private void declareTargets(List<Expr.Clause> clauses) {
    for (Expr.Clause clause : clauses) {
      if (clause instanceof Expr.Clause.For loop) {
        new BoundNames(scope::declare).target(loop.target());
      }
    }
  }

  private void function(FunctionBody function) {
    for (FunctionBody.Param param : function.params()) {
      if (param.defaultValue() != null) {
        expr(param.defaultValue());
      }
    }
    scope = new Scope(scope, function);
    for (FunctionBody.Param param : function.params()) {
      if (scope.declares(param.ident().name())) {
        throw new SyntaxException(
            param.ident().position(), "duplicate parameter: " + param.ident().name());
      }
      scope.declare(param.ident().name());
      use(param.ident());
    }
    new BoundNames(scope::declare).block(function.body());
    block(function.body());
    Scope parent = scope.parent();
    if (parent == null) {
      throw new IllegalStateException("a function has an enclosing block");
    }
    scope = parent;
  }

  /**
   * A file whose names are bound.
   *
   * @param toplevel the statements of the file as a function without parameters
   * @param globals names of the module's variables by index
   */
  public record ResolvedFile(FunctionBody toplevel, List<String> globals) {
    /** Takes an unchangeable copy of the names. */
    public ResolvedFile {
      globals = List.copyOf(globals);
    }
  }

  /**
   * The names a file may use without binding them.
   *
   * @param predeclared names the host supplies at run time, by index
   * @param universal names every program has
   * @param dialect what the file may do beyond the core language
   */
  public record NameSpace(List<String> predeclared, Set<String> universal, Dialect dialect) {
    /** Takes unchangeable copies. */
    public NameSpace {
      predeclared = List.copyOf(predeclared);
      universal = Set.copyOf(universal);
    }
  }
}
