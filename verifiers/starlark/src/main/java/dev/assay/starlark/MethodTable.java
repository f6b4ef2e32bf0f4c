package dev.assay.starlark;

import java.util.HashMap;
import java.util.Map;

/** Makes the unchangeable tables of methods. */
final class MethodTable {
  private MethodTable() {}

  static Map<String, Method> of(Method... methods) {
    var table = new HashMap<String, Method>();
    for (Method method : methods) {
      table.put(method.name(), method);
    }
    return Map.copyOf(table);
  }
}
