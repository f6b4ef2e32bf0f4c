package dev.assay.starlark.lib;

import dev.assay.starlark.Arguments;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBuiltin;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.util.TreeMap;

/** The {@code struct} function: {@code struct(a=1, b=2)}, with fields in alphabetical order. */
public final class StructFunction {
  private StructFunction() {}

  /** A new function value. */
  public static StarlarkBuiltin create() {
    return StarlarkBuiltin.of(
        "struct",
        Signature.of("**kwargs"),
        (evaluation, arguments) -> {
          evaluation.budget().elements(arguments.extra().size() * 2L);
          var fields = new TreeMap<String, StarlarkValue>();
          for (Arguments.Named field : arguments.extra()) {
            fields.put(field.name(), field.value());
          }
          return StarlarkStruct.struct(fields);
        });
  }
}
