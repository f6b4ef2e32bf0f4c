package dev.assay.verifier;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Pointer;
import dev.assay.schemas.message.ReportMessage.Vouching;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TouchedFiles;
import dev.assay.schemas.message.VerificationReport;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a verifier found, before the worker makes it a {@link VerificationReport}. The bounds are
 * those of the report.
 *
 * @param details digest of the verifier's own full document in the object store, or null
 * @param commandDigest SHA-256 of the command that was run, or null
 * @param environmentDigest SHA-256 of the canonical environment description, or null
 * @param isolation the isolation in force, or null when nothing was executed
 * @param basis how this run knows what it says when that is less than its verifier is able to, or
 *     null
 * @param tests what it tells of single tests, or null when it is about something else
 * @param touched files that the verifier itself saw to be changed, at most {@link Limits#FILES_MAX}
 * @param vouching whom this run found to vouch for artifacts of its request, or null
 */
public record Finding(
    Result result,
    List<FailureSignature> failureSignatures,
    String summary,
    List<String> nextActions,
    double confidence,
    List<Hyperthesis> hyperthesis,
    List<Pointer> pointers,
    @Nullable String details,
    @Nullable String commandDigest,
    @Nullable String environmentDigest,
    @Nullable String isolation,
    @Nullable EvidenceBasis basis,
    @Nullable TestOutcomes tests,
    List<String> touched,
    @Nullable Vouching vouching) {

  /** The kind of the failure signature of a finding about the run, not about an artifact. */
  public static final String ABOUT_RUN = "assay";

  public Finding {
    commandDigest = Require.optionalDigest("commandDigest", commandDigest);
    environmentDigest = Require.optionalDigest("environmentDigest", environmentDigest);
    touched = Require.list("touched", touched, Limits.FILES_MAX);
  }

  /** A finding of a verifier that executes nothing and keeps no document of its own. */
  public static Finding of(
      Result result,
      List<FailureSignature> failureSignatures,
      String summary,
      List<String> nextActions,
      double confidence,
      List<Hyperthesis> hyperthesis,
      List<Pointer> pointers) {
    return new Finding(
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        null,
        null,
        null,
        null,
        null,
        null,
        List.of(),
        null);
  }

  /**
   * INCONCLUSIVE because of how the run went: nothing is known of what it should have judged.
   *
   * @param summary one sentence of own words, also what bounds the harm
   */
  public static Finding aboutRun(
      ErrorCode code, String summary, Hyperthesis.Why why, Risk risk, String nextAction) {
    return of(
        Result.INCONCLUSIVE,
        List.of(FailureSignature.named(ABOUT_RUN, code.name())),
        summary,
        List.of(nextAction),
        0,
        List.of(new Hyperthesis("everything this verifier would have checked", why, risk, summary)),
        List.of());
  }

  /**
   * This finding as the report of a verifier.
   *
   * @throws dev.assay.schemas.RejectedException when it is over a bound of reports
   */
  public VerificationReport report(String type, String version, ReportTarget target) {
    return new VerificationReport(
        type,
        version,
        target,
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        details);
  }

  /** This finding with the digest of the verifier's own document. */
  public Finding withDetails(String sha256) {
    return new Finding(
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        sha256,
        commandDigest,
        environmentDigest,
        isolation,
        basis,
        tests,
        touched,
        vouching);
  }

  /** This finding with the stable name of what it is about. */
  public Finding withSignature(FailureSignature signature) {
    return new Finding(
        result,
        List.of(signature),
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        details,
        commandDigest,
        environmentDigest,
        isolation,
        basis,
        tests,
        touched,
        vouching);
  }

  /** This finding with what was executed and under which isolation. */
  public Finding withExecution(
      String commandSha256, @Nullable String environmentSha256, String isolationInForce) {
    return new Finding(
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        details,
        commandSha256,
        environmentSha256,
        isolationInForce,
        basis,
        tests,
        touched,
        vouching);
  }

  /** This finding, of which this run knows no better than {@code other}. */
  public Finding withBasis(EvidenceBasis other) {
    return new Finding(
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        details,
        commandDigest,
        environmentDigest,
        isolation,
        other,
        tests,
        touched,
        vouching);
  }

  /** This finding with what it tells of single tests. */
  public Finding withTests(TestOutcomes told) {
    return new Finding(
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        details,
        commandDigest,
        environmentDigest,
        isolation,
        basis,
        told,
        touched,
        vouching);
  }

  /** This finding with files that the verifier itself saw to be changed. */
  public Finding withTouched(Collection<String> files) {
    return new Finding(
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        details,
        commandDigest,
        environmentDigest,
        isolation,
        basis,
        tests,
        TouchedFiles.listed(files),
        vouching);
  }

  /** This finding, which says who vouches for what. */
  public Finding withVouching(Vouching found) {
    return new Finding(
        result,
        failureSignatures,
        summary,
        nextActions,
        confidence,
        hyperthesis,
        pointers,
        details,
        commandDigest,
        environmentDigest,
        isolation,
        basis,
        tests,
        touched,
        found);
  }

  /**
   * How it is known when a verifier of {@code info} found it: never better than that is able to.
   */
  public EvidenceBasis basisOf(VerifierInfo info) {
    return basis == null ? info.basis() : basis.atMost(info.basis());
  }
}
