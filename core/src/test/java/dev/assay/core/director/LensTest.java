package dev.assay.core.director;

import static dev.assay.core.director.World.REPORT;
import static dev.assay.core.director.World.execution;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.Policy.Kind;
import dev.assay.core.director.Policy.VerifierRule;
import dev.assay.core.sim.Messages;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.Decision.Needed;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is asked when an answer decided nothing: only what can give another one. */
class LensTest {

  private static final ArtifactRef WORKSPACE = Facts.artifact(ArtifactRole.WORKSPACE, "workspace");

  private static VerifierRule rule(ArtifactRole subject, Set<Mood> moods, List<String> lenses) {
    VerifierRule plain = Messages.rule(subject, false);
    return new VerifierRule(
        Kind.TESTS,
        plain.subjects(),
        plain.companions(),
        plain.slow(),
        plain.budgetMillis(),
        plain.config(),
        moods,
        plain.scopes(),
        plain.network(),
        plain.negativeControls(),
        subject == ArtifactRole.WORKSPACE ? EvidenceBasis.REEXECUTED : EvidenceBasis.CLAIMED,
        subject != ArtifactRole.WORKSPACE,
        lenses,
        true);
  }

  /** Reads reports; a runner of the tests is there for the paranoid. */
  private static Policy policy(String... lenses) {
    TreeMap<String, VerifierRule> rules = new TreeMap<>();
    rules.put("reader", rule(ArtifactRole.TEST_REPORT, Set.of(), List.of(lenses)));
    rules.put("runner", rule(ArtifactRole.WORKSPACE, Set.of(Mood.PARANOID), List.of()));
    return Policy.of("lenses", rules, 2);
  }

  private static List<String> asked(World world) {
    return world.all(Emission.RequestVerification.class).stream()
        .map(Emission.RequestVerification::request)
        .map(request ->
            request.verifierType() + " " + Objects.requireNonNullElse(request.lens(), "plainly"))
        .toList();
  }

