package dev.assay.starlark.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes random programs: mostly well typed, sometimes not. The same seed makes the same ones. */
public final class ProgramGenerator {
  private static final List<String> WORDS =
      List.of("", "a", "ab", "abc", "A b", "x,y,,z", "  pad ", "0x1F", "12", "-7", "1.5e3", "{}{}");

  private final Random random;
  private final List<String> names = new ArrayList<>();

  /** A generator for one seed. */
  public ProgramGenerator(long seed) {
    this.random = new Random(seed);
  }

  private int pick(int bound) {
    return random.nextInt(bound);
  }

  private String any(String... choices) {
    return choices[pick(choices.length)];
  }

  /** A whole program that prints what it computes. */
  public String program() {
    names.clear();
    var out = new StringBuilder("def helper(a, b = 2, *rest, c = 3, **more):\n");
    out.append("    return (a, b, rest, c, more)\n");
    out.append("def main():\n");
    int statements = 1 + pick(6);
    for (int i = 0; i < statements; i++) {
      statement(out, "    ", 3);
    }
    out.append("    print(").append(expr(3)).append(")\n");
    for (String name : names) {
      out.append("    print(").append(name).append(")\n");
    }
    return out.append("main()\n").toString();
  }

  private String fresh() {
    String name = "v" + names.size();
    names.add(name);
    return name;
  }

  private void statement(StringBuilder out, String indent, int depth) {
    switch (pick(9)) {
      case 0, 1, 2 -> {
        String value = expr(depth);
        out.append(indent).append(fresh()).append(" = ").append(value).append('\n');
      }
      case 3 -> {
        String value = list(depth);
        String name = fresh();
        out.append(indent).append(name).append(" = ").append(value).append('\n');
        out.append(indent).append(name).append(listChange(depth)).append('\n');
      }
      case 4 -> {
        String value = dict(depth);
        String name = fresh();
        out.append(indent).append(name).append(" = ").append(value).append('\n');
        out.append(indent).append(name).append(dictChange(depth)).append('\n');
      }
      case 5 -> loop(out, indent, depth);
      case 6 -> {
        out.append(indent).append("if ").append(expr(2)).append(":\n");
        out.append(indent).append("    print(").append(expr(2)).append(")\n");
        out.append(indent).append("elif ").append(expr(2)).append(":\n");
        out.append(indent).append("    pass\n");
        out.append(indent).append("else:\n");
        out.append(indent).append("    print(").append(expr(2)).append(")\n");
      }
      case 7 -> {
        String value = integer(2);
        String name = fresh();
        out.append(indent).append(name).append(" = ").append(value).append('\n');
        String op = any("+=", "-=", "*=", "//=", "%=", "|=", "&=", "^=");
        out.append(indent).append(name).append(' ').append(op).append(' ');
        out.append(integer(2)).append('\n');
      }
      default -> out.append(indent).append("print(").append(expr(depth)).append(")\n");
    }
  }

  private void loop(StringBuilder out, String indent, int depth) {
    String items = any(list(2), "range(" + pick(6) + ")", dict(2), text(1) + ".elems()");
    String total = fresh();
    out.append(indent).append(total).append(" = []\n");
    out.append(indent).append("for it in ").append(items).append(":\n");
    if (pick(3) == 0) {
      out.append(indent).append("    if it == ").append(literal()).append(": ");
      out.append(any("break", "continue")).append('\n');
    }
    out.append(indent).append("    ").append(total).append(".append(it)\n");
    if (depth > 2 && pick(2) == 0) {
      out.append(indent).append("    ").append(total).append(".append(").append(expr(1));
      out.append(")\n");
    }
  }

  private String listChange(int depth) {
    return switch (pick(8)) {
      case 0 -> ".append(" + expr(depth - 1) + ")";
      case 1 -> ".extend(" + list(2) + ")";
      case 2 -> ".insert(" + small() + ", " + literal() + ")";
      case 3 -> ".pop(" + any("", small()) + ")";
      case 4 -> " += " + list(2);
      case 5 -> "[" + small() + "] = " + literal();
      case 6 -> ".remove(" + literal() + ")";
      default -> "[" + small() + "] += " + literal();
    };
  }

  private String dictChange(int depth) {
    return switch (pick(7)) {
      case 0 -> "[" + literal() + "] = " + expr(depth - 1);
      case 1 -> ".update(" + dict(2) + ")";
      case 2 -> ".pop(" + literal() + any("", ", " + literal()) + ")";
      case 3 -> ".setdefault(" + literal() + any("", ", " + literal()) + ")";
      case 4 -> ".popitem()";
      case 5 -> ".update([(" + literal() + ", 1)], k = " + literal() + ")";
      default -> ".clear()";
    };
  }

  private String small() {
    return Integer.toString(pick(9) - 4);
  }

