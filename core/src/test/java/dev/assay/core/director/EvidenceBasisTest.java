package dev.assay.core.director;

import static dev.assay.core.director.World.execution;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.sim.Messages;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.FailureSignature;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What attestations say of how a report is known. */
class EvidenceBasisTest {

  private static final String ONE = "https://assay.dev/attestation/verification-report/v1";
  private static final String TWO = "https://assay.dev/attestation/verification-report/v2";

  private static World worldOf(EvidenceBasis most) {
    TreeMap<String, Policy.VerifierRule> rules = new TreeMap<>();
    rules.put("tests", Messages.rule(ArtifactRole.TEST_REPORT, false).with(most, false));
    return new World(Policy.of("test", rules, 2));
  }

  private static ReportMessage report(VerificationRequest request, @Nullable EvidenceBasis basis) {
    return Facts.report(request, Result.PASS).with(basis);
  }

  private static JsonNode attested(World world) {
    List<Emission.Attest> all = world.all(Emission.Attest.class);
    byte[] text = all.getFirst().statement().text().getBytes(StandardCharsets.UTF_8);
    return switch (Json.tree(text)) {
      case Parsed.Accepted<JsonNode>(JsonNode node) -> node;
      case Parsed.Rejected<JsonNode>(var rejection) -> throw rejection.asException();
    };
  }

  @ParameterizedTest
  @EnumSource
  void anAttestationSaysHowItsReportIsKnown(EvidenceBasis basis) {
    World world = worldOf(EvidenceBasis.REEXECUTED);
    world.submit(execution("w", 1).build());

    world.report(report(world.open.remove(), basis));

    assertThat(attested(world).path("predicateType").asText()).isEqualTo(TWO);
    assertThat(attested(world).path("predicate").path("basis").asText()).isEqualTo(basis.name());
  }

  @Test
  void aReportWithoutABasisIsAttestedAsBeforeThereWasOne() {
    World world = worldOf(EvidenceBasis.REEXECUTED);
    world.submit(execution("w", 1).build());

    world.report(report(world.open.remove(), null));

    assertThat(attested(world).path("predicateType").asText()).isEqualTo(ONE);
    assertThat(attested(world).path("predicate").has("basis")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"CLAIMED,CLAIMED", "OBSERVED,OBSERVED", "REEXECUTED,OBSERVED"})
  void aWorkerCannotSayMoreThanThePolicyTakesFromItsVerifier(
      EvidenceBasis said, EvidenceBasis taken) {
    World world = worldOf(EvidenceBasis.OBSERVED);
    world.submit(execution("w", 1).build());

    world.report(report(world.open.remove(), said));

    assertThat(attested(world).path("predicate").path("basis").asText()).isEqualTo(taken.name());
  }

  @Test
  void aReportThatCameBeforeItsExecutionIsHeldToThePolicyToo() {
    World planned = worldOf(EvidenceBasis.OBSERVED);
    planned.submit(execution("w", 1).build());
    World world = worldOf(EvidenceBasis.OBSERVED);
    world.report(report(planned.open.remove(), EvidenceBasis.REEXECUTED));

    world.submit(execution("w", 1).build());

    assertThat(attested(world).path("predicate").path("basis").asText()).isEqualTo("OBSERVED");
    assertThat(world.decisions("w").getFirst().attestations())
        .containsExactly(world.all(Emission.Attest.class).getFirst().statement().id());
  }

  @Test
  void aContradictedClaimIsAReasonOfItsOwn() {
    String contradicted = FailureSignature.named("reexecution", "REPORT_CONTRADICTED").id();
    World world = worldOf(EvidenceBasis.REEXECUTED);
    world.submit(execution("w", 1).build());

    world.report(Facts.failing(world.open.remove(), contradicted));

    assertThat(world.decisions("w").getFirst().reasons())
        .containsExactly("VERIFICATION_FAILED", "REPORT_CONTRADICTED");
  }

  @Test
  void aPlanOfAnEarlierBuildTakesNoBasis() {
    World world = worldOf(EvidenceBasis.OBSERVED);
    world.submit(execution("w", 1).build());
    Plan plan = Objects.requireNonNull(world.state("w").executions().getFirst().plan());
    Plan.Verifier asked = plan.verifiers().getFirst();
    Plan earlier =
        new Plan(
            plan.id(),
            plan.mood(),
            plan.risk(),
            plan.basis(),
            List.of(
                new Plan.Verifier(
                    asked.type(),
                    asked.config(),
                    asked.slow(),
                    asked.budgetMillis(),
                    null,
                    asked.kind(),
                    false,
                    List.of(),
                    false)),
            plan.items(),
            plan.refused(),
            plan.unknownRequired(),
            plan.unmet(),
            plan.expects(),
            plan.watched(),
            plan.closed());

    ReportMessage taken = earlier.bounded(report(world.open.remove(), EvidenceBasis.OBSERVED));

    assertThat(taken.basis()).isNull();
  }
}
