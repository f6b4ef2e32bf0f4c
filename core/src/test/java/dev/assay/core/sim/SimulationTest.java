package dev.assay.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sim.Simulation.Failure;
import org.junit.jupiter.api.Test;

class SimulationTest {

  private static final long SEEDS = Long.getLong("assay.seeds", 2_000);

  @Test
  void noSeedBreaksAnInvariantOrAPromiseOfDelivery() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Failure failure = Simulation.run(seed);
      assertThat(failure == null ? "" : failure.text()).isEmpty();
    }
  }

  @Test
  void aSeedGivesTheSameWorldEveryTime() {
    Simulator one = new Simulator(Scenario.of(7));
    Simulator other = new Simulator(Scenario.of(7));

    one.run();
    other.run();

    assertThat(one.trace()).hasSizeGreaterThan(5).isEqualTo(other.trace());
  }
}
