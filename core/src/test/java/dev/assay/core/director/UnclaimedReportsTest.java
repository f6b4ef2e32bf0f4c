package dev.assay.core.director;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sim.Item;
import dev.assay.core.sim.Messages;
import dev.assay.schemas.Digests;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports whose execution does not come are refused, and nothing is left of them. */
class UnclaimedReportsTest {

  private final World world = new World(Facts.policy());

  /** The report on what {@code event} would be asked, behind nothing else. */
  private static ReportMessage reportOn(ExecutionEvent event) {
    World other = new World(Facts.policy());
    other.submit(event);
    return Facts.report(other.open.remove(), Result.PASS);
  }

  private List<ReportMessage> refused() {
    return world.all(Emission.Refuse.class).stream()
        .filter(refused -> refused.rejection().code() == ErrorCode.UNKNOWN_REQUEST)
        .map(Emission.Refuse::early)
        .toList();
  }

  @Test
  void nothingIsLeftOfAWorkItemThatNobodySent() {
    ReportMessage one = reportOn(World.execution("w", 1).build());
    ReportMessage other = Messages.foreign(one);
    world.report(one);
    world.report(other);
    assertThat(world.emissions).isEmpty();

    world.tell(GovernanceFact.unclaimed("w", world.now()));

    assertThat(refused()).containsExactly(one, other);
    assertThat(world.emissions).hasSize(2);
    assertThat(world.state("w")).isEqualTo(Item.nothing());
  }

  @Test
  void whatCameSinceWaitsOn() {
    ReportMessage old = reportOn(World.execution("w", 1).build());
    ReportMessage young = reportOn(World.execution("w", 2).build());
    world.report(old);
    String until = world.now();
    world.report(young);

    world.tell(GovernanceFact.unclaimed("w", until));

    assertThat(refused()).containsExactly(old);
    world.attempt("w", 1, Result.PASS);
    int asked = world.all(Emission.RequestVerification.class).size();
    world.submit(World.execution("w", 2).build());
    assertThat(world.decisions("w")).as("it was here before its execution").hasSize(2);
    assertThat(world.all(Emission.RequestVerification.class)).hasSize(asked + 1);
  }

  @Test
  void anExecutionThatComesAfterItsReportsWereRefusedIsAskedAboutAnew() {
    ExecutionEvent event = World.execution("w", 1).build();
    ReportMessage early = reportOn(event);
    world.report(early);
    world.tell(GovernanceFact.unclaimed("w", world.now()));

    world.submit(event);

    assertThat(world.decisions("w")).isEmpty();
    assertThat(world.open)
        .extracting(VerificationRequest::requestId)
        .containsExactly(early.requestId());
    world.report(Facts.report(world.open.remove(), Result.PASS));
    assertThat(world.kinds("w")).containsExactly(DecisionKind.PROMOTE);
  }

  @Test
  void aReportOnAnAttemptWhoseTurnHasNotComeIsRefusedAndTheRequestIsMadeInItsTurn() {
    ExecutionEvent next = World.execution("w", 2).build();
    ReportMessage forged = Messages.foreign(reportOn(next));
    world.submit(World.execution("w", 1).build());
    world.submit(next);
    world.report(forged);

    world.tell(GovernanceFact.unclaimed("w", world.now()));

    assertThat(refused()).containsExactly(forged);
    assertThat(world.state("w").head().early()).isEmpty();
    world.report(Facts.report(world.open.remove(), Result.PASS));
    assertThat(world.open).extracting(VerificationRequest::attempt).containsExactly(2);
  }

  @Test
  void aWordAboutReportsThatAreTakenOrRefusedIsRefusedItselfAndChangesNothing() {
    ExecutionEvent event = World.execution("w", 1).build();
    GovernanceFact told = GovernanceFact.unclaimed("w", world.now());
    world.tell(told);
    assertThat(world.state("w")).isEqualTo(Item.nothing());
    world.report(reportOn(event));
    world.submit(event);
    Item before = world.state("w");

    world.tell(GovernanceFact.unclaimed("w", world.now()));

    assertThat(world.state("w")).isEqualTo(before);
    assertThat(world.all(Emission.Refuse.class))
        .hasSize(2)
        .allSatisfy(refused -> {
          assertThat(refused.early()).isNull();
          assertThat(refused.rejection().code()).isEqualTo(ErrorCode.UNKNOWN_REQUEST);
        });
    assertThat(world.kinds("w")).containsExactly(DecisionKind.PROMOTE);
  }

  @Test
  void nothingFollowsFromAWordWithoutATime() {
    ReportMessage early = reportOn(World.execution("w", 1).build());
    world.report(early);
    Item before = world.state("w");

    world.tell(GovernanceFact.unclaimed("w", "tomorrow"));

    assertThat(world.state("w")).isEqualTo(before);
    assertThat(world.all(Emission.Refuse.class))
        .singleElement()
        .satisfies(refused -> assertThat(refused.early()).isNull());
  }

  @Test
  void thereIsRoomForTheEndOfAWaitAndItTakesNone() {
    for (int i = 0; i < ItemState.FACTS_MAX; i++) {
      world.tell(GovernanceFact.suggested("w", Digests.sha256Hex("e" + i), "m", List.of()));
    }
    Item full = world.state("w");
    ReportMessage early = reportOn(World.execution("w", 1).build());
    world.report(early);

    world.tell(GovernanceFact.unclaimed("w", world.now()));

    assertThat(refused()).containsExactly(early);
    assertThat(world.state("w")).isEqualTo(full);
  }

  @Test
  void reportsThatAreTakenLeaveNothingBesideWhatAnswersTheExecution() {
    ExecutionEvent event = World.execution("w", 1).build();
    world.report(reportOn(event));

    world.submit(event);

    World inOrder = new World(Facts.policy());
    inOrder.attempt("w", 1, Result.PASS);
    assertThat(world.state("w").values().keySet()).isEqualTo(inOrder.state("w").values().keySet());
  }
}
