package dev.assay.starlark;

import dev.assay.starlark.Frame.Node;
import dev.assay.starlark.StatementNodes.Exec;
import dev.assay.starlark.syntax.Binding;
import dev.assay.starlark.syntax.Binding.LocalVariable;
import dev.assay.starlark.syntax.Expr;
import dev.assay.starlark.syntax.FunctionBody;
import dev.assay.starlark.syntax.Ident;
import dev.assay.starlark.syntax.Stmt;
import dev.assay.starlark.syntax.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a resolved tree into nodes: statements, targets and functions. */
final class CodeGenerator {
  private final ExprGenerator exprs;

  CodeGenerator(Map<String, StarlarkValue> universe) {
    this.exprs = new ExprGenerator(this, universe);
  }

  /** The code of a whole function. */
  FunctionCode function(FunctionBody function) {
    List<FunctionBody.Param> params = function.params();
    String[] names = new String[params.size()];
    int[] cells = new int[params.size()];
    int positional = 0;
    int varargs = -1;
    int kwargs = -1;
    for (int i = 0; i < names.length; i++) {
      names[i] = params.get(i).ident().name();
      cells[i] = function.locals().get(i).cell();
      switch (params.get(i).kind()) {
        case NORMAL -> positional++;
        case KEYWORD_ONLY -> {}
        case VARARGS -> varargs = i;
        case KWARGS -> kwargs = i;
      }
    }
    var code =
        new FunctionCode(
            function.name(),
            function.position(),
            new Parameters(names, cells, positional, varargs, kwargs),
            function.locals().size(),
            function.cells(),
            function.height());
    code.body(block(function.body()));
    return code;
  }

  LeafNodes.MakeFunction maker(FunctionBody function) {
    List<FunctionBody.Param> params = function.params();
    @Nullable Node[] defaults = new Node[params.size()];
    for (int i = 0; i < defaults.length; i++) {
      Expr value = params.get(i).defaultValue();
      defaults[i] = value == null ? null : exprs.compile(value);
    }
    FunctionCode code = function(function);
    int[] captures = new int[function.freeVariables().size()];
    for (int i = 0; i < captures.length; i++) {
      captures[i] =
          switch (function.freeVariables().get(i)) {
            case Binding.Local(LocalVariable variable) -> variable.cell();
            case Binding.Free(int index) -> -1 - index;
            default -> throw new IllegalStateException("a free variable is of a function");
          };
    }
    return new LeafNodes.MakeFunction(code, defaults, captures);
  }

  private Exec[] block(List<Stmt> body) {
    var statements = new ArrayList<Exec>(body.size());
    for (Stmt stmt : body) {
      if (!(stmt instanceof Stmt.Branch branch) || branch.kind() != TokenKind.PASS) {
        statements.add(statement(stmt));
      }
    }
    return statements.toArray(Exec[]::new);
  }

  private Exec statement(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Expression(Expr expr, int _) -> new StatementNodes.Evaluate(exprs.compile(expr));
      case Stmt.Assign assign -> assign(assign);
      case Stmt.Return(Expr value, int _) ->
          new StatementNodes.Return(value == null ? null : exprs.compile(value));
      case Stmt.Branch(TokenKind kind, int _) ->
          new StatementNodes.Jump(
              switch (kind) {
                case BREAK -> Exec.BREAK;
                case CONTINUE -> Exec.CONTINUE;
                default -> Exec.NORMAL;
              });
      case Stmt.Def(Ident name, FunctionBody function, int _) ->
          new StatementNodes.Assign(target(name), maker(function));
      case Stmt.For loop ->
          new StatementNodes.For(
              target(loop.target()),
              exprs.compile(loop.iterable()),
              block(loop.body()),
              loop.iterable().position());
      case Stmt.If choice -> choice(choice);
    };
  }

  private Exec choice(Stmt.If choice) {
    Node[] conditions = new Node[choice.arms().size()];
    Exec[][] bodies = new Exec[conditions.length][];
    for (int i = 0; i < conditions.length; i++) {
      conditions[i] = exprs.compile(choice.arms().get(i).condition());
      bodies[i] = block(choice.arms().get(i).body());
    }
    return new StatementNodes.If(conditions, bodies, block(choice.orElse()));
  }

  private Exec assign(Stmt.Assign assign) {
    Node value = exprs.compile(assign.value());
    TokenKind op = assign.op();
    if (op == null) {
      return new StatementNodes.Assign(target(assign.target()), value);
    }
    if (assign.target() instanceof Expr.Index(Expr object, Expr key, int _, int _)) {
      return new StatementNodes.AugmentIndex(
          op, exprs.compile(object), exprs.compile(key), value, assign.position());
    }
    return new StatementNodes.AugmentName(
        op, exprs.compile(assign.target()), target(assign.target()), value, assign.position());
  }

  Targets.Target target(Expr target) {
    return switch (target) {
      case Ident ident -> variable(ident);
      case Expr.Index(Expr object, Expr key, int position, int _) ->
          new Targets.Index(exprs.compile(object), exprs.compile(key), position);
      case Expr.Dot(Expr object, String name, int position, int _) ->
          new Targets.Field(exprs.compile(object), name, position);
      case Expr.TupleOf(List<Expr> items, int position, int _) -> unpack(items, position);
      case Expr.ListOf(List<Expr> items, int position, int _) -> unpack(items, position);
      default -> throw new IllegalStateException("the resolver admits no other target");
    };
  }

  private Targets.Target unpack(List<Expr> items, int position) {
    return new Targets.Unpack(
        items.stream().map(this::target).toArray(Targets.Target[]::new), position);
  }

  private static Targets.Target variable(Ident ident) {
    return switch (ident.binding()) {
      case Binding.Local(LocalVariable variable) ->
          variable.cell() >= 0
              ? new Targets.LocalCell(variable.cell())
              : new Targets.Local(variable.slot());
      case Binding.Global(int index) -> new Targets.Global(index);
      case Binding.Free _, Binding.Predeclared _, Binding.Universal _, Binding.Unbound _ ->
          throw new IllegalStateException("cannot assign to " + ident.name());
    };
  }
}
