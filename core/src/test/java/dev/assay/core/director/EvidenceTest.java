package dev.assay.core.director;

import static dev.assay.core.director.World.REPORT;
import static dev.assay.core.director.World.SCAN;
import static dev.assay.core.director.World.execution;
import static dev.assay.schemas.message.EvidenceBasis.CLAIMED;
import static dev.assay.schemas.message.EvidenceBasis.OBSERVED;
import static dev.assay.schemas.message.EvidenceBasis.REEXECUTED;
import static dev.assay.schemas.message.EvidenceBasis.WITNESSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.Evidence.Pass;
import dev.assay.core.director.Policy.Kind;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.sim.Messages;
import dev.assay.schemas.Limits;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ControlState.Disclosure;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.Decision.Needed;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/design/0510-how-a-thing-is-known.md promises of decisions. */
class EvidenceTest {

  private static final ArtifactRef WORKSPACE = Facts.artifact(ArtifactRole.WORKSPACE, "workspace");

  /** Reads reports and scans as they are handed in, and runs the tests of a workspace. */
  private final World world = new World(policy());

  private static Policy policy() {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("reader", rule(ArtifactRole.TEST_REPORT, Kind.TESTS).with(CLAIMED, true));
    rules.put("scan", rule(ArtifactRole.SARIF, Kind.ANALYSIS).with(CLAIMED, true));
    rules.put("runner", rule(ArtifactRole.WORKSPACE, Kind.TESTS).with(REEXECUTED, false));
    return Policy.of("test", rules, 2);
  }

  private static VerifierRule rule(ArtifactRole subject, Kind kind) {
    VerifierRule plain = Messages.rule(subject, false);
    return new VerifierRule(
        kind,
        plain.subjects(),
        plain.companions(),
        plain.slow(),
        plain.budgetMillis(),
        plain.config(),
        plain.moods(),
        plain.scopes(),
        plain.network(),
        plain.negativeControls(),
        null,
        false,
        plain.lenses(),
        false);
  }

  private Decision passing(@Nullable Risk risk, ArtifactRef... artifacts) {
    World.Execution made = execution("w", 1).with(artifacts);
    return world.attempt((risk == null ? made : made.risk(risk)).build(), _ -> Result.PASS);
  }

  @ParameterizedTest
  @CsvSource({"LOW,PROMOTE", "MEDIUM,ESCALATE", "HIGH,ESCALATE", ",PROMOTE"})
  void whatIsOnlyClaimedIsPromotedAtLowRiskAlone(@Nullable Risk risk, DecisionKind kind) {
    Decision decision = passing(risk, REPORT);

    assertThat(decision.kind()).isEqualTo(kind);
    assertThat(decision.evidence()).isEqualTo(CLAIMED);
    if (kind == DecisionKind.ESCALATE) {
      assertThat(decision.reasons()).startsWith("EVIDENCE_BELOW_POLICY");
      assertThat(Objects.requireNonNull(decision.needed()).evidence())
          .isEqualTo(policy().evidence().get(risk));
      assertThat(world.shown("w").controlState().asserts()).isEmpty();
    }
  }

