package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report on its way to the director, with what must stay outside the report itself: times and who
 * ran it.
 *
 * @param reportDigest SHA-256 of the report's canonical JSON, under which it is stored
 * @param configDigest SHA-256 of the request's configuration
 * @param commandDigest SHA-256 of the command that was run, or null
 * @param environmentDigest SHA-256 of the canonical environment description, or null
 * @param isolation the isolation in force, or null when nothing was executed
 * @param errorRates how often this verifier was wrong about known artifacts when it ran, or null
 *     when that was not measured
 * @param basis how it is known what the report says, or null when the worker does not say it
 * @param tests what it tells of single tests, or null when it is about something else or the worker
 *     does not say it
 * @param touched files that the verifier itself saw to be changed, as {@link TouchedFiles} lists
 *     them
 * @param vouching whom the run found to vouch for artifacts of the request, or null
 * @param commitment root of the commitment to the report's fields, or null where the worker has no
 *     key for that
 * @param startedAt RFC 3339 time on the worker's clock
 */
public record ReportMessage(
    String requestId,
    String workItem,
    String eventKey,
    String planId,
    int attempt,
    VerificationReport report,
    String reportDigest,
    String configDigest,
    @Nullable String commandDigest,
    @Nullable String environmentDigest,
    @Nullable String isolation,
    List<ArtifactRef> artifacts,
    @Nullable String lens,
    String startedAt,
    long durationMillis,
    String worker,
    @Nullable VerifierErrorRates errorRates,
    @Nullable EvidenceBasis basis,
    @Nullable TestOutcomes tests,
    List<String> touched,
    @Nullable Vouching vouching,
    @Nullable String commitment) {

  /** Characters of who vouches. */
  public static final int VOUCHER_CHARS_MAX = 600;

  /**
   * Who vouches for artifacts of the request.
   *
   * @param by the name of a key in the policy with its id, or issuer and subject of a certificate
   * @param artifacts SHA-256 digests of what is vouched for
   */
  public record Vouching(String by, List<String> artifacts) {
    public Vouching {
      by = Require.text("vouching.by", by, VOUCHER_CHARS_MAX);
      artifacts = Require.list("vouching.artifacts", artifacts, Limits.ARTIFACTS_MAX);
      artifacts.forEach(digest -> Require.digest("vouching.artifacts", digest));
    }
  }

  /** A message about a report that tells nothing of single tests. */
  public ReportMessage(
      String requestId,
      String workItem,
      String eventKey,
      String planId,
      int attempt,
      VerificationReport report,
      String reportDigest,
      String configDigest,
      @Nullable String commandDigest,
      @Nullable String environmentDigest,
      @Nullable String isolation,
      List<ArtifactRef> artifacts,
      @Nullable String lens,
      String startedAt,
      long durationMillis,
      String worker,
      @Nullable VerifierErrorRates errorRates,
      @Nullable EvidenceBasis basis) {
    this(
        requestId,
        workItem,
        eventKey,
        planId,
        attempt,
        report,
        reportDigest,
        configDigest,
        commandDigest,
        environmentDigest,
        isolation,
        artifacts,
        lens,
        startedAt,
        durationMillis,
        worker,
        errorRates,
        basis,
        null,
        List.of(),
        null,
        null);
  }

  public ReportMessage {
    requestId = Require.digest("requestId", requestId);
    workItem = Require.id("workItem", workItem);
    eventKey = Require.digest("eventKey", eventKey);
    planId = Require.digest("planId", planId);
    Require.range("attempt", attempt, 1, Limits.ATTEMPT_MAX);
    report = Require.present("report", report);
    reportDigest = Require.digest("reportDigest", reportDigest);
    configDigest = Require.digest("configDigest", configDigest);
    commandDigest = Require.optionalDigest("commandDigest", commandDigest);
    environmentDigest = Require.optionalDigest("environmentDigest", environmentDigest);
    isolation = Require.optionalText("isolation", isolation, Limits.ID_CHARS_MAX);
    artifacts = Require.list("artifacts", artifacts, Limits.ARTIFACTS_MAX);
    lens = Require.optionalText("lens", lens, Limits.ID_CHARS_MAX);
    startedAt = Times.canonical("startedAt", Require.present("startedAt", startedAt));
    Require.range("durationMillis", durationMillis, 0, Long.MAX_VALUE);
    worker = Require.text("worker", worker, Limits.ID_CHARS_MAX);
    touched = Require.list("touched", touched, Limits.FILES_MAX);
    commitment = Require.optionalDigest("commitment", commitment);
    touched.forEach(file -> Require.text("touched", file, Limits.FILE_CHARS_MAX));
  }

  /** This message with another basis, or with none. */
  public ReportMessage with(@Nullable EvidenceBasis other) {
    return copy(report, other, tests, touched, vouching, commitment);
  }

  /** This message with another report. */
  public ReportMessage with(VerificationReport other) {
    return copy(other, basis, tests, touched, vouching, commitment);
  }

  /** This message with what the report tells of single tests, and files that were changed. */
  public ReportMessage with(@Nullable TestOutcomes told, List<String> files) {
    return copy(report, basis, told, files, vouching, commitment);
  }

  /** This message, in which somebody else vouches, or nobody. */
  public ReportMessage withVouching(@Nullable Vouching other) {
    return copy(report, basis, tests, touched, other, commitment);
  }

  /** This message with the root of the commitment to the report's fields. */
  public ReportMessage committed(String root) {
    return copy(report, basis, tests, touched, vouching, root);
  }

  private ReportMessage copy(
      VerificationReport reported,
      @Nullable EvidenceBasis known,
      @Nullable TestOutcomes told,
      List<String> files,
      @Nullable Vouching vouched,
      @Nullable String root) {
    return new ReportMessage(
        requestId,
        workItem,
        eventKey,
        planId,
        attempt,
        reported,
        reportDigest,
        configDigest,
        commandDigest,
        environmentDigest,
        isolation,
        artifacts,
        lens,
        startedAt,
        durationMillis,
        worker,
        errorRates,
        known,
        told,
        files,
        vouched,
        root);
  }
}
