package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FairGateTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final FairGate gate = new FairGate(2, 4);

  @Test
  void aFloodOfFastRunsLeavesThreadsToOthers() throws Exception {
    List<FairGate.Pass> flood = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      flood.add(gate.fast("flood", PATIENCE));
    }

    assertThat(gate.fast("flood", Duration.ZERO)).isNull();
    assertThat(flood).doesNotContainNull();
    assertThat(gate.fast("other", Duration.ZERO)).isNotNull();
  }

  @Test
  void whoWaitsIsLetInWhenAThreadIsFree() throws Exception {
    FairGate.Pass first = requireNonNull(gate.fast("flood", PATIENCE));
    var _ = gate.fast("flood", PATIENCE);
    CompletableFuture<FairGate.Pass> waiting = inBackground("flood");

    first.giveBack();
    first.giveBack();

    assertThat(waiting.get(60, TimeUnit.SECONDS)).isNotNull();
    assertThat(gate.fast("flood", Duration.ZERO)).isNull();
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
    assertThat(gate.fast("neighbour", Duration.ZERO)).isNull();
    assertThat(gate.alone(Duration.ZERO)).isNull();
    CompletableFuture<FairGate.Pass> waiting = inBackground("neighbour");
    suspect.giveBack();
    assertThat(waiting.get(60, TimeUnit.SECONDS)).isNotNull();
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

  private CompletableFuture<FairGate.Pass> inBackground(String sender) {
    CompletableFuture<FairGate.Pass> pass = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            pass.complete(gate.fast(sender, PATIENCE));
          } catch (InterruptedException e) {
            pass.completeExceptionally(e);
          }
        });
    return pass;
  }
}
