package dev.assay.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Edition;
import dev.assay.core.director.Policy;
import dev.assay.schemas.message.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemReplayTest {

  private static final Policy POLICY = Director.policy("test");
  private static final Policy NEWER = Director.policy("newer");
  private static final long T = 1_795_000_000_000L;

  @Test
  void recordsThatWereTakenByTimeAreExplainedByTime() {
    Director director = new Director(POLICY).execution(1, T).isAChild(T + 1).passes(T + 2);

    ItemReplay.Result result = director.replay(null, POLICY);

    assertThat(result.explained()).isTrue();
    assertThat(result.byTime()).isTrue();
    assertThat(result.searched()).isZero();
  }

  @Test
  void anOrderThatOnlyTheOutputsShowIsFound() {
    Director director = new Director(POLICY).execution(1, T).isAChild(T + 3).passes(T + 2);

    ItemReplay.Result result = director.replay(null, POLICY);

    assertThat(result.explained()).isTrue();
    assertThat(result.byTime()).isFalse();
    assertThat(result.steps())
        .extracting(step -> step.input().entry().place().topic())
        .containsExactly("executions", "governance", "reports");
  }

  @Test
  void aPolicyThatChangedBetweenAttemptsIsFollowed() {
    Director before = new Director(POLICY).execution(1, T).passes(T + 1);

    assertThat(before.replay(null, POLICY, NEWER).explained()).isTrue();
    assertThat(before.replay(null, NEWER).explained()).isFalse();
    assertThat(new Director(NEWER).execution(1, T).passes(T + 1).replay(null, POLICY, NEWER))
        .matches(ItemReplay.Result::explained);
  }

  @Test
  void aWorkItemOfAnEarlierVersionIsRebuiltByTheSamePolicy() {
    Director earlier = new Director(POLICY.beforeEvidence()).execution(1, T).passes(T + 1);

    assertThat(earlier.replay(null, POLICY).explained()).isTrue();
    assertThat(earlier.replay(null, NEWER).explained()).isFalse();
  }

  @Test
  void aVersionThatChangedBetweenAttemptsIsFollowed() {
    Director director =
        new Director(POLICY.beforeEvidence())
            .execution(1, T)
            .passes(T + 1)
            .under(POLICY)
            .execution(2, T + 2)
            .passes(T + 3);

    assertThat(director.replay(null, POLICY).explained()).isTrue();
  }

  @Test
  void anUpgradeWhileAnAttemptIsUnderWayIsFollowed() {
    Director director =
        new Director(POLICY.beforeEvidence()).execution(1, T).under(POLICY).passes(T + 1);

    assertThat(director.sent).isNotEmpty();
    assertThat(director.replay(null, POLICY).explained()).isTrue();
  }

  @Test
  void anAttemptOfAnotherFleetThatWasDecidedOnceIsRebuiltAndTheNextIsRefused() {
    Director director =
        new Director(POLICY)
            .by(new DirectorStep(POLICY, Edition.BEFORE_FLEETS), POLICY)
            .execution(1, T)
            .passes(T + 1)
            .execution("others", 2, T + 2)
            .passes(T + 3)
            .under(POLICY)
            .execution("others", 3, T + 4);

    assertThat(director.sent).hasSize(6);
    assertThat(director.replay(null, POLICY).explained()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFactWithoutARoleDecidedOnlyWhileNoneHadRoles(boolean behindOnesWithRoles) {
    Director director =
        new Director(POLICY)
            .by(new DirectorStep(POLICY, Edition.BEFORE_ROLES), POLICY)
            .execution(1, T)
            .reports(Result.FAIL, T + 1)
            .isLowered(behindOnesWithRoles, T + 2);

    ItemReplay.Result result = director.replay(null, POLICY);

    assertThat(result.explained()).isNotEqualTo(behindOnesWithRoles);
    assertThat(director.differences(result, director.outputs))
        .extracting(Difference::code)
        .matches(codes -> codes.contains(Difference.Code.DECISION_INVENTED) == behindOnesWithRoles);
  }

  @Test
  void whatIsLoweredInNoRoleIsRefusedNow() {
    Director director =
        new Director(POLICY).execution(1, T).reports(Result.FAIL, T + 1).isLowered(true, T + 2);

    assertThat(director.replay(null, POLICY).explained()).isTrue();
    assertThat(director.sent).hasSize(2);
  }

  @Test
  void aRemovedDecisionIsMissing() {
    Director director = new Director(POLICY).execution(1, T).passes(T + 1);
    PublishedOutputs.OfItem others = without(director, OutputRecord.Kind.DECISION);

    ItemReplay.Result result = director.replay(others, POLICY);

    assertThat(result.explained()).isFalse();
    assertThat(director.differences(result, others))
        .singleElement()
        .satisfies(difference -> {
          assertThat(difference.code()).isEqualTo(Difference.Code.DECISION_MISSING);
          assertThat(difference.place()).isEqualTo(new RecordPosition("reports", 0, 0));
        });
  }

  @Test
  void anAttestationThatNoInputLeadsToIsInvented() {
    Director director = new Director(POLICY).execution(1, T).passes(T + 1);
    OutputRecord real = director.sent.getFirst();
    OutputRecord forged =
        new OutputRecord(
            OutputRecord.Kind.ATTESTATION,
            "0".repeat(64),
            Director.ITEM,
            "forged",
            "request of nobody",
            new RecordPosition("attestations", 0, 9),
            real.timeMillis());
    director.outputs.add(forged);

    ItemReplay.Result result = director.replay(null, POLICY);

    assertThat(director.differences(result, director.outputs))
        .singleElement()
        .satisfies(difference -> {
          assertThat(difference.code()).isEqualTo(Difference.Code.ATTESTATION_INVENTED);
          assertThat(difference.place()).isEqualTo(forged.place());
          assertThat(difference.found()).isEqualTo(forged.id());
        });
  }

  @Test
  void decisionsInAnotherOrderAreNamed() {
    Director director =
        new Director(POLICY).execution(1, T).passes(T + 1).execution(2, T + 2).passes(T + 3);
    PublishedOutputs.OfItem others = new PublishedOutputs.OfItem();
    List<OutputRecord> decisions =
        director.sent.stream().filter(o -> o.kind() == OutputRecord.Kind.DECISION).toList();
    director.sent.stream()
        .filter(o -> o.kind() == OutputRecord.Kind.ATTESTATION)
        .forEach(others::add);
    decisions.reversed().forEach(others::add);

    ItemReplay.Result result = director.replay(others, POLICY);

    assertThat(result.explained()).isFalse();
    assertThat(director.differences(result, others))
        .extracting(Difference::code)
        .containsExactly(Difference.Code.DECISIONS_REORDERED);
  }

  private static PublishedOutputs.OfItem without(Director director, OutputRecord.Kind kind) {
    PublishedOutputs.OfItem others = new PublishedOutputs.OfItem();
    director.sent.stream().filter(output -> output.kind() != kind).forEach(others::add);
    return others;
  }
}
