package dev.assay.core.director;

import static dev.assay.core.director.World.REPORT;
import static dev.assay.core.director.World.SCAN;
import static dev.assay.core.director.World.execution;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodHint;
import dev.assay.schemas.message.MoodTrigger;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GovernanceTest {

  private World world = new World(Facts.policy());

  @Test
  void theSameFailureAgainChangesTheMoodThenSplitsThenHalts() {
    List<Decision> decisions = new ArrayList<>();
    for (int attempt = 1; attempt <= 5; attempt++) {
      decisions.add(world.attempt("w", attempt, Result.FAIL));
    }

    assertThat(decisions)
        .extracting(Decision::kind)
        .containsExactly(
            DecisionKind.RETRY,
            DecisionKind.RETRY,
            DecisionKind.ESCALATE,
            DecisionKind.SPLIT,
            DecisionKind.HALT);
    assertThat(decisions)
        .extracting(Decision::moodAfter)
        .startsWith(Mood.CALM, Mood.SKEPTICAL, Mood.CURIOUS);
    assertThat(decisions.get(1).transitions())
        .singleElement()
        .satisfies(t -> assertThat(t.trigger()).isEqualTo(MoodTrigger.SAME_SIGNATURE));
    for (int i = 1; i < decisions.size(); i++) {
      assertThat(decisions.get(i).moodBefore()).isEqualTo(decisions.get(i - 1).moodAfter());
    }
  }

  @Test
  void anotherFailureEachTimeIsNoBlindRerun() {
    for (int attempt = 1; attempt <= 6; attempt++) {
      String signature = "00" + attempt;
      world.attemptReported(
          execution("w", attempt).retries(20).build(),
          request -> Facts.failing(request, signature));
    }

    assertThat(world.kinds("w")).containsOnly(DecisionKind.RETRY);
    assertThat(world.decisions("w").get(2).transitions())
        .extracting(t -> t.trigger())
        .containsExactly(MoodTrigger.REPEATED_FAILURES);
  }

  @Test
  void whatComesAfterAHaltIsNotVerifiedAndCounted() {
    halted("w");
    int asked = world.all(Emission.RequestVerification.class).size();

    Decision after = world.attempt("w", 6, Result.PASS);

    assertThat(after.kind()).isEqualTo(DecisionKind.HALT);
    assertThat(after.reasons()).containsExactly("HALTED");
    assertThat(world.all(Emission.RequestVerification.class)).hasSize(asked);
    assertThat(world.shown("w").cost().rerunsSaved()).isEqualTo(1);
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
  }

  @Test
  void aPersonResumesAHaltedItemWithoutAssertingAnything() {
    halted("w");
    Approval question = Objects.requireNonNull(world.shown("w").approval());

    world.tell(GovernanceFact.answered("w", question.id(), "resume", "try again", "operator"));

    Decision resumed = world.decisions("w").getLast();
    assertThat(resumed.kind()).isEqualTo(DecisionKind.CONTINUE);
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
    assertThat(world.shown("w").approval()).isNull();
    assertThat(world.all(Emission.Attest.class).getLast().statement().text())
        .contains("https://assay.dev/attestation/approval/v1")
        .contains("\"answeredBy\":\"operator\"");
    assertThat(world.attempt("w", 7, Result.FAIL).kind()).isEqualTo(DecisionKind.ESCALATE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"resume", "stay-halted"})
  void whoSentWorkAnswersNothingAboutIt(String answer) {
    for (int attempt = 1; attempt <= 6; attempt++) {
      world.attempt(execution("w", attempt).build().by("agent"), _ -> Result.FAIL);
    }
    Approval question = Objects.requireNonNull(world.shown("w").approval());
    int decisions = world.decisions("w").size();

    world.tell(GovernanceFact.answered("w", question.id(), answer, "mine", "agent"));

    assertThat(world.decisions("w")).hasSize(decisions);
    assertThat(world.shown("w").approval()).isEqualTo(question);
    assertThat(world.shown("w").refusals().getLast().rejection().code())
        .isEqualTo(ErrorCode.SELF_APPROVAL);

    world.tell(
        GovernanceFact.answered("w", question.id(), answer, null, "agent").as("operate", null));

    assertThat(world.decisions("w")).as("who operates may give a token to anybody").hasSize(7);
  }

  @Test
  void whatWhoSentWorkResumedBeforeIsRebuilt() {
    World earlier = new World(Facts.policy(), Edition.BEFORE_REMEMBERED_FAILURES);
    for (int attempt = 1; attempt <= 6; attempt++) {
      earlier.attempt(execution("w", attempt).build().by("agent"), _ -> Result.FAIL);
    }
    Approval question = Objects.requireNonNull(earlier.shown("w").approval());

    earlier.tell(GovernanceFact.answered("w", question.id(), "resume", "mine", "agent"));

    assertThat(earlier.decisions("w").getLast().kind()).isEqualTo(DecisionKind.CONTINUE);
  }

  @Test
  void aChildRequiresWhatItsParentDoes() {
    for (int attempt = 1; attempt <= 4; attempt++) {
      world.attempt(
          execution("w", attempt).with(REPORT, SCAN).requires("scan").risk(Risk.HIGH).build(),
          _ -> Result.FAIL);
    }
    String child = world.decisions("w").getLast().children().getFirst();

    Decision without = world.attempt(execution(child, 1).risk(Risk.LOW).build(), _ -> Result.PASS);

    assertThat(without.kind()).isNotEqualTo(DecisionKind.PROMOTE);
    assertThat(without.reasons()).contains("REQUIRED_EVIDENCE_MISSING");
    assertThat(world.state(child).head().governance().requirements().risk()).isEqualTo(Risk.HIGH);
  }

  @Test
  void aSplitOpensAChildPerFailureAndThePromotedChildrenCarryTheParent() {
    world.fail("w", 4);
    List<String> children = world.decisions("w").getLast().children();
    assertThat(children).containsExactly("w:s1", "w:s2");
    assertThat(world.shown("w:s1").parent()).isEqualTo("w");
    assertThat(world.shown("w:s1").status()).isEqualTo(WorkItemStatus.PENDING);

    Decision waits = world.attempt("w", 5, Result.PASS);
    assertThat(waits.kind()).isEqualTo(DecisionKind.CONTINUE);
    assertThat(waits.reasons()).containsExactly("CHILDREN_OPEN");
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
    assertThat(world.shown("w").atoms())
        .extracting(WorkItem.Atom::state)
        .contains(AtomState.PROMOTION_PENDING);

    world.attempt("w:s1", 1, Result.PASS);
    assertThat(world.shown("w").children())
        .extracting(WorkItem.Child::state)
        .containsExactly(ChildState.PROMOTED, ChildState.OPEN);
    world.attempt("w:s2", 1, Result.PASS);

    Decision promoted = world.decisions("w").getLast();
    assertThat(promoted.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(promoted.reasons()).contains("CHILDREN_PROMOTED");
    String vsa = world.statement(promoted.promotion());
    assertThat(world.decisions("w:s1").getLast().promotion()).isNotNull();
    assertThat(vsa).contains(Objects.requireNonNull(world.decisions("w:s1").getLast().promotion()));
    assertThat(world.shown("w").status()).isEqualTo(WorkItemStatus.PROMOTED);
  }

  @Test
  void aChildThatFallsTakesItsParentWithIt() {
    world.fail("w", 4);
    world.attempt("w", 5, Result.PASS);
    world.attempt("w:s1", 1, Result.PASS);
    world.attempt("w:s2", 1, Result.PASS);
    assertThat(world.shown("w").controlState().asserts()).hasSize(1);

    world.attempt("w:s2", 2, Result.FAIL);

    assertThat(world.decisions("w").getLast().kind()).isEqualTo(DecisionKind.DEMOTE);
    assertThat(world.decisions("w").getLast().reasons()).containsExactly("CHILD_DEMOTED");
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
    assertThat(world.shown("w").atoms())
        .extracting(WorkItem.Atom::state)
        .contains(AtomState.RETRACTED)
        .doesNotContain(AtomState.PROMOTED);
  }

  @Test
  void aChildThatWasPromotedBeforeItWasOneIsNotWaitedForForEver() {
    world.attempt("w:s1", 1, Result.PASS);
    world.attempt("w:s2", 1, Result.PASS);
    world.fail("w", 4);

    assertThat(world.shown("w").children())
        .extracting(WorkItem.Child::state)
        .containsExactly(ChildState.PROMOTED, ChildState.PROMOTED);
    assertThat(world.attempt("w", 5, Result.PASS).kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void aChildThatHaltsHaltsItsParent() {
    world.fail("w", 4);
    halted("w:s1");

    assertThat(world.decisions("w").getLast().kind()).isEqualTo(DecisionKind.HALT);
    assertThat(world.decisions("w").getLast().reasons()).containsExactly("CHILD_HALTED");
  }

  @Test
  void aLaterContradictionDemotesAndTheAssertionFalls() {
    Decision promoted = world.attempt("w", 1, Result.PASS);
    assertThat(world.shown("w").controlState().asserts()).hasSize(1);

    Decision demoted = world.attempt("w", 2, Result.FAIL);

    assertThat(demoted.kind()).isEqualTo(DecisionKind.DEMOTE);
    assertThat(demoted.reasons()).contains("VERIFICATION_FAILED", "CONTRADICTED");
    assertThat(demoted.moodAfter()).isEqualTo(Mood.SKEPTICAL);
    WorkItem item = world.shown("w");
    assertThat(item.controlState().asserts()).isEmpty();
    assertThat(item.controlState().hypothesize()).isNotEmpty();
    assertThat(item.atoms())
        .extracting(WorkItem.Atom::state)
        .containsExactly(AtomState.RETRACTED, AtomState.QUARANTINED);
    String revocation = world.all(Emission.Attest.class).getLast().statement().text();
    assertThat(revocation)
        .contains("\"verificationResult\":\"FAILED\"")
        .contains("\"verifiedLevels\":[\"FAILED\"]")
        .contains(Objects.requireNonNull(promoted.promotion()));
  }

  @Test
  void whatIsFlakyGetsLensesAndStaysFlaky() {
    Decision decision =
        world.attempt(
            execution("w", 1).build(),
            request ->
                Objects.equals(request.lens(), "independent-checker")
                    ? Result.FAIL
                    : request.lens() == null ? Result.FLAKY : Result.PASS);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision.reasons()).contains("FLAKY");
    assertThat(world.all(Emission.RequestVerification.class))
        .extracting(ask -> ask.request().lens())
        .containsExactly(
            null,
            "clean-sandbox-rerun",
            "independent-checker",
            "isolated-subset",
            "extra-instrumentation");
    assertThat(decision.attestations()).hasSize(5);
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
  }

  @Test
  void whatEveryLensPassesIsAPass() {
    Decision decision =
        world.attempt(
            execution("w", 1).build(),
            request -> request.lens() == null ? Result.FLAKY : Result.PASS);

    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whatStaysInconclusiveGetsTheSecondRoundAndNoMore() {
    Decision decision = world.attempt("w", 1, Result.INCONCLUSIVE);

    assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(world.all(Emission.RequestVerification.class)).hasSize(5);
    assertThat(world.shown("w").controlState().hyperthesis()).isNotEmpty();
  }

  @Test
  void nothingIsNestedWhenSomethingElseHasFailed() {
    Decision decision =
        world.attempt(
            execution("w", 1).with(REPORT, SCAN).build(),
            request -> request.verifierType().equals("scan") ? Result.FAIL : Result.INCONCLUSIVE);

    assertThat(decision.kind()).isEqualTo(DecisionKind.RETRY);
    assertThat(world.all(Emission.RequestVerification.class)).hasSize(2);
  }

  @Test
  void highRiskNeedsASecondIndependentAttestation() {
    World again = new World(Facts.rerunning());

    Decision decision = again.attempt(execution("w", 1).risk(Risk.HIGH).build(), _ -> Result.PASS);

    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision.attestations()).hasSize(2).doesNotHaveDuplicates();
    assertThat(again.all(Emission.RequestVerification.class))
        .extracting(ask -> ask.request().lens())
        .containsExactly(null, "independent-rerun-1");
  }

  @Test
  void aRerunThatDisagreesIsNotPromoted() {
    Decision decision =
        new World(Facts.rerunning())
            .attempt(
                execution("w", 1).risk(Risk.HIGH).build(),
                request -> request.lens() == null ? Result.PASS : Result.FAIL);

    assertThat(decision.kind()).isNotEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void aSecurityBoundaryIsNeverPromotedBeforeAPersonAgrees() {
    Decision asks =
        world.attempt(
            execution("w", 1).hints(MoodHint.SECURITY_BOUNDARY).build(), _ -> Result.PASS);

    assertThat(asks.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
    assertThat(asks.moodAfter()).isEqualTo(Mood.PARANOID);
    assertThat(asks.approval()).isNotNull();
    assertThat(world.shown("w").status()).isEqualTo(WorkItemStatus.WAITING_FOR_HUMAN);

    String id = Objects.requireNonNull(asks.approval()).id();
    world.tell(GovernanceFact.answered("w", id, "proceed", null, "operator"));

    Decision answered = world.decisions("w").getLast();
    assertThat(answered.kind()).isEqualTo(DecisionKind.CONTINUE);
    assertThat(answered.moodAfter()).isEqualTo(Mood.BOLD);
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
    assertThat(world.attempt("w", 2, Result.PASS).kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whatParanoiaAsksForIsOfHighRiskWhateverTheAgentSays() {
    var _ =
        world.attempt(
            execution("w", 1).risk(Risk.LOW).hints(MoodHint.SECURITY_BOUNDARY).build(),
            _ -> Result.PASS);

    assertThat(world.all(Emission.RequestVerification.class))
        .isNotEmpty()
        .allSatisfy(ask -> assertThat(ask.request().risk()).isEqualTo(Risk.HIGH));
  }

  @Test
  void aMissingPreferenceIsAskedAndItsDeadlineHalts() {
    Decision asks =
        world.attempt(
            execution("w", 1).hints(MoodHint.PREFERENCE_MISSING).build(), _ -> Result.PASS);
    Approval question = Objects.requireNonNull(asks.approval());
    assertThat(question.options()).hasSizeBetween(1, 3).contains(question.defaultAnswer());

    world.later(Rules.standard().approvalSeconds() + 1);
    world.tell(GovernanceFact.expired("w", question.id()));

    Decision expired = world.decisions("w").getLast();
    assertThat(expired.kind()).isEqualTo(DecisionKind.HALT);
    assertThat(expired.reasons()).containsExactly("APPROVAL_TIMEOUT");
    assertThat(world.all(Emission.Attest.class).getLast().statement().text())
        .contains("\"timedOut\":true");
    world.tell(GovernanceFact.answered("w", question.id(), "proceed", null, "late"));
    assertThat(world.emissions).anyMatch(Emission.Refuse.class::isInstance);
    assertThat(world.decisions("w").getLast()).isEqualTo(expired);
  }

  @Test
  void anExpiryBeforeTheDeadlineIsRefused() {
    Decision asks =
        world.attempt(
            execution("w", 1).hints(MoodHint.PREFERENCE_MISSING).build(), _ -> Result.PASS);

    world.tell(GovernanceFact.expired("w", Objects.requireNonNull(asks.approval()).id()));

    assertThat(world.all(Emission.Refuse.class)).hasSize(1);
    assertThat(world.decisions("w")).hasSize(1);
    assertThat(Times.epochMillis(Objects.requireNonNull(asks.approval()).deadline()))
        .isGreaterThan(Times.epochMillis(world.now()));
  }

  @Test
  void aCrashIsAnsweredWithContritionAndThenTheMoodBefore() {
    Decision crashed =
        world.attempt(execution("w", 1).hints(MoodHint.CRASH_DETECTED).build(), _ -> Result.PASS);
    assertThat(crashed.kind()).isEqualTo(DecisionKind.CONTINUE);
    assertThat(crashed.moodAfter()).isEqualTo(Mood.CONTRITE);

    Decision after = world.attempt("w", 2, Result.PASS);

    assertThat(after.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(after.moodAfter()).isEqualTo(Mood.CALM);
  }

  @Test
  void noHintOfAnAgentLeadsOutOfParanoia() {
    world.attempt(execution("w", 1).hints(MoodHint.SECURITY_BOUNDARY).build(), _ -> Result.PASS);
    world.attempt(execution("w", 2).hints(MoodHint.CRASH_DETECTED).build(), _ -> Result.PASS);
    world.attempt(execution("w", 3).hints(MoodHint.SUSPECTED_INJECTION).build(), _ -> Result.PASS);

    Decision plain = world.attempt("w", 4, Result.PASS);

    assertThat(plain.moodAfter()).isEqualTo(Mood.PARANOID);
    assertThat(plain.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
  }

  @Test
  void aVerifierThatPassesAKnownBadArtifactPromotesNothing() {
    ArtifactRef bad = Facts.artifact(ArtifactRole.TEST_REPORT, "known bad");
    World paranoid = new World(Facts.withNegativeControl(bad));
    ExecutionEvent event = execution("w", 1).hints(MoodHint.SECURITY_BOUNDARY).build();

    Decision caught =
        paranoid.attempt(
            event, request -> request.artifacts().contains(bad) ? Result.FAIL : Result.PASS);
    Decision fooled = new World(Facts.withNegativeControl(bad)).attempt(event, _ -> Result.PASS);

    assertThat(caught.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
    assertThat(fooled.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(fooled.reasons()).containsExactly("NEGATIVE_CONTROL_NOT_FAILED");
    assertThat(paranoid.all(Emission.RequestVerification.class))
        .extracting(ask -> ask.request().lens())
        .containsExactly(null, "independent-rerun-1", "negative-control");
  }

  @Test
  void whatIsNotMeasuredWellEnoughIsNotPromoted() {
    World strict = new World(Facts.withFalsePassUpperMax(0.2));

    Decision unmeasured = strict.attempt("w", 1, Result.PASS);
    Decision unsure =
        strict.attemptReported(
            execution("w", 2).build(), request -> Facts.measured(request, 4, 0.6));
    Decision sure =
        strict.attemptReported(
            execution("w", 3).build(), request -> Facts.measured(request, 40, 0.09));

    assertThat(unmeasured.reasons()).containsExactly("ERROR_RATE_NOT_BOUNDED");
    assertThat(unsure.reasons()).containsExactly("ERROR_RATE_NOT_BOUNDED");
    assertThat(sure.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  private static GovernanceState in(Mood mood) {
    return GovernanceState.unknown().with(new GovernanceState.MoodState(mood, mood, List.of()));
  }

  @Test
  void aStricterMoodAsksForEverythingThatAMilderOneDoes() {
    Planner planner = new Planner(Facts.withMoods(), Edition.TODAY);
    ExecutionEvent event = execution("w", 1).build();

    List<String> calm = verifiers(planner.plan(event, in(Mood.CALM), List.of()));
    List<String> skeptical = verifiers(planner.plan(event, in(Mood.SKEPTICAL), List.of()));
    List<String> paranoid = verifiers(planner.plan(event, in(Mood.PARANOID), List.of()));

    assertThat(calm).containsExactly("tests");
    assertThat(skeptical).containsAll(calm).contains("suite");
    assertThat(paranoid).containsAll(skeptical).contains("gate", "tests independent-rerun-1");
  }

  @Test
  void boldnessBroadensOnlyAfterAGreenCore() {
    World bold = new World(Facts.withMoods());
    Decision asks =
        bold.attempt(execution("w", 1).hints(MoodHint.SECURITY_BOUNDARY).build(), _ -> Result.PASS);
    String question = Objects.requireNonNull(asks.approval()).id();
    bold.tell(GovernanceFact.answered("w", question, "proceed", null, "operator"));

    bold.submit(execution("w", 2).build());
    assertThat(bold.open).extracting(VerificationRequest::verifierType).containsExactly("tests");
    bold.report(Facts.report(bold.open.remove(), Result.PASS));
    assertThat(bold.open).extracting(VerificationRequest::verifierType).containsExactly("wide");
    bold.report(Facts.report(bold.open.remove(), Result.FAIL));

    assertThat(bold.decisions("w").getLast().kind()).isNotEqualTo(DecisionKind.PROMOTE);
  }

  private static List<String> verifiers(Plan plan) {
    return plan.items().stream()
        .map(r -> r.lens() == null ? r.verifierType() : r.verifierType() + " " + r.lens())
        .toList();
  }

  @Test
  void attemptsOfOneWorkItemAreJudgedOneAfterTheOther() {
    world.submit(execution("w", 1).build());
    world.submit(execution("w", 2).build());
    assertThat(world.open).extracting(VerificationRequest::attempt).containsExactly(1);

    world.report(Facts.report(world.open.remove(), Result.FAIL));

    assertThat(world.open).extracting(VerificationRequest::attempt).containsExactly(2);
  }

  @Test
  void aMoodWhoseBudgetIsUsedUpHaltsTheWorkItemUntilAPersonLetsItGoOn() {
    world = new World(Facts.withMoodBudget(Mood.CALM, 1));

    Decision halted = world.attempt("w", 1, Result.FAIL);

    assertThat(halted.kind()).isEqualTo(DecisionKind.HALT);
    assertThat(halted.reasons()).contains("BUDGET_EXHAUSTED", "MOOD_BUDGET", "ITERATION_BUDGET");
    Approval question = Objects.requireNonNull(world.shown("w").approval());
    world.tell(GovernanceFact.answered("w", question.id(), "resume", "go on", "operator"));
    assertThat(world.attempt("w", 2, Result.PASS).kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void anotherMoodHasABudgetOfItsOwn() {
    world = new World(Facts.withMoodBudget(Mood.CALM, 2));

    world.fail("w", 2);

    assertThat(world.decisions("w").getLast().moodAfter()).isEqualTo(Mood.SKEPTICAL);
    assertThat(world.kinds("w")).containsOnly(DecisionKind.RETRY);
  }

  @Test
  void aWorkItemWhoseBudgetIsUsedUpHalts() {
    for (int attempt = 1; attempt <= 100; attempt++) {
      String signature = "a" + attempt;
      world.attemptReported(
          execution("w", Math.min(attempt, 100)).build("e" + attempt),
          request -> Facts.failing(request, signature));
    }

    assertThat(world.decisions("w").getLast().kind()).isEqualTo(DecisionKind.HALT);
    assertThat(world.decisions("w").getLast().reasons())
        .contains("BUDGET_EXHAUSTED", "ITERATION_BUDGET");
  }

  private void halted(String workItem) {
    world.fail(workItem, 5);
    assertThat(world.kinds(workItem)).endsWith(DecisionKind.HALT);
  }
}
