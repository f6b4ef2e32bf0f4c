package dev.assay.schemas.message;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A verifier's bounded, typed finding (green-threads 5.2). It holds no wall-clock time: the same
 * artifact, verifier version and configuration give the same bytes.
 *
 * @param nextActions one to three suggestions; untrusted, matched against a known set when used
 * @param confidence 0 to 1
 * @param hyperthesis mandatory when the result is FLAKY or INCONCLUSIVE
 * @param details digest of the verifier's own full document, or null
 */
public record VerificationReport(
    String verifierType,
    String verifierVersion,
    ReportTarget target,
    Result result,
    List<FailureSignature> failureSignatures,
    String summary,
    List<String> nextActions,
    double confidence,
    List<Hyperthesis> hyperthesis,
    List<Pointer> pointers,
    @Nullable String details) {

  /** The version in the report of a verification that no verifier ran. */
  public static final String NO_VERIFIER_VERSION = "none";

  public VerificationReport {
    verifierType = Require.text("verifierType", verifierType, Limits.ID_CHARS_MAX);
    verifierVersion = Require.text("verifierVersion", verifierVersion, Limits.ID_CHARS_MAX);
    target = Require.present("target", target);
    result = Require.present("result", result);
    failureSignatures =
        Require.list("failureSignatures", failureSignatures, Limits.FAILURE_SIGNATURES_MAX);
    summary = Require.text("summary", summary, Limits.SUMMARY_CHARS_MAX);
    nextActions = Require.list("nextActions", nextActions, Limits.NEXT_ACTIONS_MAX);
    nextActions.forEach(
        action -> Require.text("nextActions", action, Limits.NEXT_ACTION_CHARS_MAX));
    Require.that(
        !nextActions.isEmpty(),
        ErrorCode.INVALID_FIELD,
        "nextActions",
        "expected 1 to 3 next actions, found none");
    Require.fraction("confidence", confidence);
    hyperthesis = Require.list("hyperthesis", hyperthesis, Limits.HYPERTHESES_MAX);
    Require.that(
        !hyperthesis.isEmpty() || result == Result.PASS || result == Result.FAIL,
        ErrorCode.MISSING_FIELD,
        "hyperthesis",
        "expected a hyperthesis with the result " + result + ", found none");
    Require.that(
        result != Result.FAIL || !failureSignatures.isEmpty(),
        ErrorCode.MISSING_FIELD,
        "failureSignatures",
        "expected a failure signature with the result FAIL, found none");
    pointers = Require.list("pointers", pointers, Limits.POINTERS_MAX);
    if (details != null) {
      Require.digest("details", details);
    }
  }
}
