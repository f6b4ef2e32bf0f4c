package dev.assay.core.director;

import static dev.assay.core.director.World.execution;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.Rules.LensRound;
import dev.assay.core.sim.Messages;
import dev.assay.schemas.Digests;
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
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What happens when facts, attempts and verdicts overtake each other. */
class InterleavedGovernanceTest {

  private static final ArtifactRef OTHER =
      Facts.artifact(ArtifactRole.TEST_REPORT, "another report");

  private final World world = new World(Facts.policy());

  @Test
  void aStopHoldsAgainstThePassOfAnAttemptThatWasUnderWay() {
    World asking = new World(asking());
    asking.attempt("w", 1, Result.INCONCLUSIVE);
    Approval question = Objects.requireNonNull(asking.shown("w").approval());
    asking.submit(execution("w", 2).build());
    asking.tell(GovernanceFact.answered("w", question.id(), "halt", null, "operator"));

    asking.report(Facts.report(asking.open.remove(), Result.PASS));

    Decision after = asking.decisions("w").getLast();
    assertThat(after.kind()).isEqualTo(DecisionKind.HALT);
    assertThat(after.reasons()).containsExactly("HALTED");
    assertThat(asking.shown("w").controlState().asserts()).isEmpty();
    assertThat(asking.shown("w").approval()).isNotNull();
  }

  @Test
  void theDefaultOfAnExpiredQuestionHoldsAgainstThePassOfAnAttemptThatWasUnderWay() {
    World asking = new World(asking());
    asking.attempt("w", 1, Result.INCONCLUSIVE);
    Approval question = Objects.requireNonNull(asking.shown("w").approval());
    asking.submit(execution("w", 2).build());
    asking.later(Rules.standard().approvalSeconds() + 1);
    asking.tell(GovernanceFact.expired("w", question.id()));

    asking.report(Facts.report(asking.open.remove(), Result.PASS));

    assertThat(asking.kinds("w")).doesNotContain(DecisionKind.PROMOTE).endsWith(DecisionKind.HALT);
  }

  @Test
  void aFailureUnderWayStillDemotesWhatAHaltedWorkItemHadPromoted() {
    split();
    world.attempt("w:s1", 1, Result.PASS);
    world.attempt("w:s2", 1, Result.PASS);
    world.attempt("w", 5, Result.PASS);
    world.submit(execution("w", 6).build());
    world.tell(settled("w:s1", ChildState.HALTED));

    world.report(Facts.report(world.open.remove(), Result.FAIL));

    assertThat(world.kinds("w")).endsWith(DecisionKind.HALT, DecisionKind.DEMOTE);
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
  }

  @Test
  void whatWaitsForChildrenIsNotPromotedAfterALaterFailure() {
    split();
    world.attempt("w", 5, Result.PASS);
    world.attempt("w", 6, Result.FAIL);

    world.attempt("w:s1", 1, Result.PASS);
    world.attempt("w:s2", 1, Result.PASS);

    assertThat(world.kinds("w")).doesNotContain(DecisionKind.PROMOTE);
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
    assertThat(world.shown("w").atoms())
        .extracting(WorkItem.Atom::state)
        .containsOnly(AtomState.QUARANTINED);
  }

