package dev.assay.delegation.pipeline;

import dev.assay.delegation.BoundedText;
import dev.assay.delegation.Verification.VerifyOutcome;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import java.util.List;

/** Puts a verdict on a delegation into the pipeline's terms. */
final class DelegationFinding {

  /** The kind of the signature of what a script refused; the report's summary is its reason. */
  private static final String VERDICT = "verdict";

  private static final int REASON_CHARS_MAX = 180;
  private static final double CONFIDENCE = 0.9;

  private DelegationFinding() {}

  /** The finding of verifiers that worked. */
  static Finding of(VerifyOutcome outcome, ArtifactRef artifact) {
    if (outcome.verified()) {
      return Finding.of(
          Result.PASS,
          List.of(),
          "ground truth agrees with the delegate's result",
          List.of("accept the result"),
          CONFIDENCE,
          List.of(
              new Hyperthesis(
                  "side effects that no verifier of this delegation looks at",
                  Hyperthesis.Why.SEMANTICS,
                  Risk.LOW,
                  "a verifier for each claimed side effect narrows this")),
          whole(artifact));
    }
    String reason = shown(outcome.reason());
    return Finding.of(
        Result.FAIL,
        List.of(FailureSignature.named(VERDICT, "not verified", reason)),
        reason,
        List.of("tell the same delegate the reason and let it try again"),
        1,
        List.of(),
        whole(artifact));
  }

  /** The finding about an artifact that is no delegation result. */
  static Finding invalid(String problem, ArtifactRef artifact) {
    return Finding.of(
        Result.FAIL,
        List.of(
            FailureSignature.named("delegation-result", "the artifact is no delegation result")),
        "not a delegation result: " + shown(problem),
        List.of("answer with an object that has a string response"),
        1,
        List.of(),
        whole(artifact));
  }

  /** The finding when verification itself did not work: no verdict in either direction. */
  static Finding broken(String problem, Hyperthesis.Why why, ArtifactRef artifact) {
    return Finding.of(
        Result.INCONCLUSIVE,
        List.of(),
        "verification_failed: " + shown(problem),
        List.of("repair the verifier or what it is granted, and verify again"),
        0,
        List.of(
            new Hyperthesis(
                "whether the work of this delegation happened",
                why,
                Risk.HIGH,
                "nothing is accepted on a broken verifier")),
        whole(artifact));
  }

  private static String shown(String reason) {
    String text = BoundedText.of(reason.isBlank() ? VerifyOutcome.NO_REASON : reason);
    return text.length() <= REASON_CHARS_MAX ? text : text.substring(0, REASON_CHARS_MAX);
  }

  private static List<Pointer> whole(ArtifactRef artifact) {
    return List.of(new Pointer(artifact.sha256(), 0, artifact.size()));
  }
}
