package dev.assay.core.director;

import static dev.assay.core.director.World.REPORT;
import static dev.assay.core.director.World.SCAN;
import static dev.assay.core.director.World.execution;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
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

  private static String[] names(int attempt, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "verifier-" + attempt + "-" + i)
        .toArray(String[]::new);
  }
}