  @Test
  void aPromotionByChildrenIsAboutTheArtifactsThatPassed() {
    split();
    world.attempt(execution("w", 5).with(OTHER).build(), _ -> Result.PASS);
    world.attempt("w", 6, Result.INCONCLUSIVE);

    world.attempt("w:s1", 1, Result.PASS);
    world.attempt("w:s2", 1, Result.PASS);

    Decision promoted = world.decisions("w").getLast();
    assertThat(promoted.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(promoted.attempt()).isEqualTo(5);
    assertThat(promoted.attestations()).hasSize(1);
    assertThat(world.statement(promoted.promotion()))
        .contains(OTHER.sha256())
        .doesNotContain(World.REPORT.sha256());
  }

  @Test
  void aPromotionByChildrenNeedsAMoodThatPromotes() {
    split();
    world.attempt("w", 5, Result.PASS);
    world.attempt(
        execution("w", 6).hints(MoodHint.SECURITY_BOUNDARY).build(), _ -> Result.INCONCLUSIVE);

    world.attempt("w:s1", 1, Result.PASS);
    world.attempt("w:s2", 1, Result.PASS);

    Decision held = world.decisions("w").getLast();
    assertThat(held.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
    assertThat(held.reasons()).contains("CHILDREN_PROMOTED", "MOOD_DOES_NOT_PROMOTE");
    assertThat(world.shown("w").controlState().asserts()).isEmpty();
  }

  @Test
  void aSuggestionThatComesAgainAsksAgain() {
    DirectorStep step = new DirectorStep(awaitingModel());
    ExecutionEvent event = execution("w", 1).build();
    Outcome waiting = step.onExecution(ItemReader.nothing(), event, Facts.T1);
    GovernanceFact fact = GovernanceFact.suggested("w", event.eventKey(), "model", List.of());
    Outcome asked = step.onFact(waiting.next(), fact, Facts.T2);

    Outcome again = step.onFact(asked.next(), fact, Facts.T3);

    assertThat(asked.emissions()).hasAtLeastOneElementOfType(Emission.RequestVerification.class);
    assertThat(again.next().changes()).isEmpty();
    assertThat(again.emissions()).isEqualTo(asked.emissions());
  }

  @Test
  void aRepeatedReportDoesNotAskAgainWhatAnotherReportSetInMotion() {
    world.submit(execution("w", 1).build());
    world.submit(execution("w", 2).build());
    world.submit(execution("w", 3).build());
    ReportMessage first = Facts.failing(world.open.remove(), "1");
    world.report(first);
    world.report(first);
    assertThat(world.open).extracting(VerificationRequest::attempt).containsExactly(2, 2);
    ReportMessage second = Facts.failing(world.open.remove(), "2");
    world.report(second);
    world.open.clear();

    world.report(first);

    assertThat(world.open).isEmpty();
    world.report(second);
    assertThat(world.open).extracting(VerificationRequest::attempt).containsExactly(3);
  }

  @Test
  void aForgedReportThatOvertakesItsExecutionDoesNotDisplaceTheTrueOne() {
    DirectorStep step = new DirectorStep(Facts.policy());
    ExecutionEvent event = execution("w", 1).build();
    VerificationRequest request =
        step.onExecution(ItemReader.nothing(), event, Facts.T1).emissions().stream()
            .filter(Emission.RequestVerification.class::isInstance)
            .map(emission -> ((Emission.RequestVerification) emission).request())
            .findFirst()
            .orElseThrow();
    ReportMessage true1 = Facts.report(request, Result.FAIL);
    ReportMessage foreign = Messages.foreign(true1);
    Outcome forged = step.onReport(ItemReader.nothing(), foreign, Facts.T1);
    Outcome both = step.onReport(forged.next(), true1, Facts.T2);

    Outcome judged = step.onExecution(both.next(), event, Facts.T3);

    assertThat(judged.emissions())
        .filteredOn(Emission.Decide.class::isInstance)
        .singleElement()
        .satisfies(
            e -> assertThat(((Emission.Decide) e).decision().kind()).isEqualTo(DecisionKind.RETRY));
    assertThat(judged.emissions())
        .filteredOn(Emission.Refuse.class::isInstance)
        .singleElement()
        .satisfies(e -> assertThat(((Emission.Refuse) e).early()).isEqualTo(foreign));
  }

  @Test
  void cryingInjectionIsNoWayOutOfParanoia() {
    world.attempt(execution("w", 1).hints(MoodHint.SECURITY_BOUNDARY).build(), _ -> Result.PASS);
    world.attempt(execution("w", 2).hints(MoodHint.SUSPECTED_INJECTION).build(), _ -> Result.PASS);

    Decision after = world.attempt("w", 3, Result.PASS);

    assertThat(after.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
    assertThat(after.moodAfter()).isEqualTo(Mood.PARANOID);
  }

  @Test
  void aSecurityBoundaryRightAfterACrashIsNotForgotten() {
    world.attempt(execution("w", 1).hints(MoodHint.CRASH_DETECTED).build(), _ -> Result.PASS);

    Decision after =
        world.attempt(
            execution("w", 2).hints(MoodHint.SECURITY_BOUNDARY).build(), _ -> Result.PASS);

    assertThat(after.moodAfter()).isEqualTo(Mood.PARANOID);
    assertThat(after.kind()).isEqualTo(DecisionKind.REQUEST_APPROVAL);
  }

  private void split() {
    for (int attempt = 1; attempt <= 4; attempt++) {
      world.attempt("w", attempt, Result.FAIL);
    }
  }

  private static GovernanceFact settled(String child, ChildState state) {
    return GovernanceFact.childSettled("w", child, state, Digests.sha256Hex(child));
  }

  private static Policy asking() {
    Rules rules = Rules.standard();
    return with(
        new Rules(
            rules.retriesMax(),
            rules.sameSignatureAt(),
            rules.failuresAt(),
            rules.splitAt(),
            rules.haltAt(),
            rules.childrenMax(),
            rules.splitDepthMax(),
            rules.budget(),
            rules.approvalSeconds(),
            true,
            rules.falsePassUpperMax(),
            List.of(new LensRound(List.of("clean-sandbox-rerun")))),
        false);
  }

  private static Policy awaitingModel() {
    return with(Rules.standard(), true);
  }

  private static Policy with(Rules rules, boolean modelPlans) {
    Policy plain = Facts.policy();
    return new Policy(
        plain.name(),
        plain.verifiers(),
        plain.moods(),
        plain.independent(),
        plain.evidence(),
        rules,
        modelPlans,
        List.of());
  }
}