  private String literal() {
    return switch (pick(9)) {
      case 0, 1 -> small();
      case 2, 3 -> quoted();
      case 4 -> any("True", "False", "None");
      case 5 -> any("0.0", "1.5", "-2.25", "1e10", "3.0", "1e-7", "123456.789", "1e300");
      case 6 -> any("1 << 40", "0xff", "12345678901234567890", "-9223372036854775808");
      case 7 -> "(" + small() + ", " + quoted() + ")";
      default -> names.isEmpty() ? "7" : names.get(pick(names.size()));
    };
  }

  private String quoted() {
    return '"' + WORDS.get(pick(WORDS.size())) + '"';
  }

  /** An expression of any type. */
  public String expr(int depth) {
    if (depth <= 0) {
      return literal();
    }
    return switch (pick(13)) {
      case 0, 1 -> integer(depth);
      case 2, 3 -> text(depth);
      case 4 -> list(depth);
      case 5 -> dict(depth);
      case 6 -> truth(depth);
      case 7 -> real(depth);
      case 8 -> conversion(depth);
      case 9 -> subscript(depth);
      case 10 -> call(depth);
      case 11 -> "(" + expr(depth - 1) + " if " + truth(depth - 1) + " else " + literal() + ")";
      default -> mixed(depth);
    };
  }

  private String mixed(int depth) {
    String op =
        any("+", "-", "*", "//", "/", "%", "==", "!=", "<", "<=", "in", "not in", "and", "or");
    return "(" + expr(depth - 1) + " " + op + " " + expr(depth - 1) + ")";
  }

  private String integer(int depth) {
    if (depth <= 0) {
      return any(small(), "3", "1000003", "1 << 62", "(1 << 65)", "-5");
    }
    return switch (pick(7)) {
      case 0, 1, 2 -> {
        String op = any("+", "-", "*", "//", "%", "&", "|", "^");
        yield "(" + integer(depth - 1) + " " + op + " " + integer(depth - 1) + ")";
      }
      case 3 -> "(" + integer(depth - 1) + any(" << ", " >> ") + pick(70) + ")";
      case 4 -> any("-", "+", "~") + integer(depth - 1);
      case 5 -> "len(" + any(text(depth - 1), list(depth - 1), dict(depth - 1)) + ")";
      default -> any("int(" + integer(depth - 1) + ")", "hash(" + text(depth - 1) + ")");
    };
  }

  private String real(int depth) {
    return switch (pick(4)) {
      case 0 -> "float(" + any(integer(depth - 1), quoted(), literal()) + ")";
      case 1 -> "(" + integer(depth - 1) + " / " + any("2", "7", "1.5", integer(depth - 1)) + ")";
      case 2 ->
          "("
              + literal()
              + any(" + ", " - ", " * ", " // ", " % ")
              + any("0.5", "-1.5", "3.0")
              + ")";
      default -> any("1.0", "1e6", "123456.0", "1e21", "0.1", "1e-5", "2.5e-8", "1e100");
    };
  }

  private String text(int depth) {
    if (depth <= 0) {
      return quoted();
    }
    String s = text(depth - 1);
    return switch (pick(12)) {
      case 0 -> "(" + s + " + " + text(depth - 1) + ")";
      case 1 -> "(" + s + " * " + small() + ")";
      case 2 -> s + slice();
      case 3 ->
          s
              + "."
              + any("upper", "lower", "strip", "lstrip", "rstrip", "title", "capitalize")
              + "()";
      case 4 -> s + ".replace(" + quoted() + ", " + quoted() + any("", ", " + small()) + ")";
      case 5 -> quoted() + ".join([" + s + ", " + quoted() + "])";
      case 6 -> any("str(", "repr(") + expr(depth - 1) + ")";
      case 7 ->
          "(\"%s|%r|%d|%x|%o|%%\" % ("
              + literal()
              + ", "
              + literal()
              + ", "
              + integer(1)
              + ", "
              + integer(1)
              + ", "
              + integer(0)
              + "))";
      case 8 -> "(\"%e %f %g\" % (" + real(1) + ", " + real(1) + ", " + real(1) + "))";
      case 9 ->
          "\"{} {!r} {k}\".format("
              + literal()
              + ", "
              + expr(depth - 1)
              + ", k = "
              + literal()
              + ")";
      case 10 -> s + "." + any("strip", "lstrip", "rstrip") + "(" + quoted() + ")";
      default -> quoted();
    };
  }

  private String slice() {
    return "["
        + any("", small())
        + ":"
        + any("", small())
        + any("", ":", ":" + small(), ":-1", ":2")
        + "]";
  }

