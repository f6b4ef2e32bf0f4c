package dev.assay.core.director;

import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.schemas.Digests;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Executions, reports and a policy for tests of the director. */
final class Facts {

  static final String T1 = "2026-11-21T10:00:01.000Z";
  static final String T2 = "2026-11-21T10:00:02.000Z";
  static final String T3 = "2026-11-21T10:00:03.000Z";

  private Facts() {}

  static Policy policy() {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("tests", rule(ArtifactRole.TEST_REPORT, false));
    rules.put("scan", rule(ArtifactRole.SARIF, true));
    return Policy.of("test", rules, 2);
  }

  private static VerifierRule rule(ArtifactRole subject, boolean slow) {
    return VerifierRule.of(Set.of(subject), Set.of(ArtifactRole.WORKSPACE), slow, 2_000, "{}");
  }

  static ArtifactRef artifact(ArtifactRole role, String content) {
    return new ArtifactRef(role, Digests.sha256Hex(content), content.length(), "text/plain", null);
  }

  static ExecutionEvent execution(String id, int attempt, ArtifactRef... artifacts) {
    return execution(id, attempt, List.of(), List.of(), artifacts);
  }

  static ExecutionEvent execution(
      String id,
      int attempt,
      List<String> requires,
      List<String> suggests,
      ArtifactRef... artifacts) {
    return new ExecutionEvent(
        "test",
        id,
        null,
        null,
        new ExecutionData(
            "w",
            "r",
            attempt,
            new Agent("f", "a", null),
            null,
            List.of("done"),
            List.of(artifacts),
            requires,
            suggests,
            null,
            null,
            null,
            List.of()));
  }

  static ReportMessage report(VerificationRequest request, Result result) {
    return report(request, result, "5160");
  }

  /** A failure with that signature. */
  static ReportMessage failing(VerificationRequest request, String signature) {
    return report(request, Result.FAIL, signature);
  }

  private static ReportMessage report(
      VerificationRequest request, Result result, String signature) {
    List<Hyperthesis> blind =
        result == Result.PASS || result == Result.FAIL
            ? List.of()
            : List.of(new Hyperthesis("b", Hyperthesis.Why.MISSING_DATA, Risk.LOW, "n"));
    List<FailureSignature> signatures =
        result == Result.FAIL
            ? List.of(new FailureSignature(signature, "exception", "AssertionError at A.b"))
            : List.of();
    VerificationReport report =
        new VerificationReport(
            request.verifierType(),
            "1",
            new ReportTarget(request.workItem(), null, List.of()),
            result,
            signatures,
            "a summary",
            List.of("look"),
            0.9,
            blind,
            List.of(),
            null);
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
        T1,
        5,
        "worker",
        null);
  }
}
