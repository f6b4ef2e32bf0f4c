package dev.assay.policygate;

import dev.assay.core.failure.Signatures;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns what the checks found into a finding. Pure; every word is the gate's own. */
final class Judge {

  private Judge() {}

  static Finding judge(GateEvidence evidence, List<ArtifactRef> artifacts) {
    Result result =
        evidence.violationsSeen() > 0
            ? Result.FAIL
            : evidence.reasons().isEmpty() ? Result.PASS : Result.INCONCLUSIVE;
    return Finding.of(
        result,
        signatures(evidence),
        summary(evidence),
        nextActions(result),
        confidence(result),
        hypertheses(evidence),
        pointers(evidence, artifacts));
  }

  private static double confidence(Result result) {
    return switch (result) {
      case PASS -> 0.8;
      case FAIL -> 0.9;
      case FLAKY, INCONCLUSIVE -> 0;
    };
  }

  private static List<FailureSignature> signatures(GateEvidence evidence) {
    return evidence.distinct().stream()
        .map(violation -> Signatures.of(violation.check().code(), violation.signature()))
        .distinct()
        .limit(Limits.FAILURE_SIGNATURES_MAX)
        .toList();
  }

  private static String summary(GateEvidence evidence) {
    StringBuilder out =
        new StringBuilder()
            .append(evidence.filesScanned())
            .append(" files scanned, ")
            .append(evidence.calls())
            .append(" tool calls compared; ")
            .append(evidence.violationsSeen())
            .append(" violations, ")
            .append(evidence.injectionsSeen())
            .append(" injected instructions");
    if (!evidence.reasons().isEmpty()) {
      out.append("; ")
          .append(
              evidence.reasons().stream()
                  .map(InconclusiveReason::code)
                  .collect(Collectors.joining(", ")));
    }
    return out.append('.').toString();
  }

  private static List<String> nextActions(Result result) {
    return switch (result) {
      case PASS -> List.of("Accept that these gates hold for the cited artifacts.");
      case FAIL ->
          List.of(
              "Read the cited byte spans; revoke and replace every secret among them.",
              "Run again within the lease, or ask for a wider one.");
      case FLAKY, INCONCLUSIVE ->
          List.of(
              "Send what the hypertheses name and ask again.", "Do not count this gate as passed.");
    };
  }

  private static List<Hyperthesis> hypertheses(GateEvidence evidence) {
    List<Hyperthesis> all = new ArrayList<>();
    if (evidence.injectionsSeen() > 0) {
      all.add(
          new Hyperthesis(
              "Artifacts hold text that instructs a reader or forges its tool calls.",
              Why.ADVERSARY,
              Risk.HIGH,
              "Nothing of it was obeyed; show the cited spans to no model."));
    }
    evidence.reasons().forEach(reason -> all.add(reason.hyperthesis()));
    if (evidence.hasUndeclaredWrites()) {
      all.add(
          new Hyperthesis(
              "The trace writes files that the execution does not declare.",
              Why.MISSING_DATA,
              Risk.MEDIUM,
              "Declare every file that the run touched."));
    }
    if (evidence.hasPathsCompared()) {
      all.add(
          new Hyperthesis(
              "Calls were compared as they stand; what a script or program they start writes is"
                  + " unseen.",
              Why.MISSING_DATA,
              Risk.MEDIUM,
              "Compare the workspace with the repository; keep protected files from being"
                  + " written."));
    }
    if (evidence.hasUnjudgedBudget()) {
      all.add(
          new Hyperthesis(
              "The lease bounds tokens, cost, time or more, which no artifact shows.",
              Why.MISSING_DATA,
              Risk.LOW,
              "Whoever grants the lease enforces these bounds."));
    }
    if (evidence.innerArchives() > 0) {
      all.add(
          new Hyperthesis(
              evidence.innerArchives() + " archives inside archives were not opened.",
              Why.COST,
              Risk.LOW,
              "Send them as artifacts of their own."));
    }
    if (evidence.applied().contains(Check.CAPABILITIES)) {
      all.add(
          new Hyperthesis(
              "The lease and the trace came with the execution; what the trace omits is unseen.",
              Why.ADVERSARY,
              Risk.MEDIUM,
              "The policy's ceiling bounds every lease; record traces outside the agent."));
    }
    if (evidence.applied().contains(Check.SECRETS)) {
      all.add(
          new Hyperthesis(
              "Secrets of unknown shape, encoded, encrypted or split are not found.",
              Why.SEMANTICS,
              Risk.LOW,
              "Keep credentials out of the agent's reach."));
    }
    return all.stream().limit(Limits.HYPERTHESES_MAX).toList();
  }

  private static List<Pointer> pointers(GateEvidence evidence, List<ArtifactRef> artifacts) {
    Map<String, Long> sizes =
        artifacts.stream()
            .collect(Collectors.toMap(ArtifactRef::sha256, ArtifactRef::size, (a, _) -> a));
    return Stream.concat(evidence.violations().stream(), evidence.injections().stream())
        .map(v -> v.place().pointer(sizes.getOrDefault(v.place().artifact(), 0L)))
        .distinct()
        .limit(Limits.POINTERS_MAX)
        .toList();
  }
}
