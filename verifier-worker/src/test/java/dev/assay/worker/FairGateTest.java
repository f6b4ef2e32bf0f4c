package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FairGateTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final FairGate gate = new FairGate(2, 4);

  @Test
  void aFloodOfFastRunsLeavesThreadsToOthers() throws Exception {
    List<FairGate.Pass> flood = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      flood.add(now("flood"));
    }

    assertThat(now("flood")).isNull();
    assertThat(flood).doesNotContainNull();
    assertThat(now("other")).isNotNull();
  }

  @Test
  void whoWaitsIsLetInWhenAThreadIsFree() throws Exception {
    FairGate.Pass first = requireNonNull(now("flood"));
    var _ = now("flood");
    CompletableFuture<FairGate.Pass> waiting = waiting("flood");

    first.giveBack();
    first.giveBack();

    assertThat(waiting.getNow(null)).isNotNull();
    assertThat(now("flood")).isNull();
  }

  @Test
  void oneSenderNeverHasAllLanes() {
    for (int i = 0; i < 3; i++) {
      assertThat(gate.lane("flood")).isNotNull();
    }

    assertThat(gate.lane("flood")).isNull();
    assertThat(gate.lane("other")).isNotNull();
  }

  @Test
  void theOnlyLaneIsForEverybody() {
    FairGate narrow = new FairGate(2, 1);

    FairGate.Pass pass = requireNonNull(narrow.lane("flood"));

    assertThat(narrow.lane("flood")).isNull();
    pass.giveBack();
    assertThat(narrow.lane("flood")).isNotNull();
  }

  @Test
  void aSuspectRunsWithNothingBesideItUntilItHasEnded() throws Exception {
    FairGate.Pass neighbour = requireNonNull(gate.lane("neighbour"));
    assertThat(gate.alone(Duration.ZERO)).isNull();
    neighbour.giveBack();

    FairGate.Pass suspect = requireNonNull(gate.alone(PATIENCE));

    assertThat(gate.lane("neighbour")).isNull();
    assertThat(now("neighbour")).isNull();
    assertThat(gate.alone(Duration.ZERO)).isNull();
    CompletableFuture<FairGate.Pass> waiting = waiting("neighbour");
    suspect.giveBack();
    assertThat(waiting.getNow(null)).isNotNull();
    assertThat(gate.lane("neighbour")).isNotNull();
  }

  @Test
  void aRunThatLastedForLongHoldsNoSuspectBackAndIsHeldBackByNone() throws Exception {
    FairGate.Pass longRun = requireNonNull(gate.lane("neighbour"));
    longRun.settle();

    FairGate.Pass suspect = requireNonNull(gate.alone(PATIENCE));

    suspect.settle();
    assertThat(gate.lane("neighbour")).isNotNull();
    longRun.giveBack();
    suspect.giveBack();
    assertThat(gate.lane("other")).isNotNull();
  }

  @Test
  void whoWaitsNoLongerIsNotLetIn() {
    FairGate.Pass first = requireNonNull(now("flood"));
    var _ = now("flood");
    AtomicReference<FairGate.Pass> pass = new AtomicReference<>();
    FairGate.Turn turn = gate.fast("flood", pass::set);

    assertThat(turn.withdraw()).isTrue();
    first.giveBack();

    assertThat(pass.get()).isNull();
    assertThat(turn.withdraw()).isFalse();
    assertThat(now("flood")).isNotNull();
  }

  /** Those who wait have their turns in the order of senders, not of their coming. */
  @Test
  void sendersTakeTurns() {
    FairGate narrow = new FairGate(1, 4);
    List<FairGate.Pass> running = new ArrayList<>();
    List<String> begun = new ArrayList<>();
    for (String sender : List.of("flood", "other")) {
      narrow.fast(sender, running::add);
    }
    for (String sender : List.of("flood", "flood", "flood", "third", "fourth")) {
      narrow.fast(
          sender,
          pass -> {
            begun.add(sender);
            running.add(pass);
          });
    }

    while (begun.size() < 5) {
      running.removeFirst().giveBack();
    }

    assertThat(begun).containsExactly("flood", "third", "fourth", "flood", "flood");
  }

  /** The pass of a fast run that may begin now, or null. */
  private FairGate.@Nullable Pass now(String sender) {
    AtomicReference<FairGate.Pass> pass = new AtomicReference<>();
    FairGate.Turn turn = gate.fast(sender, pass::set);
    assertThat(turn.withdraw()).isEqualTo(pass.get() == null);
    return pass.get();
  }

  private CompletableFuture<FairGate.Pass> waiting(String sender) {
    CompletableFuture<FairGate.Pass> pass = new CompletableFuture<>();
    gate.fast(sender, pass::complete);
    return pass;
  }
}
