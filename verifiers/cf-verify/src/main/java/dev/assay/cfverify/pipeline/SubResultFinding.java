package dev.assay.cfverify.pipeline;

import dev.assay.cfverify.SubResultVerification.ClaimOutcome;
import dev.assay.cfverify.SubResultVerification.Outcome;
import dev.assay.cfverify.VerifyReport;
import dev.assay.cfverify.document.ClaimSpans;
import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import dev.assay.workspace.Extraction.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Puts a VerifyReport into the pipeline's terms, without any text of the agent's. */
final class SubResultFinding {

  private static final int CLAIM_DIGEST_CHARS = 12;

  private SubResultFinding() {}

  /** The finding, citing the claims that decided it at their {@code spans}. */
  static Finding of(Outcome outcome, List<ClaimSpans.Span> spans, ArtifactRef artifact) {
    VerifyReport report = outcome.report();
    List<Pointer> pointers = pointers(outcome, spans, artifact);
    String summary =
        String.format(
            Locale.ROOT,
            "%d of %d claims re-read: %d hold, %d do not, %d could not be verified",
            report.checked(),
            outcome.total(),
            report.passed(),
            report.failed(),
            report.checked() - report.passed() - report.failed());
    return switch (report.status()) {
      case OK ->
          Finding.of(
              Result.PASS,
              List.of(),
              summary,
              List.of("accept the sampled claims"),
              confidence(outcome),
              disclosures(outcome),
              pointers);
      case FAILED ->
          Finding.of(
              Result.FAIL,
              signatures(outcome),
              summary,
              List.of("rerun the task with stronger evidence requirements", "run a critic"),
              1,
              disclosures(outcome),
              pointers);
      case PARTIAL ->
          Finding.of(
              Result.INCONCLUSIVE,
              List.of(),
              summary,
              List.of("ask for line_range or symbol_range evidence"),
              0,
              disclosures(outcome),
              pointers);
    };
  }

  /** The finding about an artifact that is no SubResult.v1. */
  static Finding invalid(String problem, ArtifactRef artifact) {
    return Finding.of(
        Result.FAIL,
        List.of(
            FailureSignature.named(
                "sub-result", "invalid document", withoutNumbers(bounded(problem)))),
        "not a SubResult.v1: " + bounded(problem),
        List.of("provide a valid SubResult.v1"),
        1,
        List.of(),
        List.of(new Pointer(artifact.sha256(), 0, artifact.size())));
  }

  /** The finding when there is nothing to re-read. */
  static Finding withoutEvidence(EvidenceRoot.Found.Missing missing, ArtifactRef artifact) {
    Refusal refusal = missing.refusal();
    return Finding.of(
        Result.INCONCLUSIVE,
        refusal == null ? List.of() : List.of(refusal.signature()),
        bounded(missing.problem()),
        List.of("attach the workspace as a tar or zip, or name a configured evidence root"),
        0,
        List.of(
            new Hyperthesis(
                "whether any claim of the sub-result holds",
                missing.why(),
                Risk.HIGH,
                "no claim is accepted without re-reading its evidence")),
        List.of(new Pointer(artifact.sha256(), 0, artifact.size())));
  }

  private static List<Pointer> pointers(
      Outcome outcome, List<ClaimSpans.Span> spans, ArtifactRef artifact) {
    List<Pointer> pointers = new ArrayList<>();
    for (int i = 0; i < outcome.claims().size() && pointers.size() < Limits.POINTERS_MAX; i++) {
      boolean decides =
          switch (outcome.report().status()) {
            case OK -> true;
            case FAILED -> outcome.claims().get(i) instanceof ClaimOutcome.Failed;
            case PARTIAL -> outcome.claims().get(i) instanceof ClaimOutcome.Unverifiable;
          };
      if (decides) {
        ClaimSpans.Span span = spans.get(i);
        pointers.add(new Pointer(artifact.sha256(), span.offset(), span.length()));
      }
    }
    return pointers.isEmpty()
        ? List.of(new Pointer(artifact.sha256(), 0, artifact.size()))
        : pointers;
  }

  /** A sample never gives certainty: 0.9 when all claims were read, less the fewer they were. */
  private static double confidence(Outcome outcome) {
    return 0.5 + 0.4 * outcome.report().checked() / outcome.total();
  }

  private static List<Hyperthesis> disclosures(Outcome outcome) {
    VerifyReport report = outcome.report();
    List<Hyperthesis> disclosures = new ArrayList<>();
    int unverifiable = report.checked() - report.passed() - report.failed();
    if (unverifiable > 0) {
      disclosures.add(
          new Hyperthesis(
              "whether " + unverifiable + " sampled claims hold: their evidence cannot be re-read",
              Hyperthesis.Why.MISSING_DATA,
              Risk.MEDIUM,
              "line_range or symbol_range evidence for them would close the gap"));
    }
    int unsampled = outcome.total() - report.checked();
    if (unsampled > 0) {
      disclosures.add(
          new Hyperthesis(
              "whether the " + unsampled + " claims after the sample hold",
              Hyperthesis.Why.COST,
              Risk.MEDIUM,
              "a higher risk or another lens re-reads more of them"));
    }
    if (outcome.total() == 0) {
      disclosures.add(
          new Hyperthesis(
              "everything: the sub-result claims nothing",
              Hyperthesis.Why.MISSING_DATA,
              Risk.HIGH,
              "a sub-result without claims proves nothing"));
    }
    return disclosures;
  }

  private static List<FailureSignature> signatures(Outcome outcome) {
    Map<String, FailureSignature> byId = new LinkedHashMap<>();
    for (ClaimOutcome claim : outcome.claims()) {
      if (claim instanceof ClaimOutcome.Failed(var failed, var reason, _)
          && byId.size() < Limits.FAILURE_SIGNATURES_MAX) {
        String fingerprint =
            Digests.sha256Hex(failed.text().toLowerCase(Locale.ROOT))
                .substring(0, CLAIM_DIGEST_CHARS);
        FailureSignature signature =
            FailureSignature.named(
                "evidence", "claim " + fingerprint + " does not hold", withoutNumbers(reason));
        byId.putIfAbsent(signature.id(), signature);
      }
    }
    return List.copyOf(byId.values());
  }

  /** The same failure on other lines is the same failure. */
  private static String withoutNumbers(String reason) {
    StringBuilder masked = new StringBuilder();
    for (int i = 0; i < reason.length(); i++) {
      char c = reason.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit) {
        masked.append(c);
      } else if (masked.isEmpty() || masked.charAt(masked.length() - 1) != '#') {
        masked.append('#');
      }
    }
    return masked.toString();
  }

  private static String bounded(String text) {
    int max = Limits.SUMMARY_CHARS_MAX - 100;
    return text.length() <= max ? text : text.substring(0, max);
  }
}
