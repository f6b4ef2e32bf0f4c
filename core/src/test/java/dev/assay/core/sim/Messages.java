package dev.assay.core.sim;

import dev.assay.core.director.MoodRule;
import dev.assay.core.director.Policy;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.director.Rules;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.MoodHint;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Executions, reports and policies of the simulated world. */
public final class Messages {

  /** Begins the name of a work item that nobody sent. */
  static final String UNASKED = "unasked:";

  static final String STARTED = "2026-11-21T10:00:01.000Z";

  private static final Agent AGENT = new Agent("fleet", "agent", null);

  private Messages() {}

  /** What a verifier says. */
  record Verdict(Result result, String signature, @Nullable Risk risk, boolean adversary) {

    static Verdict of(Result result) {
      return new Verdict(result, "a1", result == Result.PASS ? null : Risk.LOW, false);
    }

    static Verdict failing(String signature) {
      return new Verdict(Result.FAIL, signature, null, false);
    }
  }

  /** An artifact of plain text. */
  public static ArtifactRef artifact(ArtifactRole role, String content) {
    return new ArtifactRef(role, Digests.sha256Hex(content), content.length(), "text/plain", null);
  }

  static ExecutionEvent execution(
      String id,
      String workItem,
      int attempt,
      List<ArtifactRef> artifacts,
      @Nullable Risk risk,
      List<MoodHint> hints) {
    return new ExecutionEvent(
        "sim",
        id,
        null,
        null,
        new ExecutionData(
            workItem,
            "run",
            attempt,
            AGENT,
            null,
            List.of("done"),
            artifacts,
            List.of(),
            List.of(),
            null,
            risk,
            null,
            hints));
  }

  static ReportMessage report(VerificationRequest request, Verdict verdict, String worker) {
    boolean undecided = verdict.result() == Result.FLAKY || verdict.result() == Result.INCONCLUSIVE;
    Risk risk = verdict.risk() == null ? Risk.LOW : verdict.risk();
    List<Hyperthesis> blind =
        undecided || risk == Risk.HIGH
            ? List.of(
                new Hyperthesis(
                    "not seen",
                    verdict.adversary() ? Hyperthesis.Why.ADVERSARY : Hyperthesis.Why.MISSING_DATA,
                    risk,
                    "none"))
            : List.of();
    List<FailureSignature> signatures =
        verdict.result() == Result.FAIL
            ? List.of(new FailureSignature(verdict.signature(), "exception", "AssertionError"))
            : List.of();
    return report(
        request,
        new VerificationReport(
            request.verifierType(),
            "1",
            new ReportTarget(request.workItem(), null, List.of()),
            verdict.result(),
            signatures,
            "a summary",
            List.of("look"),
            0.9,
            blind,
            List.of(),
            null),
        worker);
  }

  /** The answer to {@code request} that says {@code report}, of a worker that ran the check. */
  public static ReportMessage report(
      VerificationRequest request, VerificationReport report, String worker) {
    return new ReportMessage(
        request.requestId(),
        request.workItem(),
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
        request.lens(),
        STARTED,
        5,
        worker,
        null,
        EvidenceBasis.REEXECUTED);
  }

  /** A report as it would be if it were about another configuration than the one asked for. */
  public static ReportMessage foreign(ReportMessage report) {
    return new ReportMessage(
        report.requestId(),
        report.workItem(),
        report.eventKey(),
        report.planId(),
        report.attempt(),
        report.report(),
        report.reportDigest(),
        Digests.sha256Hex("another configuration"),
        null,
        null,
        null,
        report.artifacts(),
        report.lens(),
        report.startedAt(),
        report.durationMillis(),
        report.worker(),
        null,
        null);
  }

  /** The same about an execution of a work item that nobody sent. */
  static ReportMessage unasked(ReportMessage report) {
    return new ReportMessage(
        report.requestId(),
        UNASKED + report.workItem(),
        Digests.sha256Hex(report.requestId()),
        report.planId(),
        report.attempt(),
        report.report(),
        report.reportDigest(),
        report.configDigest(),
        null,
        null,
        null,
        report.artifacts(),
        report.lens(),
        report.startedAt(),
        report.durationMillis(),
        report.worker(),
        null,
        null);
  }

  /** Tests and a slow scan, under {@code rules}. */
  public static Policy policy(Rules rules, boolean modelPlans) {
    TreeMap<String, VerifierRule> verifiers = new TreeMap<>();
    verifiers.put(
        "tests", rule(ArtifactRole.TEST_REPORT, false).with(EvidenceBasis.REEXECUTED, false));
    verifiers.put("scan", rule(ArtifactRole.SARIF, true));
    return new Policy(
        "sim",
        verifiers,
        MoodRule.standard(),
        Policy.INDEPENDENT,
        Policy.EVIDENCE,
        rules,
        modelPlans,
        List.of());
  }

  /** The lenses that any of the tests plans. */
  private static final List<String> LENSES =
      List.of(
          "clean-sandbox-rerun",
          "independent-checker",
          "isolated-subset",
          "extra-instrumentation",
          "clean",
          "independent");

  /** A verifier of that role for every mood. */
  public static VerifierRule rule(ArtifactRole subject, boolean slow) {
    return VerifierRule.of(Set.of(subject), Set.of(ArtifactRole.WORKSPACE), slow, 2_000, "{}")
        .withLenses(LENSES, false);
  }

  /** As ingest takes it in from a person who may answer in the fleet of these executions. */
  static GovernanceFact byPerson(GovernanceFact fact) {
    return fact.as("approve", AGENT.fleet());
  }
}
