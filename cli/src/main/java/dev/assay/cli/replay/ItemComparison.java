package dev.assay.cli.replay;

import dev.assay.cli.replay.Difference.Code;
import dev.assay.core.director.Emission;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names what differs between the rebuilt outputs of one work item and those that were found. */
final class ItemComparison {

  private final String workItem;
  private final PublishedOutputs found;
  private final PublishedOutputs.OfItem outputs;
  private final Differences differences;

  ItemComparison(
      String workItem,
      PublishedOutputs found,
      PublishedOutputs.OfItem outputs,
      Differences differences) {
    this.workItem = workItem;
    this.found = found;
    this.outputs = outputs;
    this.differences = differences;
  }

  /** Compares with what {@code steps} give. */
  void compare(List<ItemReplay.Step> steps) {
    Map<String, OutputRecord> rebuilt = new LinkedHashMap<>();
    Map<String, OutputRecord> missing = new LinkedHashMap<>();
    List<String> decided = new ArrayList<>();
    for (ItemReplay.Step step : steps) {
      compareRest(step);
      for (OutputRecord output : step.outputs()) {
        boolean fresh = rebuilt.putIfAbsent(output.content(), output) == null;
        if (holds(output)) {
          if (fresh && output.kind() == OutputRecord.Kind.DECISION) {
            decided.add(output.content());
          }
        } else if (step.input().settled()) {
          missing.putIfAbsent(output.content(), output);
        }
      }
    }
    pair(rebuilt, missing);
    order(decided);
  }

  private boolean holds(OutputRecord output) {
    return switch (output.kind()) {
      case ATTESTATION -> outputs.holdsAttestation(output.content());
      case DECISION -> outputs.decisionPlace(output.content()) != null;
    };
  }

  private void pair(Map<String, OutputRecord> rebuilt, Map<String, OutputRecord> missing) {
    List<OutputRecord> unexplained = new ArrayList<>(outputs.attestations());
    unexplained.addAll(outputs.decisions());
    unexplained.removeIf(output -> rebuilt.containsKey(output.content()));
    Set<String> paired = new HashSet<>();
    for (OutputRecord extra : unexplained) {
      OutputRecord instead =
          missing.values().stream()
              .filter(m -> m.slot().equals(extra.slot()) && !paired.contains(m.content()))
              .findFirst()
              .orElse(null);
      if (instead == null) {
        differs(
            attestation(extra) ? Code.ATTESTATION_INVENTED : Code.DECISION_INVENTED,
            extra,
            extra.place(),
            null,
            "none",
            extra.id());
      } else {
        paired.add(instead.content());
        boolean sameId = instead.id().equals(extra.id());
        differs(
            attestation(extra) ? Code.ATTESTATION_DIFFERS : Code.DECISION_DIFFERS,
            extra,
            extra.place(),
            instead.place(),
            instead.id(),
            sameId ? extra.id() + " with other members" : extra.id());
      }
    }
    for (OutputRecord output : missing.values()) {
      if (!paired.contains(output.content())) {
        differs(
            attestation(output) ? Code.ATTESTATION_MISSING : Code.DECISION_MISSING,
            output,
            output.place(),
            output.place(),
            output.id(),
            "none");
      }
    }
  }

  private static boolean attestation(OutputRecord output) {
    return output.kind() == OutputRecord.Kind.ATTESTATION;
  }

  private void differs(
      Code code,
      OutputRecord output,
      RecordPosition place,
      @org.jspecify.annotations.Nullable RecordPosition cause,
      String expected,
      String there) {
    differences.add(
        new Difference(code, output.timeMillis(), place, cause, workItem, expected, there));
  }

  /** The decisions that are there, in the order in which they are rebuilt. */
  private void order(List<String> decided) {
    int last = -1;
    for (String content : decided) {
      Integer at = outputs.decisionPlace(content);
      if (at != null && at < last) {
        OutputRecord early = outputs.decisions().get(at);
        differs(
            Code.DECISIONS_REORDERED,
            early,
            early.place(),
            null,
            "it after " + outputs.decisions().get(last).id(),
            early.id() + " before it");
        return;
      }
      last = at == null ? last : at;
    }
  }

  private void compareRest(ItemReplay.Step step) {
    if (!step.input().settled()) {
      return;
    }
    RecordPosition cause = step.input().entry().place();
    for (Emission emission : step.emissions()) {
      switch (emission) {
        case Emission.RequestVerification ask -> {
          if (!found.holds(ask)) {
            request(ask.request(), step, cause);
          }
        }
        case Emission.NotifyWorkItem(GovernanceFact fact) -> {
          if (!found.holdsFact(fact.id())) {
            add(Code.FACT_MISSING, step, cause, fact.kind() + " " + fact.id(), "none");
          }
        }
        case Emission.Refuse(Rejection rejection, var _) -> {
          if (!found.holdsRefusal(cause)) {
            add(
                Code.INPUT_CHANGED,
                step,
                cause,
                "a record that the director accepts, or its dead letter",
                rejection.code() + ": " + SafeText.text(rejection.detail()));
          }
        }
        case Emission.Attest _, Emission.Decide _, Emission.PublishWorkItem _ -> {}
      }
    }
  }

  private void request(VerificationRequest request, ItemReplay.Step step, RecordPosition cause) {
    PublishedOutputs.Asked other = found.askedFor(request.eventKey());
    String there =
        other == null || other.planId().equals(request.planId())
            ? "none"
            : "requests of plan " + other.planId() + ", first at " + other.place();
    add(
        Code.REQUEST_MISSING,
        step,
        cause,
        "the request " + request.requestId() + " of plan " + request.planId(),
        there);
  }

  private void add(
      Code code, ItemReplay.Step step, RecordPosition place, String expected, String there) {
    differences.add(
        new Difference(code, step.input().timeMillis(), place, place, workItem, expected, there));
  }
}
