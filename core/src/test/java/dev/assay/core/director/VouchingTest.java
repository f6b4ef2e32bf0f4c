package dev.assay.core.director;

import static dev.assay.core.director.World.execution;
import static dev.assay.schemas.message.EvidenceBasis.CLAIMED;
import static dev.assay.schemas.message.EvidenceBasis.REEXECUTED;
import static dev.assay.schemas.message.EvidenceBasis.WITNESSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.Policy.Kind;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportMessage.Vouching;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a signed document that came with an execution is worth to its other reports. */
class VouchingTest {

  private static final String SIGNER = "key:ci sha256:" + "4".repeat(64);
  private static final ArtifactRef REPORT = Facts.artifact(ArtifactRole.TEST_REPORT, "report");
  private static final ArtifactRef SCAN = Facts.artifact(ArtifactRole.SARIF, "scan");
  private static final ArtifactRef WORKSPACE = Facts.artifact(ArtifactRole.WORKSPACE, "workspace");
  private static final ArtifactRef DOCUMENT = Facts.artifact(ArtifactRole.PROVENANCE, "document");

  private static World world(Kind kind, EvidenceBasis most) {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("reader", rule(ArtifactRole.TEST_REPORT, Set.of(), Kind.TESTS, CLAIMED));
    rules.put("scan", rule(ArtifactRole.SARIF, Set.of(), Kind.ANALYSIS, CLAIMED));
    rules.put("runner", rule(ArtifactRole.WORKSPACE, Set.of(), Kind.TESTS, REEXECUTED));
    Set<ArtifactRole> beside = Set.of(ArtifactRole.TEST_REPORT, ArtifactRole.SARIF);
    rules.put("signatures", rule(ArtifactRole.PROVENANCE, beside, kind, most));
    return new World(Policy.of("test", rules, 2));
  }

  private static VerifierRule rule(
      ArtifactRole subject, Set<ArtifactRole> beside, Kind kind, EvidenceBasis most) {
    return new VerifierRule(
        kind,
        Set.of(subject),
        beside,
        false,
        2_000,
        "{}",
        Set.of(),
        List.of(),
        false,
        List.of(),
        most,
        true,
        List.of(),
        true);
  }

  /** The decision when everything passes and {@code document}'s report vouches for those. */
  private static Decision decided(
      World world, Risk risk, Vouching vouching, ArtifactRef... artifacts) {
    world.submit(execution("w", 1).with(artifacts).risk(risk).build());
    while (!world.open.isEmpty()) {
      VerificationRequest request = world.open.remove();
      ReportMessage report = Facts.report(request, Result.PASS).with(REEXECUTED);
      world.report(
          request.verifierType().equals("signatures") ? report.withVouching(vouching) : report);
    }
    return world.decisions("w").getFirst();
  }

  private static Vouching of(ArtifactRef artifact) {
    return new Vouching(SIGNER, List.of(artifact.sha256()));
  }

  @Test
  void aClaimOverBytesThatATrustedSignerVouchesForIsWitnessed() {
    World world = world(Kind.PROVENANCE, WITNESSED);

    Decision decision = decided(world, Risk.MEDIUM, of(REPORT), REPORT, DOCUMENT);

    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision.evidence()).isEqualTo(WITNESSED);
    assertThat(decision.attestations().stream().map(world::statement))
        .filteredOn(statement -> statement.contains("\"witnessedBy\":\"" + SIGNER + "\""))
        .as("one attestation says who vouches for what")
        .singleElement()
        .asString()
        .contains("\"witnessed\":[\"" + REPORT.sha256() + "\"]");
  }

  @Test
  void whatNoStatementNamesStaysAClaim() {
    World world = world(Kind.PROVENANCE, WITNESSED);

    Decision decision = decided(world, Risk.MEDIUM, of(REPORT), REPORT, SCAN, DOCUMENT);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.evidence()).isEqualTo(CLAIMED);
    assertThat(decision.needed()).isNotNull();
    assertThat(decision.needed().how()).contains("ATTACH_PROVENANCE");
  }

  @Test
  void aDocumentByItselfPromotesNothing() {
    World world = world(Kind.PROVENANCE, WITNESSED);

    Decision decision = decided(world, Risk.LOW, of(REPORT), DOCUMENT);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.reasons()).contains("EMPTY_EVIDENCE");
  }

  @Test
  void toSayWhoVouchesMakesARunOfTheTestsNoWorse() {
    World world = world(Kind.PROVENANCE, WITNESSED);

    Decision decision = decided(world, Risk.HIGH, of(REPORT), REPORT, WORKSPACE, DOCUMENT);

    assertThat(decision.evidence()).isEqualTo(REEXECUTED);
    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void aVerifierThatThePolicyDoesNotAskForThatVouchesForNobody() {
    for (World world : List.of(world(Kind.EVIDENCE, WITNESSED), world(Kind.PROVENANCE, CLAIMED))) {
      Decision decision = decided(world, Risk.MEDIUM, of(REPORT), REPORT, DOCUMENT);

      assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
      assertThat(decision.evidence()).isEqualTo(CLAIMED);
      assertThat(decision.attestations().stream().map(world::statement))
          .noneMatch(statement -> statement.contains("witnessedBy"));
    }
  }

  @Test
  void aDocumentOfAnEarlierAttemptVouchesForNothingLater() {
    World world = world(Kind.PROVENANCE, WITNESSED);
    var _ = decided(world, Risk.MEDIUM, of(REPORT), REPORT, DOCUMENT);

    Decision later =
        world.attempt(execution("w", 2).with(REPORT).risk(Risk.MEDIUM).build(), _ -> Result.PASS);

    assertThat(later.evidence()).isEqualTo(CLAIMED);
  }
}
