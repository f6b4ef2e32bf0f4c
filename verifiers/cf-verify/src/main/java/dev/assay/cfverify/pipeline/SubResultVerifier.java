package dev.assay.cfverify.pipeline;

import dev.assay.cfverify.ReportJson;
import dev.assay.cfverify.SubResultVerification;
import dev.assay.cfverify.VerifyReport;
import dev.assay.cfverify.document.ClaimSpans;
import dev.assay.cfverify.document.SubResult;
import dev.assay.cfverify.document.SubResultLimits;
import dev.assay.cfverify.document.SubResultReader;
import dev.assay.cfverify.document.SubResultReader.Parsed;
import dev.assay.cfverify.evidence.EvidenceFiles;
import dev.assay.cfverify.evidence.Reruns;
import dev.assay.cfverify.evidence.Reruns.RerunLimits;
import dev.assay.cfverify.evidence.SearchEndpoint;
import dev.assay.cfverify.evidence.WebReruns;
import dev.assay.cfverify.judge.DeterministicJudge;
import dev.assay.egress.AllowedHost;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.math.BigDecimal;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The verifier type {@code subresult}: samples the claims of a sub-result artifact and re-reads
 * their evidence in the attached workspace or in a configured root, jailed to it.
 *
 * <p>The settings file is not read: here it would come from the agent that is being checked. A run
 * with a lens re-reads every claim. The VerifyReport.v1 is stored as the finding's details.
 */
public final class SubResultVerifier implements Verifier {

  /** The verifier's type. */
  public static final String TYPE = "subresult";

  static final VerifierInfo INFO =
      new VerifierInfo(
              TYPE,
              "5",
              VerifierInfo.Pace.LONG,
              Set.of(ArtifactRole.SUB_RESULT),
              Set.of(ArtifactRole.WORKSPACE))
          .with(EvidenceBasis.OBSERVED, Set.of("extra-instrumentation"));

  private final SubResultConfig config;
  private final List<AllowedHost> hosts;

  /** A verifier with what {@code config} grants. */
  public SubResultVerifier(SubResultConfig config) {
    this.config = config;
    this.hosts = config.allowHosts().stream().map(AllowedHost::parse).toList();
  }

  @Override
  public VerifierInfo info() {
    return INFO;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    ArtifactRef artifact = request.artifacts().getFirst();
    try {
      byte[] document = read(artifact, scope);
      Finding finding =
          switch (parsed(document)) {
            case Parsed.Invalid(String problem) ->
                SubResultFinding.invalid(problem, artifact)
                    .withDetails(stored(VerifyReport.invalidInput(problem), scope))
                    .withBasis(EvidenceBasis.CLAIMED);
            case Parsed.Valid(SubResult subResult) ->
                judged(subResult, ClaimSpans.of(document), request, scope);
          };
      if (Thread.interrupted()) {
        throw new InterruptedException("the run was stopped while it re-read evidence");
      }
      return finding;
    } catch (ClosedByInterruptException | InterruptedIOException e) {
      Thread.interrupted();
      InterruptedException stopped = new InterruptedException("the run was stopped");
      stopped.initCause(e);
      throw stopped;
    }
  }

  private Finding judged(
      SubResult subResult,
      List<ClaimSpans.Span> spans,
      VerificationRequest request,
      VerificationScope scope)
      throws IOException, InterruptedException {
    ArtifactRef artifact = request.artifacts().getFirst();
    return switch (EvidenceRoot.of(request, scope, config.roots())) {
      case EvidenceRoot.Found.Missing missing ->
          SubResultFinding.withoutEvidence(missing, artifact).withBasis(EvidenceBasis.CLAIMED);
      case EvidenceRoot.Found.Ready(EvidenceFiles files, EvidenceBasis basis) -> {
        try (Reruns reruns = reruns(scope)) {
          SubResultVerification.Outcome outcome =
              new SubResultVerification(files, DeterministicJudge.demanding(), reruns)
                  .verify(subResult, request.risk(), rates(request));
          yield SubResultFinding.of(outcome, spans, artifact)
              .withDetails(stored(outcome.report(), scope))
              .withBasis(basis);
        }
      }
    };
  }

  private static Map<String, BigDecimal> rates(VerificationRequest request) {
    return request.lens() == null ? Map.of() : Map.of(request.risk().wire(), BigDecimal.ONE);
  }

  private Reruns reruns(VerificationScope scope) {
    String searchUrl = config.searchUrl();
    if (hosts.isEmpty() && searchUrl == null) {
      return Reruns.none();
    }
    RerunLimits limits = RerunLimits.DEFAULT;
    Duration left = Duration.ofNanos(Math.max(1, scope.deadline().getAsLong()));
    Duration time = limits.time().compareTo(left) < 0 ? limits.time() : left;
    return new WebReruns(
        hosts,
        searchUrl == null ? null : new SearchEndpoint(searchUrl),
        new RerunLimits(
            time, limits.responseBytesMax(), limits.redirectsMax(), limits.rerunsMax()));
  }

  private static byte[] read(ArtifactRef artifact, VerificationScope scope) throws IOException {
    try (InputStream in = scope.open(artifact)) {
      return in.readNBytes(SubResultLimits.DOCUMENT_BYTES_MAX + 1);
    }
  }

  private static Parsed parsed(byte[] document) {
    return document.length > SubResultLimits.DOCUMENT_BYTES_MAX
        ? new Parsed.Invalid(
            "expected at most " + SubResultLimits.DOCUMENT_BYTES_MAX + " bytes, found more")
        : SubResultReader.read(document);
  }

  private static String stored(VerifyReport report, VerificationScope scope) throws IOException {
    return scope.store("application/json", ReportJson.bytes(report));
  }
}