  private String list(int depth) {
    if (depth <= 0) {
      return any("[]", "[1, 2]", "[\"a\"]", "(1, 2)", "[3, 1, 2]");
    }
    String other = list(depth - 1);
    return switch (pick(13)) {
      case 0, 1 -> "[" + expr(depth - 1) + ", " + expr(depth - 1) + "]";
      case 2 -> "(" + expr(depth - 1) + ",)";
      case 3 -> "[x for x in " + other + any("", " if x", " if x != 1") + "]";
      case 4 -> "[(x, y) for x in " + other + " for y in " + list(depth - 1) + "]";
      case 5 -> any("sorted(", "reversed(", "list(", "tuple(", "enumerate(") + other + ")";
      case 6 ->
          "sorted("
              + other
              + ", key = lambda k: "
              + any("k", "str(k)", "-k")
              + any("", ", reverse = True")
              + ")";
      case 7 -> "zip(" + other + ", " + list(depth - 1) + ")";
      case 8 -> other + slice();
      case 9 -> "(" + other + " + " + list(depth - 1) + ")";
      case 10 -> "(" + other + " * " + small() + ")";
      case 11 ->
          text(depth - 1)
              + any(
                  ".split()",
                  ".split(\",\")",
                  ".rsplit(\",\", 1)",
                  ".partition(\"b\")",
                  ".rpartition(\",\")",
                  ".splitlines()",
                  ".split(None, 1)",
                  ".rsplit(None, 1)",
                  ".elems()",
                  ".split(\",\", 1)");
      default -> "list(range(" + small() + ", " + small() + any("", ", 2", ", -1", ", -3") + "))";
    };
  }

  private String dict(int depth) {
    if (depth <= 0) {
      return any("{}", "{1: 2}", "{\"a\": 1, \"b\": 2}", "{(1, 2): None, 1.0: 2}");
    }
    return switch (pick(5)) {
      case 0 -> "{" + literal() + ": " + expr(depth - 1) + "}";
      case 1 -> "{k: v for k, v in " + dict(depth - 1) + ".items()}";
      case 2 -> "{x: str(x) for x in " + list(depth - 1) + "}";
      case 3 -> "dict(" + dict(depth - 1) + ", k = " + literal() + ")";
      default -> "dict([(" + literal() + ", " + expr(depth - 1) + ")])";
    };
  }

  private String truth(int depth) {
    if (depth <= 0) {
      return any("True", "False", "1 < 2");
    }
    return switch (pick(8)) {
      case 0 -> "not " + truth(depth - 1);
      case 1 -> "(" + truth(depth - 1) + any(" and ", " or ") + truth(depth - 1) + ")";
      case 2 ->
          "(" + integer(depth - 1) + any(" < ", " >= ", " == ", " != ") + integer(depth - 1) + ")";
      case 3 ->
          "(" + text(depth - 1) + any(" < ", " in ", " == ", " not in ") + text(depth - 1) + ")";
      case 4 -> any("any(", "all(", "bool(") + list(depth - 1) + ")";
      case 5 ->
          text(depth - 1)
              + "."
              + any("isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper")
              + "()";
      case 6 ->
          text(depth - 1)
              + any(".startswith(", ".endswith(")
              + any(quoted(), "(" + quoted() + ", \"a\")")
              + ")";
      default -> "(" + literal() + " in " + any(list(depth - 1), dict(depth - 1)) + ")";
    };
  }

  private String conversion(int depth) {
    String x = expr(depth - 1);
    return any(
        "type(" + x + ")",
        "repr(" + x + ")",
        "bool(" + x + ")",
        "int(" + quoted() + any("", ", 16", ", 0", ", 8") + ")",
        "float(" + quoted() + ")",
        "json.encode(" + x + ")",
        "json.decode(json.encode(" + x + "))",
        "chr(" + pick(300) + ")",
        "ord(" + quoted() + ")",
        "set(" + list(depth - 1) + ")",
        "max(" + list(depth - 1) + ")",
        "min(" + list(depth - 1) + ", key = lambda x: str(x))",
        "dir(" + literal() + ") != None",
        "hasattr(" + literal() + ", \"upper\")");
  }

  private String subscript(int depth) {
    return switch (pick(6)) {
      case 0 -> list(depth - 1) + "[" + small() + "]";
      case 1 -> dict(depth - 1) + ".get(" + literal() + any("", ", " + literal()) + ")";
      case 2 -> dict(depth - 1) + any(".keys()", ".values()", ".items()");
      case 3 -> text(depth - 1) + "[" + small() + "]";
      case 4 ->
          text(depth - 1)
              + any(".find(", ".rfind(", ".index(", ".count(")
              + quoted()
              + any("", ", " + small(), ", " + small() + ", " + small())
              + ")";
      default -> list(depth - 1) + ".index(" + literal() + any("", ", " + small()) + ")";
    };
  }

  private String call(int depth) {
    String x = expr(depth - 1);
    return switch (pick(6)) {
      case 0 -> "helper(" + x + ")";
      case 1 -> "helper(" + x + ", c = " + literal() + ", z = 1)";
      case 2 -> "helper(*" + list(depth - 1) + ")";
      case 3 -> "helper(" + x + ", **{\"b\": " + literal() + "})";
      case 4 -> "(lambda p, q = 4: (q, p))(" + x + ")";
      default -> "[f() for f in [lambda: " + x + "]]";
    };
  }
}
