package dev.assay.delegation.hook;

import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkBuiltin;
import dev.assay.starlark.StarlarkDict;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code allow()}, {@code block(reason)} and {@code modify(payload)}: what a hook may return. */
final class Decisions {

  static final String ACTION = "action";
  static final String REASON = "reason";
  static final String PAYLOAD = "payload";

  private Decisions() {}

  /** The three constructors by name. */
  static Map<String, StarlarkValue> constructors() {
    return Map.of(
        "allow",
        StarlarkBuiltin.of("allow", Signature.none(), (_, _) -> decision("allow", Map.of())),
        "block",
        StarlarkBuiltin.of(
            "block",
            Signature.of(REASON),
            (_, a) -> decision("block", Map.of(REASON, StarlarkString.of(a.string(REASON))))),
        "modify",
        StarlarkBuiltin.of(
            "modify",
            Signature.of(PAYLOAD),
            (_, a) -> decision("modify", Map.of(PAYLOAD, a.dict(PAYLOAD)))));
  }

  private static StarlarkDict decision(String action, Map<String, StarlarkValue> rest) {
    Map<String, StarlarkValue> fields = new LinkedHashMap<>();
    fields.put(ACTION, StarlarkString.of(action));
    fields.putAll(rest);
    return StarlarkDict.of(fields);
  }
}
