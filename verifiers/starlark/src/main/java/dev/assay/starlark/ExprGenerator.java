package dev.assay.starlark;

import dev.assay.starlark.Frame.Node;
import dev.assay.starlark.syntax.Binding;
import dev.assay.starlark.syntax.Binding.LocalVariable;
import dev.assay.starlark.syntax.Expr;
import dev.assay.starlark.syntax.FunctionBody;
import dev.assay.starlark.syntax.Ident;
import dev.assay.starlark.syntax.TokenKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns resolved expressions into nodes. */
final class ExprGenerator {
  private final CodeGenerator code;
  private final Map<String, StarlarkValue> universe;

  ExprGenerator(CodeGenerator code, Map<String, StarlarkValue> universe) {
    this.code = code;
    this.universe = universe;
  }

  Node compile(Expr expr) {
    return switch (expr) {
      case Ident ident -> name(ident);
      case Expr.Literal(Object value, int _) -> new LeafNodes.Constant(literal(value));
      case Expr.Unary(TokenKind op, Expr operand, int position, int _) -> {
        Node x = compile(operand);
        yield op == TokenKind.NOT
            ? new OperatorNodes.Not(x)
            : new OperatorNodes.Unary(op, x, position);
      }
      case Expr.Binary binary -> binary(binary);
      case Expr.Conditional(Expr condition, Expr yes, Expr no, int _, int _) ->
          new OperatorNodes.Conditional(compile(condition), compile(yes), compile(no));
      case Expr.Call call -> call(call);
      case Expr.Dot(Expr object, String name, int position, int _) ->
          new OperatorNodes.Dot(compile(object), name, position);
      case Expr.Index(Expr object, Expr key, int position, int _) ->
          new OperatorNodes.Index(compile(object), compile(key), position);
      case Expr.Slice slice -> slice(slice);
      case Expr.ListOf(List<Expr> items, int _, int _) -> new CollectionNodes.ListOf(all(items));
      case Expr.TupleOf(List<Expr> items, int _, int _) ->
          items.isEmpty()
              ? new LeafNodes.Constant(StarlarkTuple.EMPTY)
              : new CollectionNodes.TupleOf(all(items));
      case Expr.DictOf(List<Expr.Entry> entries, int _, int _) -> dict(entries);
      case Expr.Comprehension comprehension -> comprehension(comprehension);
      case Expr.Lambda(FunctionBody function, int _, int _) -> code.maker(function);
    };
  }

  private Node binary(Expr.Binary binary) {
    Node left = compile(binary.left());
    Node right = compile(binary.right());
    return switch (binary.op()) {
      case AND -> new OperatorNodes.And(left, right);
      case OR -> new OperatorNodes.Or(left, right);
      default -> new OperatorNodes.Binary(binary.op(), left, right, binary.position());
    };
  }

  private Node slice(Expr.Slice slice) {
    return new OperatorNodes.Slice(
        compile(slice.object()),
        maybe(slice.low()),
        maybe(slice.high()),
        maybe(slice.step()),
        slice.position());
  }

  private @Nullable Node maybe(@Nullable Expr expr) {
    return expr == null ? null : compile(expr);
  }

  private Node[] all(List<Expr> exprs) {
    Node[] nodes = new Node[exprs.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = compile(exprs.get(i));
    }
    return nodes;
  }

  private static StarlarkValue literal(Object value) {
    return switch (value) {
      case Long i -> StarlarkInt.of(i);
      case BigInteger i -> StarlarkInt.of(i);
      case Double d -> new StarlarkFloat(d);
      case String text -> StarlarkString.of(text);
      case byte[] octets -> StarlarkBytes.copyOf(octets);
      default -> throw new IllegalStateException("no literal of " + value.getClass());
    };
  }

  private Node name(Ident ident) {
    int position = ident.position();
    return switch (ident.binding()) {
      case Binding.Local(LocalVariable variable) ->
          variable.cell() >= 0
              ? new LeafNodes.LocalCell(variable.cell(), ident.name(), position)
              : new LeafNodes.Local(variable.slot(), ident.name(), position);
      case Binding.Free(int index) -> new LeafNodes.Free(index, ident.name(), position);
      case Binding.Global(int index) -> new LeafNodes.Global(index, ident.name(), position);
      case Binding.Predeclared(int index) -> new LeafNodes.Predeclared(index);
      case Binding.Universal(String name) -> {
        StarlarkValue value = universe.get(name);
        if (value == null) {
          throw new IllegalStateException("the resolver admits only known names");
        }
        yield new LeafNodes.Constant(value);
      }
      case Binding.Unbound _ -> throw new IllegalStateException("the resolver binds every name");
    };
  }

  private Node call(Expr.Call call) {
    var positional = new ArrayList<Node>();
    var names = new ArrayList<String>();
    var named = new ArrayList<Node>();
    Node star = null;
    Node starStar = null;
    for (Expr.Argument argument : call.arguments()) {
      Node value = compile(argument.value());
      switch (argument.kind()) {
        case POSITIONAL -> positional.add(value);
        case NAMED -> {
          names.add(argument.name());
          named.add(value);
        }
        case STAR -> star = value;
        case STARSTAR -> starStar = value;
      }
    }
    Node[] given = positional.toArray(Node[]::new);
    String[] keys = names.toArray(String[]::new);
    Node[] values = named.toArray(Node[]::new);
    Node function = compile(call.function());
    if (star != null || starStar != null) {
      return new SpreadCallNode(function, given, keys, values, star, starStar, call.position());
    }
    if (call.function() instanceof Expr.Dot(Expr object, String method, int _, int _)) {
      return new CallNode(function, compile(object), method, given, keys, values, call.position());
    }
    return new CallNode(function, null, "", given, keys, values, call.position());
  }

  private Node dict(List<Expr.Entry> entries) {
    int[] positions = new int[entries.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = entries.get(i).position();
    }
    return new CollectionNodes.DictOf(
        entries.stream().map(entry -> compile(entry.key())).toArray(Node[]::new),
        entries.stream().map(entry -> compile(entry.value())).toArray(Node[]::new),
        positions);
  }

  private Node comprehension(Expr.Comprehension comprehension) {
    Expr key = comprehension.key();
    CollectionNodes.Step step =
        new CollectionNodes.Emit(
            maybe(key), compile(comprehension.value()), comprehension.position());
    for (Expr.Clause clause : comprehension.clauses().reversed()) {
      step =
          switch (clause) {
            case Expr.Clause.For(Expr target, Expr iterable, int position) ->
                new CollectionNodes.ForStep(code.target(target), compile(iterable), step, position);
            case Expr.Clause.If(Expr condition) ->
                new CollectionNodes.IfStep(compile(condition), step);
          };
    }
    return new CollectionNodes.Comprehension(key != null, step);
  }
}
