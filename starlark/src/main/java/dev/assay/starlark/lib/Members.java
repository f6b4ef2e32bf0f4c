package dev.assay.starlark.lib;

import dev.assay.starlark.HostFunction;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBuiltin;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the members of one module. */
final class Members {
  private final String module;
  private final Map<String, StarlarkValue> members = new LinkedHashMap<>();

  Members(String module) {
    this.module = module;
  }

  Members function(String name, Signature signature, HostFunction body) {
    members.put(name, StarlarkBuiltin.of(module + "." + name, signature, body));
    return this;
  }

  Members value(String name, StarlarkValue value) {
    members.put(name, value);
    return this;
  }

  StarlarkStruct build() {
    return StarlarkStruct.module(module, members);
  }
}