  @Test
  void aReaderOfBytesIsNotAskedAgainAndTheDecisionSaysWhatToAttach() {
    World world = new World(policy());

    Decision decision = world.attempt("w", 1, Result.INCONCLUSIVE);

    assertThat(asked(world)).containsExactly("reader plainly");
    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.reasons()).containsExactly("INCONCLUSIVE", "NO_FURTHER_EVIDENCE");
    assertThat(decision.needed())
        .isEqualTo(
            new Needed(
                EvidenceBasis.CLAIMED,
                List.of(
                    "ATTACH_COMPLETE", "ATTACH_WORKSPACE", "NAME_GROUND_TRUTH", "POST_FROM_CI")));
  }

  @Test
  void aFlakyReportLacksNothingButAnotherLook() {
    Decision decision = new World(policy()).attempt("w", 1, Result.FLAKY);

    assertThat(decision.reasons()).containsExactly("FLAKY", "NO_FURTHER_EVIDENCE");
    assertThat(Objects.requireNonNull(decision.needed()).how()).doesNotContain("ATTACH_COMPLETE");
  }

  @Test
  void onlyLensesThatAVerifierKnowsAreAskedFor() {
    World world = new World(policy("isolated-subset"));

    Decision decision = world.attempt("w", 1, Result.INCONCLUSIVE);

    assertThat(asked(world)).containsExactly("reader plainly", "reader isolated-subset");
    assertThat(decision.reasons()).containsExactly("INCONCLUSIVE", "NO_FURTHER_EVIDENCE");
  }

  @Test
  void whatIsFlakyIsLookedAtUnderAllLensesTogether() {
    World world = new World(policy("clean-sandbox-rerun", "isolated-subset"));

    Decision decision =
        world.attempt(
            execution("w", 1).build(),
            request ->
                Objects.equals(request.lens(), "clean-sandbox-rerun") ? Result.PASS : Result.FLAKY);

    assertThat(asked(world))
        .containsExactly("reader plainly", "reader clean-sandbox-rerun", "reader isolated-subset");
    assertThat(decision.kind()).as("one lucky run is no answer").isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.reasons()).containsExactly("FLAKY", "NO_FURTHER_EVIDENCE");
  }

  @Test
  void anotherVerifierOfTheKindThatKnowsMoreDirectlyIsAsked() {
    World world = new World(policy());

    Decision decision =
        world.attempt(
            execution("w", 1).with(REPORT, WORKSPACE).build(),
            request -> request.verifierType().equals("runner") ? Result.PASS : Result.INCONCLUSIVE);

    assertThat(asked(world)).containsExactly("reader plainly", "runner independent-checker");
    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision.evidence()).isEqualTo(EvidenceBasis.REEXECUTED);
  }

  @Test
  void whatTheOtherVerifierFailedIsClearedByItAlone() {
    World world = new World(policy());
    askedInPlaceOfTheReader(world, 1, Result.FAIL);

    Decision read = world.attempt("w", 2, Result.PASS);
    Decision ran =
        world.attempt(execution("w", 3).with(REPORT, WORKSPACE).build(), _ -> Result.PASS);

    assertThat(read.kind()).as("the reader alone").isEqualTo(DecisionKind.ESCALATE);
    assertThat(read.reasons()).containsExactly("FAILURE_NOT_CLEARED");
    assertThat(ran.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whatTheOtherVerifierFailedHoldsAlsoWhereTheFirstOneIsUndecided() {
    World world = new World(policy("clean-sandbox-rerun"));
    Decision mixed =
        world.attempt(
            execution("w", 1).with(REPORT, WORKSPACE).build(),
            request ->
                request.verifierType().equals("runner")
                    ? Result.FAIL
                    : request.lens() == null ? Result.INCONCLUSIVE : Result.PASS);

    Decision read = world.attempt("w", 2, Result.PASS);

    assertThat(mixed.reasons()).contains("FLAKY");
    assertThat(read.reasons()).containsExactly("FAILURE_NOT_CLEARED");
  }

  @Test
  void aPassOfTheOtherVerifierClearsNoFailureOfTheFirst() {
    World world = new World(policy());
    world.attempt("w", 1, Result.FAIL);

    Decision beside = askedInPlaceOfTheReader(world, 2, Result.PASS);

    assertThat(beside.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(beside.reasons()).containsExactly("FAILURE_NOT_CLEARED");
  }

  @Test
  void whatTheOtherVerifierFailedBeforeThatHeldIsRebuilt() {
    World earlier = new World(policy(), Edition.BEFORE_OWN_FAILURES);
    askedInPlaceOfTheReader(earlier, 1, Result.FAIL);

    assertThat(earlier.attempt("w", 2, Result.PASS).kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  /** An attempt of which the reader can't tell, and the runner says {@code result}. */
  private static Decision askedInPlaceOfTheReader(World world, int attempt, Result result) {
    return world.attempt(
        execution("w", attempt).with(REPORT, WORKSPACE).build(),
        request -> request.verifierType().equals("runner") ? result : Result.INCONCLUSIVE);
  }

  @Test
  void oneRunOfAnotherVerifierIsNoAnswerToWhatIsFlaky() {
    World world = new World(policy());

    Decision decision =
        world.attempt(
            execution("w", 1).with(REPORT, WORKSPACE).build(),
            request -> request.verifierType().equals("runner") ? Result.PASS : Result.FLAKY);

    assertThat(asked(world)).containsExactly("reader plainly");
    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.reasons()).containsExactly("FLAKY", "NO_FURTHER_EVIDENCE");
  }

  @Test
  void theOtherVerifierIsNotAskedWhereTheFirstDecides() {
    World world = new World(policy());

    var _ = world.attempt(execution("w", 1).with(REPORT, WORKSPACE).build(), _ -> Result.PASS);

    assertThat(asked(world)).containsExactly("reader plainly");
  }

  @Test
  void aPlanOfAnEarlierEditionHasAllLensesOfItsRounds() {
    World world = new World(policy().beforeEvidence());

    Decision decision = world.attempt("w", 1, Result.INCONCLUSIVE);

    assertThat(world.all(Emission.RequestVerification.class))
        .extracting(Emission.RequestVerification::request)
        .extracting(VerificationRequest::lens)
        .containsExactly(
            null,
            "clean-sandbox-rerun",
            "independent-checker",
            "isolated-subset",
            "extra-instrumentation");
    assertThat(decision.reasons()).containsExactly("INCONCLUSIVE");
    assertThat(decision.needed()).isNull();
  }
}
