package dev.assay.delegation.vocabulary;

import dev.assay.starlark.HostFunction;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBuiltin;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** The functions of one module, gathered by name. */
final class Members {

  private final String module;
  private final Map<String, StarlarkValue> members = new LinkedHashMap<>();

  Members(String module) {
    this.module = module;
  }

  Members add(String name, Signature signature, HostFunction function) {
    members.put(name, StarlarkBuiltin.of(module + "." + name, signature, function));
    return this;
  }

  StarlarkStruct module() {
    return StarlarkStruct.module(module, members);
  }
}
