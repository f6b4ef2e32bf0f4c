package dev.assay.delegation.hook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.delegation.DelegationJson;
import dev.assay.delegation.DelegationLimits;
import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.StarlarkModule;
import dev.assay.starlark.StarlarkProgram;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.Values;
import java.util.List;
import java.util.Map;

/** A hook's {@code when}: a pure expression over the event and its payload. */
final class Condition {

  private static final String ENTRY = "matches";

  private final StarlarkProgram program;

  Condition(String name, String expression) {
    program =
        StarlarkProgram.compile(
            name,
            "def " + ENTRY + "(event, payload):\n  return (" + expression + "\n)\n",
            DelegationLimits.EVALUATION,
            List.of());
  }

  /** Whether it holds; throws what the expression throws. */
  boolean holds(String event, ObjectNode payload) {
    Evaluation evaluation =
        Evaluation.with(Budget.start(DelegationLimits.EVALUATION, System::nanoTime));
    StarlarkModule module = program.run(Map.of(), evaluation);
    return module
        .call(
            evaluation,
            ENTRY,
            StarlarkString.of(event),
            Values.fromJava(DelegationJson.plain(payload), evaluation.budget()))
        .truth();
  }
}
