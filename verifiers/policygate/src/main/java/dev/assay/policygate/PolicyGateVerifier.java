package dev.assay.policygate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.policygate.GrantReader.Malformed;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.VerificationScope;
import dev.assay.verifier.Verifier;
import dev.assay.verifier.VerifierInfo;
import java.io.IOException;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The policy gate: compares what a run shows with its capability lease, looks for secrets and
 * injected instructions in its artifacts, and for pasted evidence in its summaries. Nothing that it
 * reads is obeyed, and nothing of it is repeated: finds are kinds and places.
 */
public final class PolicyGateVerifier implements Verifier {

  /** The name in policy, requests and attestations. */
  public static final String TYPE = "policygate";

  private static final Set<ArtifactRole> COMPANIONS =
      EnumSet.complementOf(EnumSet.of(ArtifactRole.POLICY_SUBJECT));

  static final VerifierInfo INFO =
      new VerifierInfo(
              TYPE, "4", VerifierInfo.Pace.LONG, Set.of(ArtifactRole.POLICY_SUBJECT), COMPANIONS)
          .thatIsReproducible();

  @Override
  public VerifierInfo info() {
    return INFO;
  }

  @Override
  public Finding verify(VerificationRequest request, VerificationScope scope)
      throws IOException, InterruptedException {
    PolicyGateConfig config = PolicyGateConfig.parse(request.config());
    if (request.artifacts().isEmpty()) {
      throw new IllegalArgumentException(
          "expected the subject as the first artifact of the request, found no artifact");
    }
    GateEvidence evidence = new GateEvidence();
    Run run = new Run(config, request, scope, evidence);
    run.run();
    Finding finding =
        Judge.judge(evidence, request.artifacts()).withTouched(run.capabilities.written());
    byte[] details = Details.document(evidence, finding, request.artifacts());
    return finding.withDetails(scope.storeDerived(Details.MEDIA_TYPE, details));
  }

  /** One run over all artifacts of a request. */
  private static final class Run {

    private final PolicyGateConfig config;
    private final VerificationRequest request;
    private final VerificationScope scope;
    private final GateEvidence evidence;
    private final Capabilities capabilities;
    private final List<ArtifactRef> artifacts;

    Run(
        PolicyGateConfig config,
        VerificationRequest request,
        VerificationScope scope,
        GateEvidence evidence) {
      this.config = config;
      this.request = request;
      this.scope = scope;
      this.evidence = evidence;
      this.capabilities = new Capabilities(config, request, evidence);
      this.artifacts = request.artifacts();
    }

    void run() throws IOException, InterruptedException {
      boolean judgesUse =
          checks(Check.CAPABILITIES)
              || checks(Check.PROMOTION) && !config.promotion().protectedPaths().isEmpty();
      if (checks(Check.CAPABILITIES) || checks(Check.PROMOTION)) {
        leases();
      }
      if (checks(Check.PROMOTION)) {
        capabilities.promotionRules();
        requirements();
      }
      if (judgesUse) {
        uses();
      }
      if (checks(Check.SECRETS) || checks(Check.INJECTION) || judgesUse) {
        scans();
      }
      if (checks(Check.NO_COPY)) {
        CopyCheck.run(artifacts, scope, evidence);
      }
      if (evidence.applied().isEmpty()) {
        evidence.inconclusive(InconclusiveReason.NOTHING_CHECKED);
      }
    }

    private boolean checks(Check check) {
      return config.checks().contains(check);
    }

    private void leases() throws IOException {
      for (ArtifactRef artifact : artifacts) {
        boolean small = artifact.size() <= PolicyGateLimits.DOCUMENT_BYTES_MAX;
        if (artifact.role() != ArtifactRole.POLICY_SUBJECT || !small) {
          continue;
        }
        byte[] bytes;
        try (InputStream in = scope.open(artifact)) {
          bytes = in.readNBytes(PolicyGateLimits.DOCUMENT_BYTES_MAX + 1);
        }
        if (Json.tree(bytes) instanceof Parsed.Accepted<JsonNode>(JsonNode document)
            && LeaseReader.isLease(document)) {
          try {
            capabilities.lease(
                LeaseReader.read(document), Place.in(artifact.sha256(), 0, bytes.length));
          } catch (Malformed e) {
            evidence.inconclusive(InconclusiveReason.LEASE_MALFORMED);
          }
        }
      }
    }

    private void requirements() {
      PolicyGateConfig.Promotion promotion = config.promotion();
      boolean commit = request.target() != null && request.target().commit() != null;
      boolean produced =
          artifacts.stream()
              .filter(a -> a.role() != ArtifactRole.POLICY_SUBJECT)
              .allMatch(a -> a.producer() != null && a.producer().command() != null);
      boolean roles =
          promotion.requireRoles().stream()
              .allMatch(role -> artifacts.stream().anyMatch(a -> a.role() == role));
      if (promotion.requireCommit()
          || promotion.requireProvenance()
          || !promotion.requireRoles().isEmpty()) {
        evidence.applied(Check.PROMOTION);
      }
      if (promotion.requireCommit() && !commit
          || promotion.requireProvenance() && !produced
          || !roles) {
        evidence.inconclusive(InconclusiveReason.PROVENANCE_MISSING);
      }
    }

    private void uses() throws IOException, InterruptedException {
      ArtifactRef subject = artifacts.getFirst();
      List<String> files = request.target() == null ? List.of() : request.target().files();
      capabilities.declaredFiles(files, Place.in(subject.sha256(), 0, subject.size()));
      boolean traced = false;
      for (ArtifactRef artifact : artifacts) {
        if (artifact.role() == ArtifactRole.TOOL_TRACE) {
          traced = true;
          try (InputStream in = scope.open(artifact)) {
            new TraceReader(artifact.sha256(), evidence, capabilities::calls)
                .read(in, scope.deadline());
          }
        }
      }
      capabilities.artifactBytes(artifacts.stream().mapToLong(ArtifactRef::size).sum());
      if (!config.promotion().protectedPaths().isEmpty() && (traced || !files.isEmpty())) {
        evidence.applied(Check.PROMOTION);
      }
      if (checks(Check.CAPABILITIES)) {
        comparison(traced, !files.isEmpty());
      }
    }

    private void comparison(boolean traced, boolean declared) {
      boolean unpacked = artifacts.stream().anyMatch(a -> a.role() == ArtifactRole.WORKSPACE);
      if (capabilities.hasLease() && (traced || declared || unpacked)) {
        evidence.applied(Check.CAPABILITIES);
      } else if (capabilities.hasLease()) {
        evidence.inconclusive(InconclusiveReason.NO_TRACE);
      } else if (traced || unpacked) {
        evidence.inconclusive(InconclusiveReason.NO_LEASE);
      }
    }

    private void scans() throws IOException, InterruptedException {
      ArtifactScan scan = new ArtifactScan(config, scope, evidence, capabilities);
      for (ArtifactRef artifact : artifacts) {
        scan.scan(artifact);
      }
      for (Check check : List.of(Check.SECRETS, Check.INJECTION)) {
        if (checks(check) && evidence.bytesScanned() > 0) {
          evidence.applied(check);
        }
      }
    }
  }
}