  @Test
  void aRunOfAssaysOwnIsPromotedAtHighRisk() {
    Decision decision = passing(Risk.HIGH, WORKSPACE);

    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision.evidence()).isEqualTo(REEXECUTED);
    assertThat(decision.needed()).isNull();
  }

  @Test
  void aRunOfTheTestsSaysNothingAboutAScanThatIsClaimed() {
    Decision decision = passing(Risk.HIGH, REPORT, WORKSPACE, SCAN);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.reasons()).containsExactly("EVIDENCE_BELOW_POLICY");
    assertThat(decision.evidence()).isEqualTo(CLAIMED);
    assertThat(decision.needed()).isEqualTo(new Needed(REEXECUTED, List.of("ATTACH_WORKSPACE")));
  }

  @Test
  void theBestPassOfAKindCounts() {
    Decision decision = passing(Risk.HIGH, REPORT, WORKSPACE);

    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision.attestations()).as("two bases, and nothing twice").hasSize(2);
  }

  @Test
  void aReaderThatSaysTheSameAgainIsNotAskedAgain() {
    var _ = passing(Risk.HIGH, REPORT);

    assertThat(world.all(Emission.RequestVerification.class))
        .extracting(Emission.RequestVerification::request)
        .extracting(VerificationRequest::lens)
        .containsOnlyNulls();
  }

  @Test
  void aPromotionOnClaimsDisclosesWhoMayHaveWrittenThem() {
    Decision decision = passing(Risk.LOW, REPORT);

    assertThat(world.statement(decision.promotion()))
        .contains("\"hyperthesis\":[{", "the judged party may have written it");
    assertThat(world.shown("w").controlState().hyperthesis())
        .containsExactly(
            new Disclosure(
                Evidence.WRITTEN_BY_THE_JUDGED, Objects.requireNonNull(decision.promotion())));
  }

  @Test
  void aPromotionOnARunOfAssaysOwnHasNothingOfThatToDisclose() {
    Decision decision = passing(Risk.LOW, WORKSPACE);

    assertThat(world.statement(decision.promotion())).doesNotContain("hyperthesis");
    assertThat(world.shown("w").controlState().hyperthesis()).isEmpty();
  }

  @Test
  void anotherPolicyChangesNothingAboutAnExecutionThatIsUnderWay() {
    DirectorStep earlier = new DirectorStep(policy().beforeEvidence());
    DirectorStep today = new DirectorStep(policy());
    ExecutionEvent event = execution("w", 1).build();
    Outcome planned = earlier.onExecution(ItemReader.nothing(), event, Facts.T1);
    VerificationRequest asked = first(planned, Emission.RequestVerification.class).request();
    ReportMessage report = Facts.report(asked, Result.PASS);

    Decision decision = decision(today.onReport(planned.next(), report, Facts.T2));

    assertThat(asked.risk()).isEqualTo(Risk.MEDIUM);
    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision).isEqualTo(decision(earlier.onReport(planned.next(), report, Facts.T2)));
  }

  private static Decision decision(Outcome outcome) {
    return first(outcome, Emission.Decide.class).decision();
  }

  private static <T extends Emission> T first(Outcome outcome, Class<T> type) {
    return outcome.emissions().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  private static int independent(Pass... passes) {
    return new Evidence(Arrays.asList(passes), false).independent();
  }

  private static Pass read(String verifier, String subject, EvidenceBasis basis) {
    return new Pass(Kind.TESTS, verifier, subject, basis, false);
  }

  @Test
  void theSameReaderOverTheSameBytesCountsOnce() {
    assertThat(independent(read("a", "x", CLAIMED), read("a", "x", CLAIMED))).isEqualTo(1);
    assertThat(independent(read("a", "x", CLAIMED), read("a", "y", CLAIMED))).isEqualTo(1);
    assertThat(independent(read("a", "x", CLAIMED), read("b", "x", CLAIMED))).isEqualTo(1);
  }

  @Test
  void differentReadersOverDifferentBytesCountAndSoDoDifferentBases() {
    assertThat(independent(read("a", "x", CLAIMED), read("b", "y", CLAIMED))).isEqualTo(2);
    assertThat(independent(read("a", "x", CLAIMED), read("a", "x", WITNESSED))).isEqualTo(2);
    assertThat(
            independent(
                read("a", "x", CLAIMED),
                read("a", "y", CLAIMED),
                read("a", "z", CLAIMED),
                read("b", "x", CLAIMED),
                read("c", "x", CLAIMED)))
        .as("b and c have one artifact between them")
        .isEqualTo(2);
    assertThat(
            independent(read("a", "x", CLAIMED), read("a", "y", CLAIMED), read("b", "x", CLAIMED)))
        .as("a reads y, so that b can read x")
        .isEqualTo(2);
  }

  @Test
  void eachRunAndEachLookStandsForItself() {
    Pass run = new Pass(Kind.TESTS, "runner", "w", REEXECUTED, true);

    assertThat(independent(run, run)).isEqualTo(2);
    assertThat(independent()).isZero();
  }

  @Test
  void whatIsReachedIsTheWeakestOfTheBestOfEachKind() {
    Evidence evidence =
        new Evidence(
            List.of(
                read("a", "x", CLAIMED),
                read("b", "y", WITNESSED),
                new Pass(Kind.EVIDENCE, "q", "z", OBSERVED, true)),
            false);

    assertThat(evidence.reached()).isEqualTo(WITNESSED);
    assertThat(evidence.isBelow(WITNESSED)).isFalse();
    assertThat(evidence.isBelow(OBSERVED)).isTrue();
    assertThat(Evidence.NONE.reached()).isNull();
    assertThat(Evidence.NONE.isBelow(WITNESSED)).as("of nothing there is no best").isFalse();
  }

  @Test
  void whatWouldDoIsWhatReachesTheDemand() {
    assertThat(Evidence.needed(WITNESSED, false).how())
        .containsExactly("ATTACH_WORKSPACE", "NAME_GROUND_TRUTH", "POST_FROM_CI");
    assertThat(Evidence.needed(WITNESSED, true).how())
        .containsExactly(
            "ATTACH_WORKSPACE", "NAME_GROUND_TRUTH", "POST_FROM_CI", "ATTACH_PROVENANCE");
    assertThat(Evidence.needed(OBSERVED, true).how())
        .containsExactly("ATTACH_WORKSPACE", "NAME_GROUND_TRUTH");
    assertThat(Evidence.needed(REEXECUTED, true).how()).containsExactly("ATTACH_WORKSPACE");
  }

  @ParameterizedTest
  @CsvSource({"MEDIUM,PROMOTE", "HIGH,ESCALATE"})
  void aClaimThatSomebodyElseVouchesForIsWitnessed(Risk risk, DecisionKind kind) {
    ExecutionEvent agents = execution("w", 1).risk(risk).build().by("agent");
    assertThat(world.attempt(agents, _ -> Result.PASS).kind()).isEqualTo(DecisionKind.ESCALATE);

    Decision decision = world.attempt(vouched("ci", REPORT), _ -> Result.PASS);

    assertThat(decision.kind()).isEqualTo(kind);
    assertThat(decision.evidence()).isEqualTo(EvidenceBasis.WITNESSED);
    assertThat(world.statement(decision.attestations().getFirst()))
        .contains("\"submittedBy\":\"ci\"");
  }

  @ParameterizedTest
  @CsvSource({"c2,PROMOTE", "c1,ESCALATE", ",ESCALATE"})
  void anHonestReportOfAnotherCommitOrOfNonePromotesNothing(
      @Nullable String commit, DecisionKind kind) {
    var _ =
        world.attempt(
            execution("w", 1).commit("c1").risk(Risk.MEDIUM).build().by("agent"), _ -> Result.PASS);
    var _ =
        world.attempt(
            execution("w", 2).commit("c2").risk(Risk.MEDIUM).build().by("agent"), _ -> Result.PASS);

    Decision decision =
        world.attempt(
            vouched("ci", execution("w", 2).commit(commit).with(REPORT)), _ -> Result.PASS);

    assertThat(decision.kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({"c1", ","})
  void workThatNamesNoCommitAnyMoreIsNotMadeGoodByAnOldReport(@Nullable String commit) {
    var _ =
        world.attempt(
            execution("w", 1).commit("c1").risk(Risk.MEDIUM).build().by("agent"), _ -> Result.PASS);
    var _ =
        world.attempt(execution("w", 2).risk(Risk.MEDIUM).build().by("agent"), _ -> Result.PASS);

    Decision decision =
        world.attempt(
            vouched("ci", execution("w", 2).commit(commit).with(REPORT)), _ -> Result.PASS);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
  }

  @Test
  void noNumberOfAnAttemptKeepsOldWorkTheNewest() {
    var _ =
        world.attempt(
            execution("w", Limits.ATTEMPT_MAX)
                .commit("old")
                .risk(Risk.MEDIUM)
                .build("first")
                .by("agent"),
            _ -> Result.PASS);
    var _ =
        world.attempt(
            execution("w", 2).commit("new").risk(Risk.MEDIUM).build("second").by("agent"),
            _ -> Result.PASS);

    Decision late =
        world.attempt(
            vouched("ci", execution("w", 3).commit("old").with(REPORT)), _ -> Result.PASS);

    assertThat(late.kind()).isEqualTo(DecisionKind.ESCALATE);
  }

  @Test
  void bytesThatWereVouchedForAreClaimsAgainInALaterAttempt() {
    var _ = world.attempt(execution("w", 1).build().by("agent"), _ -> Result.PASS);
    var _ = world.attempt(vouched("ci", REPORT), _ -> Result.PASS);

    Decision decision =
        world.attempt(execution("w", 2).risk(Risk.MEDIUM).build().by("agent"), _ -> Result.PASS);

    assertThat(decision.kind())
        .as("nobody ran what this attempt changed")
        .isEqualTo(DecisionKind.ESCALATE);
  }

  @Test
  void whileNobodySentWorkNothingIsVouchedFor() {
    Decision decision = world.attempt(vouched("ci", REPORT), _ -> Result.PASS);

    assertThat(decision.evidence()).isEqualTo(CLAIMED);
  }

  @Test
  void anExecutionDoesNotBecomeEvidenceByAFactOfItsName() {
    var _ = world.attempt(execution("w", 1).build().by("agent"), _ -> Result.PASS);
    ExecutionEvent own = execution("w", 2).risk(Risk.MEDIUM).build("evidence").by("ci");
    world.tell(GovernanceFact.evidence("w", own.eventKey(), "ci", List.of(REPORT.sha256())));

    assertThat(world.attempt(own, _ -> Result.PASS).evidence()).isEqualTo(CLAIMED);
  }

  @Test
  void whoNamesAWitnessThatIngestDidNotTellOfHasNone() {
    var _ = world.attempt(execution("w", 1).build().by("agent"), _ -> Result.PASS);
    ExecutionEvent forged = execution("w", 2).risk(Risk.MEDIUM).build().by("ci").witnessed("ci");

    assertThat(world.attempt(forged, _ -> Result.PASS).evidence()).isEqualTo(CLAIMED);
  }

  @Test
  void whoSentTheWorkVouchesForNothing() {
    var _ =
        world.attempt(execution("w", 1).risk(Risk.MEDIUM).build().by("agent"), _ -> Result.PASS);

    Decision decision = world.attempt(vouched("agent", REPORT), _ -> Result.PASS);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.evidence()).isEqualTo(CLAIMED);
  }

  @Test
  void toVouchForOtherBytesSaysNothingAboutThese() {
    ArtifactRef other = Facts.artifact(ArtifactRole.TEST_REPORT, "another report");
    var _ = world.attempt(vouched("ci", other), _ -> Result.PASS);

    Decision decision =
        world.attempt(execution("w", 2).risk(Risk.MEDIUM).build().by("agent"), _ -> Result.PASS);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
  }

  @Test
  void anExecutionThatNobodyVouchedForIsAClaimWhateverItsSenderIsCalled() {
    Decision decision =
        world.attempt(execution("w", 1).risk(Risk.MEDIUM).build().by("ci"), _ -> Result.PASS);

    assertThat(decision.evidence()).isEqualTo(CLAIMED);
  }

  /**
   * What ingest makes of evidence: the director is told first who vouches, then asked to verify.
   */
  private ExecutionEvent vouched(String principal, World.Execution execution) {
    ExecutionEvent event =
        execution.risk(Risk.LOW).build("evidence").by(principal).witnessed(principal);
    world.tell(GovernanceFact.evidence("w", event.eventKey(), principal, event.data().digests()));
    return event;
  }

  private ExecutionEvent vouched(String principal, ArtifactRef artifact) {
    return vouched(principal, execution("w", 1).with(artifact));
  }
}
