package dev.assay.core.director;

import static dev.assay.core.director.World.REPORT;
import static dev.assay.core.director.World.SCAN;
import static dev.assay.core.director.World.execution;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What docs/design/0401-requirements-belong-to-the-work-item.md promises. */
class RequirementsTest {

  private final World world = new World(Facts.policy());

  private Decision attempt(ExecutionEvent event, Result result) {
    return world.attempt(event, _ -> result);
  }

  @Test
  void aFailureIsNotOutlivedByAnAttemptThatBringsSomethingElse() {
    attempt(execution("w", 1).build(), Result.FAIL);

    Decision other = attempt(execution("w", 2).with(SCAN).build(), Result.PASS);
    Decision seen = attempt(execution("w", 3).build(), Result.PASS);

    assertThat(other.kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(other.reasons()).containsExactly("FAILURE_NOT_CLEARED");
    assertThat(seen.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whatOneAttemptRequiredHoldsForThoseAfterIt() {
    Decision missing = attempt(execution("w", 1).requires("scan").build(), Result.PASS);
    Decision dropped = attempt(execution("w", 2).build(), Result.PASS);
    Decision brought = attempt(execution("w", 3).with(REPORT, SCAN).build(), Result.PASS);

    assertThat(List.of(missing, dropped))
        .allSatisfy(decision -> {
          assertThat(decision.kind()).isEqualTo(DecisionKind.ESCALATE);
          assertThat(decision.reasons()).containsExactly("REQUIRED_EVIDENCE_MISSING");
        });
    assertThat(brought.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void anAttemptThatNamesALowerRiskIsVerifiedAtTheHigherOne() {
    attempt(execution("w", 1).risk(Risk.HIGH).build(), Result.INCONCLUSIVE);

    Decision lowered = attempt(execution("w", 2).risk(Risk.LOW).build(), Result.PASS);

    assertThat(world.all(Emission.RequestVerification.class))
        .extracting(Emission.RequestVerification::request)
        .extracting(VerificationRequest::risk)
        .containsOnly(Risk.HIGH);
    assertThat(lowered.attestations())
        .as("as many as a high risk asks for")
        .hasSizeGreaterThanOrEqualTo(Facts.policy().independent(Risk.HIGH));
  }

  @Test
  void aWorkItemThatRequiresTooMuchHalts() {
    int each = 16;
    int attempts = Requirements.VERIFIERS_MAX / each + 1;
    List<Decision> decisions =
        IntStream.rangeClosed(1, attempts)
            .mapToObj(attempt ->
                attempt(
                    execution("w", attempt).requires(names(attempt, each)).build(), Result.PASS))
            .toList();

    Decision last = decisions.getLast();
    assertThat(last.kind()).isEqualTo(DecisionKind.HALT);
    assertThat(last.reasons()).contains("TOO_MANY_REQUIRED");
  }

  private static ExecutionEvent sentBy(String principal, ExecutionEvent event) {
    return new ExecutionEvent(event.source(), event.id(), null, null, event.data()).by(principal);
  }

  @Test
  void aPersonLowersTheRiskForLaterAttemptsToo() {
    World demanding = new World(Facts.demanding());
    Function<VerificationRequest, ReportMessage> claimed =
        request -> Facts.report(request, Result.PASS).with(EvidenceBasis.CLAIMED);
    Decision high = demanding.attemptReported(execution("w", 1).risk(Risk.HIGH).build(), claimed);
    assertThat(high.reasons()).contains("EVIDENCE_BELOW_POLICY");

    demanding.tell(GovernanceFact.lowered("w", null, Risk.LOW, List.of(), "a typo", "olga"));
    Decision lowered = demanding.decisions("w").getLast();
    assertThat(lowered.kind()).isEqualTo(DecisionKind.CONTINUE);
    assertThat(lowered.reasons()).containsExactly("REQUIREMENTS_LOWERED");
    assertThat(demanding.all(Emission.Attest.class).getLast().statement().text())
        .contains("\"answeredBy\":\"olga\"", "risk low", "a typo");

    Decision again = demanding.attemptReported(execution("w", 2).risk(Risk.HIGH).build(), claimed);
    assertThat(again.kind()).isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void theSameLoweringOfARiskThatWasRaisedAgainLowersItAgain() {
    Function<VerificationRequest, ReportMessage> claimed =
        request -> Facts.report(request, Result.PASS).with(EvidenceBasis.CLAIMED);
    World demanding = new World(Facts.demanding());
    demanding.attemptReported(execution("w", 1).risk(Risk.MEDIUM).build(), claimed);
    GovernanceFact first = lowered(demanding);
    demanding.tell(first);
    Decision raised = demanding.attemptReported(execution("w", 2).risk(Risk.HIGH).build(), claimed);
    assertThat(raised.kind()).isEqualTo(DecisionKind.ESCALATE);

    demanding.tell(first);
    assertThat(demanding.attemptReported(execution("w", 3).build(), claimed).kind())
        .as("the first one, told again, is not about what it did not see")
        .isEqualTo(DecisionKind.ESCALATE);
    demanding.tell(lowered(demanding));

    assertThat(demanding.attemptReported(execution("w", 4).build(), claimed).kind())
        .isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whatWasLoweredBeforeTheWorkItemMovedOnIsRefused() {
    Function<VerificationRequest, ReportMessage> claimed =
        request -> Facts.report(request, Result.PASS).with(EvidenceBasis.CLAIMED);
    World demanding = new World(Facts.demanding());
    demanding.attemptReported(execution("w", 1).risk(Risk.MEDIUM).build(), claimed);
    GovernanceFact early = lowered(demanding);
    demanding.submit(execution("w", 2).risk(Risk.HIGH).build());

    demanding.tell(early);
    while (!demanding.open.isEmpty()) {
      demanding.report(claimed.apply(demanding.open.remove()));
    }
    demanding.tell(early);

    assertThat(demanding.decisions("w"))
        .extracting(Decision::kind)
        .containsExactly(DecisionKind.ESCALATE, DecisionKind.ESCALATE);
    assertThat(demanding.shown("w").refusals())
        .isNotEmpty()
        .allSatisfy(refusal -> assertThat(refusal.rejection().detail()).contains("has moved on"));
  }

  /** The risk lowered by who has seen all that was decided. */
  private static GovernanceFact lowered(World world) {
    int ordinal = world.decisions("w").getLast().ordinal();
    return GovernanceFact.lowered("w", ordinal, Risk.LOW, List.of(), "a typo", "olga");
  }

  @Test
  void whatAPersonDroppedIsRequiredByNobodyAgain() {
    attempt(execution("w", 1).requires("scan").build(), Result.PASS);

    world.tell(GovernanceFact.lowered("w", null, null, List.of("scan"), "no scanner here", "olga"));

    assertThat(attempt(execution("w", 2).requires("scan").build(), Result.PASS).kind())
        .isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whatFailedIsDroppedByAPersonOnly() {
    attempt(execution("w", 1).with(REPORT, SCAN).build(), Result.FAIL);

    world.tell(GovernanceFact.lowered("w", null, null, List.of("scan"), "a false alarm", "olga"));

    assertThat(attempt(execution("w", 2).build(), Result.PASS).kind())
        .isEqualTo(DecisionKind.PROMOTE);
  }

  @Test
  void whoSentTheWorkLowersNothing() {
    attempt(sentBy("agent", execution("w", 1).risk(Risk.HIGH).build()), Result.INCONCLUSIVE);

    world.tell(GovernanceFact.lowered("w", null, Risk.LOW, List.of(), "mine", "agent"));

    assertThat(world.decisions("w")).hasSize(1);
    assertThat(world.shown("w").refusals())
        .singleElement()
        .satisfies(
            refusal -> assertThat(refusal.rejection().detail()).contains("has not sent work"));
  }

  @Test
  void whatAPersonLeftHaltedIsNotToldToContinueByLowering() {
    for (int attempt = 1; attempt <= 6; attempt++) {
      attempt(execution("w", attempt).risk(Risk.HIGH).retries(0).build(), Result.FAIL);
    }
    Approval question = Objects.requireNonNull(world.decisions("w").getLast().approval());
    world.tell(GovernanceFact.answered("w", question.id(), "stay-halted", null, "o"));

    world.tell(
        GovernanceFact.lowered("w", null, Risk.LOW, List.of(), "smaller than it looked", "o"));

    assertThat(world.decisions("w").getLast().reasons()).containsExactly("REQUIREMENTS_LOWERED");
    assertThat(world.decisions("w").getLast().kind()).isEqualTo(DecisionKind.HALT);
  }

  @Test
  void anOpenQuestionStaysOpenWhenARequirementIsLowered() {
    for (int attempt = 1; attempt <= 6; attempt++) {
      attempt(execution("w", attempt).risk(Risk.HIGH).retries(0).build(), Result.FAIL);
    }
    Decision halted = world.decisions("w").getLast();
    assertThat(halted.kind()).isEqualTo(DecisionKind.HALT);

    world.tell(
        GovernanceFact.lowered("w", null, Risk.MEDIUM, List.of(), "smaller than it looked", "o"));

    Decision lowered = world.decisions("w").getLast();
    assertThat(lowered.kind()).isEqualTo(DecisionKind.HALT);
    assertThat(lowered.approval()).isEqualTo(halted.approval());
  }

  @Test
  void whoNamesNoFilesIsInEveryScope() {
    assertThat(asked(execution("none", 1).build(), Edition.TODAY))
        .containsExactlyInAnyOrder("tests", "sources");
    assertThat(asked(execution("other", 1).touching("docs/a.md").build(), Edition.TODAY))
        .containsExactly("tests");
    assertThat(asked(execution("none", 1).build(), Edition.BEFORE_REMEMBERED_FAILURES))
        .as("as it was planned before")
        .containsExactly("tests");
  }

  private static List<String> asked(ExecutionEvent event, Edition edition) {
    World scoped = new World(Facts.scoped(), edition);
    scoped.submit(event);
    return scoped.open.stream().map(VerificationRequest::verifierType).toList();
  }

  private static String[] names(int attempt, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "verifier-" + attempt + "-" + i)
        .toArray(String[]::new);
  }
}
