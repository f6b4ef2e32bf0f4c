package dev.assay.quick.check;

import dev.assay.quick.check.CheckResult.RunReason;
import dev.assay.quick.check.CheckResult.StepResult;
import dev.assay.quick.check.Events.Observation;
import dev.assay.quick.check.Resolver.ResolveException;
import dev.assay.quick.cli.CommandException;
import dev.assay.quick.report.ReportText;
import dev.assay.toolcalls.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/** Holds the events of a workflow against a registry, step by step. */
final class Replay {

  private static final String NOTHING_EXPECTED = "nothing: the step could not be resolved";
  private static final String NOTHING_READ = "nothing was read";

  private final Registry registry;
  private final StepVerifier verifier;

  Replay(Registry registry, StepVerifier verifier) {
    this.registry = registry;
    this.verifier = verifier;
  }

  CheckResult run(String workflowId, Events events) throws CommandException {
    List<RunReason> reasons = new ArrayList<>();
    for (int line : events.malformedLines()) {
      reasons.add(
          new RunReason(
              CheckCode.MALFORMED_EVENT_LINE,
              "line " + line + ": expected one tool_observed event of schemaVersion 1"));
    }
    List<StepResult> steps = new ArrayList<>();
    for (List<Observation> observations : events.steps().values()) {
      steps.add(step(observations));
    }
    if (steps.isEmpty()) {
      reasons.add(
          new RunReason(
              CheckCode.NO_STEPS_FOR_WORKFLOW,
              "expected at least one event of this workflow, found none; check --workflow-id"));
    }
    return CheckResult.of(workflowId, steps, reasons, events.isIrregular());
  }

  private StepResult step(List<Observation> observations) throws CommandException {
    Observation last = observations.getLast();
    Registry.Entry entry = registry.entry(last.toolId());
    boolean critical = entry != null && entry.releaseCritical();
    String rendered = entry == null ? "" : CheckText.rendered(entry.template(), last.params());
    String declared = rendered.isEmpty() ? ReportText.line("tool " + last.toolId()) : rendered;
    if (diverge(observations)) {
      critical = observations.stream().anyMatch(this::isCritical);
      return unresolved(last, critical, declared, CheckCode.RETRY_OBSERVATIONS_DIVERGE, "");
    }
    if (entry == null) {
      return unresolved(last, critical, declared, CheckCode.UNKNOWN_TOOL, "");
    }
    CheckRequest request;
    try {
      request = new Resolver(last.params()).resolve(entry.verification());
    } catch (ResolveException e) {
      return unresolved(last, critical, declared, e.code(), String.valueOf(e.getMessage()));
    }
    return new StepResult(
        last.seq(),
        last.toolId(),
        critical,
        declared,
        CheckText.expected(request),
        verifier.verify(request));
  }

  private boolean isCritical(Observation observation) {
    Registry.Entry entry = registry.entry(observation.toolId());
    return entry != null && entry.releaseCritical();
  }

  /** Whether observations of one step name different tools or different parameters. */
  private static boolean diverge(List<Observation> observations) {
    return observations.stream()
            .map(observation -> observation.toolId() + "\n" + JsonText.stable(observation.params()))
            .distinct()
            .count()
        > 1;
  }

  private static StepResult unresolved(
      Observation last, boolean critical, String declared, CheckCode code, String message) {
    return new StepResult(
        last.seq(),
        last.toolId(),
        critical,
        declared,
        NOTHING_EXPECTED,
        CheckOutcome.incomplete(
            code, message.isEmpty() ? code.phrase() : ReportText.line(message), NOTHING_READ));
  }
}
