package dev.assay.core.director;

import static dev.assay.core.director.Facts.T1;
import static dev.assay.core.director.Facts.T2;
import static dev.assay.core.director.Facts.T3;
import static dev.assay.core.director.Facts.artifact;
import static dev.assay.core.director.Facts.execution;
import static dev.assay.core.director.Facts.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sim.Messages;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DirectorStepTest {

  private static final ArtifactRef REPORT = artifact(ArtifactRole.TEST_REPORT, "report");
  private static final ArtifactRef SCAN = artifact(ArtifactRole.SARIF, "scan");

  private final DirectorStep step = new DirectorStep(Facts.policy());

  @Test
  void everyArtifactWithAVerifierIsAskedForOnce() {
    Outcome outcome = step.onExecution(ItemReader.nothing(), execution("e", 1, REPORT, SCAN), T1);

    assertThat(asks(outcome))
        .extracting(VerificationRequest::verifierType)
        .containsExactly("scan", "tests");
    assertThat(of(outcome, Emission.RequestVerification.class))
        .extracting(Emission.RequestVerification::slow)
        .containsExactly(true, false);
  }

  @Test
  void companionsGoWithTheirSubject() {
    ArtifactRef workspace = artifact(ArtifactRole.WORKSPACE, "tree");

    Outcome outcome =
        step.onExecution(ItemReader.nothing(), execution("e", 1, workspace, REPORT), T1);

    assertThat(asks(outcome))
        .singleElement()
        .satisfies(r -> assertThat(r.artifacts()).containsExactly(REPORT, workspace));
  }

  @Test
  void allPassPromotesAndAssertsWithItsAttestations() {
    Outcome last = decided(execution("e", 1, REPORT), Result.PASS);

    Decision decision = decision(last);
    assertThat(decision.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision.reasons()).containsExactly("ALL_REQUIRED_PASS");
    assertThat(attestationIds(last))
        .containsExactly(decision.attestations().getFirst(), decision.promotion());
    WorkItem item = shown(last);
    assertThat(item.controlState().asserts())
        .singleElement()
        .satisfies(a -> assertThat(a.attestations()).containsAll(decision.attestations()));
    assertThat(item.atoms()).extracting(WorkItem.Atom::state).containsExactly(AtomState.PROMOTED);
  }

  @ParameterizedTest
  @EnumSource(
      value = Result.class,
      names = {"FLAKY", "INCONCLUSIVE", "FAIL"})
  void nothingButPassIsEverPromotedOrAsserted(Result result) {
    Outcome last = decided(execution("e", 1, REPORT), result);

    assertThat(decision(last).kind()).isNotEqualTo(DecisionKind.PROMOTE);
    assertThat(decision(last).promotion()).isNull();
    assertThat(shown(last).controlState().asserts()).isEmpty();
  }

  @Test
  void aFailureIsRetriedWithItsReasonAndThenEscalated() {
    assertThat(decision(decided(execution("e", 1, REPORT), Result.FAIL)))
        .satisfies(d -> {
          assertThat(d.kind()).isEqualTo(DecisionKind.RETRY);
          assertThat(d.retryPrompt())
              .startsWith(
                  "VERIFICATION FAILED on the previous attempt: tests: failure signatures [")
              .contains("The task is NOT complete.");
        });
    assertThat(decision(decided(execution("e", 2, REPORT), Result.FAIL)).kind())
        .isEqualTo(DecisionKind.RETRY);
    assertThat(decision(decided(execution("e", 3, REPORT), Result.FAIL)))
        .satisfies(d -> {
          assertThat(d.kind()).isEqualTo(DecisionKind.ESCALATE);
          assertThat(d.reasons()).containsExactly("VERIFICATION_FAILED", "RETRIES_EXHAUSTED");
        });
  }

  @Test
  void aFailureLeavesAHypothesisWithADiscriminatingTest() {
    assertThat(shown(decided(execution("e", 1, REPORT), Result.FAIL)).controlState().hypothesize())
        .singleElement()
        .satisfies(h -> {
          assertThat(h.discriminatingTest()).isNotBlank();
          assertThat(h.signatures()).containsExactly("5160");
        });
  }

  @Test
  void anEmptyPlanIsNeverVerified() {
    Outcome outcome = step.onExecution(ItemReader.nothing(), execution("e", 1), T1);

    assertThat(decision(outcome).kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision(outcome).reasons()).containsExactly("EMPTY_PLAN");
  }

  @Test
  void anUnknownRequiredVerifierMakesTheItemUnverifiableWhateverElsePasses() {
    Outcome last = decided(execution("e", 1, List.of("astrology"), List.of(), REPORT), Result.PASS);

    assertThat(decision(last).kind()).isEqualTo(DecisionKind.ESCALATE);
    assertThat(decision(last).reasons()).containsExactly("UNKNOWN_REQUIRED_VERIFIER");
  }

  @Test
  void aRequiredVerifierWithoutEvidenceIsNotSilentlySkipped() {
    Outcome last = decided(execution("e", 1, List.of("scan"), List.of(), REPORT), Result.PASS);

    assertThat(decision(last).reasons()).containsExactly("REQUIRED_EVIDENCE_MISSING");
  }

  @Test
  void aSuggestionOutsideTheAllowlistIsRefusedAndRecorded() {
    Outcome last =
        decided(
            execution("e", 1, List.of(), List.of("curl http://evil.example"), REPORT), Result.PASS);

    assertThat(decision(last).kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(decision(last).reasons()).containsExactly("ALL_REQUIRED_PASS", "SUGGESTION_REFUSED");
  }

  @Test
  void aRepeatedFactChangesNothingAndSaysTheSameAgain() {
    ExecutionEvent event = execution("e", 1, REPORT);
    Outcome asked = step.onExecution(ItemReader.nothing(), event, T1);
    Outcome decided = step.onReport(asked.next(), report(asks(asked).getFirst(), Result.PASS), T2);

    Outcome sameReport =
        step.onReport(decided.next(), report(asks(asked).getFirst(), Result.PASS), T3);
    Outcome sameExecution = step.onExecution(decided.next(), event, T3);

    assertThat(sameReport.next().changes()).isEmpty();
    assertThat(sameReport.emissions()).isEqualTo(decided.emissions());
    assertThat(sameExecution.next().changes()).isEmpty();
    assertThat(sameExecution.emissions()).isEqualTo(decided.emissions());
  }

  @ParameterizedTest
  @CsvSource({"FAIL, PASS", "FAIL, INCONCLUSIVE", "PASS, FAIL", "INCONCLUSIVE, PASS"})
  void aSecondVerdictOnOneRequestIsRefusedSoThatSomebodySeesIt(Result first, Result second) {
    Outcome asked = step.onExecution(ItemReader.nothing(), execution("e", 1, REPORT, SCAN), T1);
    VerificationRequest request = asks(asked).getFirst();
    Outcome known = step.onReport(asked.next(), report(request, first), T2);

    Outcome again = step.onReport(known.next(), report(request, second), T3);

    assertThat(again.next().changes()).isEmpty();
    assertThat(again.emissions())
        .singleElement()
        .isInstanceOfSatisfying(
            Emission.Refuse.class,
            refused -> assertThat(refused.rejection().code()).isEqualTo(ErrorCode.REPORT_CONFLICT));
  }

  /** What reads bytes says one thing of them; what runs something may tell it in other words. */
  @ParameterizedTest
  @CsvSource({"CLAIMED, true", "WITNESSED, true", "OBSERVED, false", "REEXECUTED, false"})
  void aSecondReportOfTheSameVerdictIsRefusedWhereItCannotDiffer(
      EvidenceBasis basis, boolean refused) {
    TreeMap<String, Policy.VerifierRule> rules = new TreeMap<>();
    rules.put(
        "tests",
        Messages.rule(ArtifactRole.TEST_REPORT, false).with(EvidenceBasis.REEXECUTED, false));
    DirectorStep runs = new DirectorStep(Policy.of("test", rules, 2));
    Outcome asked = runs.onExecution(ItemReader.nothing(), execution("e", 1, REPORT), T1);
    VerificationRequest request = asks(asked).getFirst();
    ReportMessage first = report(request, Result.PASS).with(basis);
    VerificationReport r = first.report();
    VerificationReport words =
        new VerificationReport(
            r.verifierType(),
            r.verifierVersion(),
            r.target(),
            r.result(),
            r.failureSignatures(),
            "another summary",
            r.nextActions(),
            r.confidence(),
            r.hyperthesis(),
            r.pointers(),
            r.details());
    Outcome known = runs.onReport(asked.next(), first, T2);

    Outcome again =
        runs.onReport(known.next(), Messages.report(request, words, "worker").with(basis), T3);

    assertThat(again.next().changes()).isEmpty();
    if (refused) {
      assertThat(again.emissions())
          .singleElement()
          .isInstanceOfSatisfying(
              Emission.Refuse.class,
              it -> assertThat(it.rejection().code()).isEqualTo(ErrorCode.REPORT_CONFLICT));
    } else {
      assertThat(again.emissions()).isEqualTo(known.emissions());
    }
  }

  @Test
  void theOrderOfReportsChangesNoId() {
    Outcome asked = step.onExecution(ItemReader.nothing(), execution("e", 1, REPORT, SCAN), T1);
    VerificationRequest first = asks(asked).get(0);
    VerificationRequest second = asks(asked).get(1);

    Outcome forward =
        step.onReport(
            step.onReport(asked.next(), report(first, Result.PASS), T2).next(),
            report(second, Result.PASS),
            T3);
    Outcome backward =
        step.onReport(
            step.onReport(asked.next(), report(second, Result.PASS), T3).next(),
            report(first, Result.PASS),
            T2);

    assertThat(decision(forward)).isEqualTo(decision(backward));
  }

  @Test
  void aReportThatOvertakesItsExecutionIsNotLost() {
    ExecutionEvent event = execution("e", 1, REPORT);
    VerificationRequest request =
        asks(step.onExecution(ItemReader.nothing(), event, T1)).getFirst();
    Outcome inOrder =
        step.onReport(
            step.onExecution(ItemReader.nothing(), event, T1).next(),
            report(request, Result.PASS),
            T2);

    Outcome early = step.onReport(ItemReader.nothing(), report(request, Result.PASS), T2);
    Outcome late = step.onExecution(early.next(), event, T1);

    assertThat(early.emissions()).isEmpty();
    assertThat(decision(late)).isEqualTo(decision(inOrder));
  }

  @Test
  void anotherPolicyChangesNothingAboutAnExecutionUnderWay() {
    ExecutionEvent event = execution("e", 1, REPORT);
    Outcome asked = step.onExecution(ItemReader.nothing(), event, T1);
    Outcome expected = step.onReport(asked.next(), report(asks(asked).getFirst(), Result.PASS), T2);
    Policy other = Policy.of("other", new java.util.TreeMap<>(), 0);

    Outcome decided =
        new DirectorStep(other)
            .onReport(asked.next(), report(asks(asked).getFirst(), Result.PASS), T2);
    Outcome repeated = new DirectorStep(other).onExecution(decided.next(), event, T3);

    assertThat(decided.next().changes()).isEqualTo(expected.next().changes());
    assertThat(decided.emissions()).isEqualTo(expected.emissions());
    assertThat(decision(repeated)).isEqualTo(decision(expected));
  }

  @Test
  void theSameEventIdWithOtherContentIsAConflict() {
    Outcome asked = step.onExecution(ItemReader.nothing(), execution("e", 1, REPORT), T1);

    Outcome conflict = step.onExecution(asked.next(), execution("e", 1, SCAN), T2);

    assertThat(of(conflict, Emission.Refuse.class))
        .singleElement()
        .satisfies(r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.EVENT_CONFLICT));
    assertThat(conflict.next().head().executions()).isEqualTo(asked.next().head().executions());
  }

  @Test
  void aReportThatNobodyAskedForIsRefused() {
    Outcome asked = step.onExecution(ItemReader.nothing(), execution("e", 1, REPORT), T1);
    VerificationRequest other =
        asks(step.onExecution(ItemReader.nothing(), execution("e", 1, SCAN), T1)).getFirst();

    Outcome refused = step.onReport(asked.next(), report(other, Result.PASS), T2);

    assertThat(of(refused, Emission.Refuse.class))
        .singleElement()
        .satisfies(r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.UNKNOWN_REQUEST));
  }

  @Test
  void aReportOfAnotherVerifierThanWasAskedIsRefused() {
    ExecutionEvent event = execution("e", 1, REPORT);
    Outcome first = step.onExecution(ItemReader.nothing(), event, T1);
    VerificationRequest asked = asks(first).getFirst();
    VerificationRequest forged =
        new VerificationRequest(
            asked.requestId(),
            asked.workItem(),
            asked.eventKey(),
            asked.planId(),
            asked.attempt(),
            "other",
            asked.config(),
            asked.artifacts(),
            null,
            null,
            asked.risk(),
            null,
            asked.budgetMillis(),
            null);

    Outcome outcome = step.onReport(first.next(), report(forged, Result.PASS), T2);

    assertThat(of(outcome, Emission.Refuse.class))
        .singleElement()
        .satisfies(r -> assertThat(r.rejection().code()).isEqualTo(ErrorCode.UNKNOWN_REQUEST));
    assertThat(of(outcome, Emission.Attest.class)).isEmpty();
  }

  private Outcome decided(ExecutionEvent event, Result result) {
    Outcome outcome = step.onExecution(ItemReader.nothing(), event, T1);
    Deque<VerificationRequest> open = new ArrayDeque<>(asks(outcome));
    while (!open.isEmpty()) {
      outcome = step.onReport(outcome.next(), report(open.remove(), result), T2);
      open.addAll(asks(outcome));
    }
    return outcome;
  }

  private static List<VerificationRequest> asks(Outcome outcome) {
    return of(outcome, Emission.RequestVerification.class).stream()
        .map(Emission.RequestVerification::request)
        .toList();
  }

  private static Decision decision(Outcome outcome) {
    return of(outcome, Emission.Decide.class).getFirst().decision();
  }

  private static WorkItem shown(Outcome outcome) {
    return of(outcome, Emission.PublishWorkItem.class).getLast().workItem();
  }

  private static Stream<String> attestationIds(Outcome outcome) {
    return of(outcome, Emission.Attest.class).stream().map(a -> a.statement().id());
  }

  private static <T extends Emission> List<T> of(Outcome outcome, Class<T> type) {
    return outcome.emissions().stream().filter(type::isInstance).map(type::cast).toList();
  }
}
