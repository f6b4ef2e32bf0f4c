package dev.assay.cli.replay;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.Outcome;
import dev.assay.core.director.Policy;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.director.DirectorInput;
import dev.assay.director.ItemFold;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A director that took the records of one work item in an order of its own, and topics that hold
 * what it sent.
 */
final class Director {

  static final String ITEM = "w";

  private static final ArtifactRef ARTIFACT =
      new ArtifactRef(
          ArtifactRole.TEST_REPORT, Digests.sha256Hex("report"), 6, "application/xml", null);

  private ItemFold fold;
  private @Nullable EvidenceBasis said;
  private final List<ItemReplay.Input> executions = new ArrayList<>();
  private final List<ItemReplay.Input> reports = new ArrayList<>();
  private final List<ItemReplay.Input> facts = new ArrayList<>();
  final PublishedOutputs found = new PublishedOutputs();
  final PublishedOutputs.OfItem outputs = new PublishedOutputs.OfItem();
  final List<OutputRecord> sent = new ArrayList<>();
  private final List<VerificationRequest> open = new ArrayList<>();
  private ReplayedItem known = ReplayedItem.nothing();

  Director(Policy policy) {
    this.fold = new ItemFold(new DirectorStep(policy));
    this.said = said(policy);
  }

  /** Workers of a version whose policies demand nothing say nothing. */
  private static @Nullable EvidenceBasis said(Policy policy) {
    return policy.evidence().isEmpty() ? null : EvidenceBasis.CLAIMED;
  }

  /** From here on it decides by {@code policy}. */
  Director under(Policy policy) {
    return by(new DirectorStep(policy), policy);
  }

  /** From here on {@code step} decides, which follows {@code policy}. */
  Director by(DirectorStep step, Policy policy) {
    fold = new ItemFold(step);
    said = said(policy);
    return this;
  }

  static Policy policy(String name) {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put(
        "tests", VerifierRule.of(Set.of(ArtifactRole.TEST_REPORT), Set.of(), false, 2_000, "{}"));
    return Policy.of(name, rules, 2);
  }

  /** Takes an execution whose record has that time. */
  Director execution(int attempt, long timeMillis) {
    return execution("f", attempt, timeMillis);
  }

  /** Takes an execution of {@code fleet} whose record has that time. */
  Director execution(String fleet, int attempt, long timeMillis) {
    ExecutionEvent event =
        new ExecutionEvent(
            "test",
            "e-" + attempt,
            null,
            null,
            new ExecutionData(
                ITEM,
                "r",
                attempt,
                new Agent(fleet, "a", null),
                null,
                List.of("done"),
                List.of(ARTIFACT),
                List.of(),
                List.of(),
                null,
                null,
                null,
                List.of()));
    return take(executions, "executions", new DirectorInput.Execution(event), timeMillis);
  }

  /** Takes a passing report on what was asked last. */
  Director passes(long timeMillis) {
    return reports(Result.PASS, timeMillis);
  }

  /** Takes a report on what was asked last. */
  Director reports(Result result, long timeMillis) {
    VerificationRequest request = open.removeLast();
    VerificationReport report =
        new VerificationReport(
            request.verifierType(),
            "1",
            new ReportTarget(ITEM, null, List.of()),
            result,
            result == Result.FAIL ? List.of(FailureSignature.named("test", "A.b")) : List.of(),
            "a summary",
            List.of("look"),
            0.9,
            List.of(),
            List.of(),
            null);
    ReportMessage message =
        new ReportMessage(
            request.requestId(),
            ITEM,
            request.eventKey(),
            request.planId(),
            request.attempt(),
            report,
            Digests.sha256Hex(Json.canonical(report)),
            Digests.sha256Hex(request.config()),
            null,
            null,
            null,
            request.artifacts(),
            null,
            Times.text(timeMillis),
            5,
            "worker",
            null,
            said);
    return take(reports, "reports", new DirectorInput.Report(message), timeMillis);
  }

  /** Takes the news that the work item is a child of another. */
  Director isAChild(long timeMillis) {
    GovernanceFact fact =
        GovernanceFact.childOpened(ITEM, "parent", List.of("5160"), 1, Risk.LOW, List.of());
    found.fact(fact.id());
    return take(facts, "governance", new DirectorInput.Governance(fact), timeMillis);
  }

  /**
   * Takes the word of somebody who lowers the risk, in no role.
   *
   * @param roleless whether facts with roles stand before it
   */
  Director isLowered(boolean roleless, long timeMillis) {
    GovernanceFact fact =
        GovernanceFact.lowered(ITEM, null, null, List.of("tests"), "slow", "olga");
    return take(facts, "governance", new DirectorInput.Governance(fact), timeMillis, roleless);
  }

  private Director take(
      List<ItemReplay.Input> topic, String name, DirectorInput content, long timeMillis) {
    return take(topic, name, content, timeMillis, false);
  }

  private Director take(
      List<ItemReplay.Input> topic,
      String name,
      DirectorInput content,
      long timeMillis,
      boolean roleless) {
    RecordPosition place = new RecordPosition(name, 0, topic.size());
    Entry entry = new Entry(place, timeMillis, null, new RecordHeaders(), null);
    topic.add(new ItemReplay.Input(entry, timeMillis, content, true, roleless));
    Outcome folded = fold.fold(known, content, Times.text(timeMillis));
    known = known.after(folded.next());
    for (Emission emission : folded.emissions()) {
      switch (emission) {
        case Emission.RequestVerification(var request, _) -> {
          open.add(request);
          found.request(request, place("verifications"));
        }
        case Emission.Attest attest ->
            send(OutputRecord.of(attest, place("attestations"), timeMillis));
        case Emission.Decide(var decision) ->
            send(OutputRecord.of(decision, place("decisions"), timeMillis));
        case Emission.NotifyWorkItem(var fact) -> found.fact(fact.id());
        case Emission.Refuse _ -> found.deadLetter(place);
        case Emission.PublishWorkItem _ -> {}
      }
    }
    return this;
  }

  private RecordPosition place(String topic) {
    return new RecordPosition(topic, 0, sent.size());
  }

  private void send(OutputRecord output) {
    sent.add(output);
    outputs.add(output);
  }

  /** Replays its records under {@code policies}. */
  ItemReplay.Result replay(PublishedOutputs.@Nullable OfItem others, Policy... policies) {
    return new Editions(List.of(policies))
        .replay(
            List.of(executions, reports, facts),
            found,
            others == null ? outputs : others,
            ReplayLimits.SEARCH_STEPS_MAX);
  }

  /** The differences that a comparison names. */
  List<Difference> differences(ItemReplay.Result result, PublishedOutputs.OfItem there) {
    Differences differences = new Differences();
    new ItemComparison(ITEM, found, there, differences).compare(result.steps());
    return differences.first();
  }
}
