package dev.assay.starlark;

import dev.assay.starlark.StarlarkBuiltin.HostFunction;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the members of one module. */
public final class ModuleBuilder {
  private final String module;
  private final Map<String, StarlarkValue> members = new LinkedHashMap<>();

  /** No members yet of the module {@code module}. */
  public ModuleBuilder(String module) {
    this.module = module;
  }

  /** Adds a function, which errors name by module and name. */
  public ModuleBuilder function(String name, Signature signature, HostFunction body) {
    members.put(name, StarlarkBuiltin.of(module + "." + name, signature, body));
    return this;
  }

  /** Adds a value. */
  public ModuleBuilder value(String name, StarlarkValue value) {
    members.put(name, value);
    return this;
  }

  /** The module of everything added. */
  public StarlarkStruct build() {
    return StarlarkStruct.module(module, members);
  }
}
