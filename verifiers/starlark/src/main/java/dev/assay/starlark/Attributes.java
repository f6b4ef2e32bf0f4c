package dev.assay.starlark;

import dev.assay.starlark.syntax.Spelling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What {@code x.name} means, by the type of {@code x}. */
final class Attributes {
  private Attributes() {}

  static Map<String, Method> methods(StarlarkValue x) {
    return switch (x) {
      case StarlarkString _ -> StringMethods.TABLE;
      case StarlarkBytes _ -> BytesMethods.TABLE;
      case StarlarkList _ -> ListMethods.TABLE;
      case StarlarkDict _ -> DictMethods.TABLE;
      case StarlarkSet _ -> SetMethods.TABLE;
      default -> Map.of();
    };
  }

  static @Nullable StarlarkValue find(StarlarkValue x, String name) {
    return switch (x) {
      case StarlarkStruct struct -> struct.field(name);
      default -> {
        Method method = methods(x).get(name);
        yield method == null ? null : StarlarkBuiltin.bound(method, x);
      }
    };
  }

  static StarlarkValue get(StarlarkValue x, String name) {
    StarlarkValue value = find(x, name);
    if (value == null) {
      throw missing(x, name);
    }
    return value;
  }

  static StarlarkError missing(StarlarkValue x, String name) {
    String owner = x instanceof StarlarkStruct s ? s.type() + " " + s.name() : x.type();
    return StarlarkError.script(
        owner + " has no ." + name + " field or method" + Spelling.hint(name, names(x)));
  }

  /** The attribute names in alphabetical order. */
  static List<String> names(StarlarkValue x) {
    return switch (x) {
      case StarlarkStruct struct -> List.copyOf(new TreeSet<>(struct.fieldNames()));
      default -> List.copyOf(new TreeSet<>(methods(x).keySet()));
    };
  }

  /** The methods of bytes. */
  private static final class BytesMethods {
    static final Map<String, Method> TABLE =
        MethodTable.of(new Method("elems", Signature.none(), BytesMethods::elems));

    private BytesMethods() {}

    private static StarlarkValue elems(Evaluation ev, StarlarkValue self, Arguments a) {
      StarlarkBytes bytes = (StarlarkBytes) self;
      ev.budget().elements(bytes.length());
      var items = new StarlarkValue[bytes.length()];
      for (int i = 0; i < items.length; i++) {
        items[i] = StarlarkInt.of(bytes.at(i));
      }
      return new StarlarkView(Printer.repr(bytes, ev.budget()) + ".elems()", items);
    }
  }

  /** Makes the unchangeable tables of methods. */
  static final class MethodTable {
    private MethodTable() {}

    static Map<String, Method> of(Method... methods) {
      var table = new HashMap<String, Method>();
      for (Method method : methods) {
        table.put(method.name(), method);
      }
      return Map.copyOf(table);
    }
  }

  /**
   * A method of a built-in type.
   *
   * @param name as scripts write it
   * @param signature its parameters, not counting the receiver
   * @param body what it does
   */
  record Method(String name, Signature signature, Body body) {
    /** The Java code of a method. */
    @FunctionalInterface
    interface Body {
      StarlarkValue call(Evaluation evaluation, StarlarkValue self, Arguments arguments)
          throws Exception;
    }
  }
}
