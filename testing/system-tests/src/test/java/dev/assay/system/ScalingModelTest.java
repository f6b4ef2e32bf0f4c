package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.system.ScalingModel.Pool;
import dev.assay.system.ScalingModel.Result;
import dev.assay.system.ScalingModel.Step;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The simulation against queueing theory and against what was measured. */
class ScalingModelTest {

  private static final Pool EIGHT = new Pool("eight", 8);

  @Test
  void aBusyPoolFinishesAsManyAsItsProcessorsHaveTimeFor() {
    Result result =
        ScalingModel.closedLoop(
            List.of(EIGHT),
            List.of(new Step("a", EIGHT, 700, 0, ""), new Step("b", EIGHT, 300, 0, "")),
            100,
            50_000);

    assertThat(result.perSecond()).isCloseTo(8_000, Percentage.withPercentage(1));
    assertThat(result.busy().getFirst()).isCloseTo(1, within(0.01));
  }

  @Test
  void whatMayNotRunBesideItselfIsTheLimitHoweverManyProcessorsThereAre() {
    Result result =
        ScalingModel.closedLoop(
            List.of(EIGHT),
            List.of(
                new Step("a", EIGHT, 500, 1, "alone"),
                new Step("b", EIGHT, 300, 0, ""),
                new Step("c", EIGHT, 500, 1, "alone")),
            100,
            50_000);

    assertThat(result.perSecond()).isCloseTo(1_000, Percentage.withPercentage(1));
  }

  /**
   * One processor that is busy for 80 %, times between half and one and a half: Pollaczek's wait.
   */
  @Test
  void aQueueIsAsLongAsTheFormulaOfPollaczekAndKhinchineSays() {
    Pool one = new Pool("one", 1);
    double service = 1_000;
    double variance = 1.0 / 12;
    double wait = 0.8 / (1 - 0.8) * (1 + variance) / 2 * service;

    Result result =
        ScalingModel.openLoop(
            List.of(one), List.of(new Step("a", one, service, 0, "")), 800, 200_000);

    assertThat(result.meanMillis())
        .isCloseTo((wait + service) / 1_000, Percentage.withPercentage(5));
    assertThat(result.busy().getFirst()).isCloseTo(0.8, within(0.01));
  }

  @Test
  void theFiguresOfTwoProcessorsComeOutWithinAFifth() {
    for (ScalingBench.Measured each : ScalingBench.MEASURED) {
      assertThat(ScalingBench.twoProcessors(each).perSecond())
          .as(each.name())
          .isCloseTo(each.perSecond(), Percentage.withPercentage(20));
    }
  }

  @Test
  void theSameRunGivesTheSameResult() {
    List<Step> steps = List.of(new Step("a", EIGHT, 700, 4, "lanes"));

    assertThat(ScalingModel.openLoop(List.of(EIGHT), steps, 3_000, 10_000))
        .isEqualTo(ScalingModel.openLoop(List.of(EIGHT), steps, 3_000, 10_000));
  }
}
