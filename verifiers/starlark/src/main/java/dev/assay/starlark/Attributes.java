package dev.assay.starlark;

import dev.assay.starlark.syntax.Spelling;
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
      case StarlarkOpaque opaque -> opaque.attribute(name);
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
      case StarlarkOpaque opaque -> List.copyOf(new TreeSet<>(opaque.attributeNames()));
      default -> List.copyOf(new TreeSet<>(methods(x).keySet()));
    };
  }
}
