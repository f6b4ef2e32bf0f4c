package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.assay.schemas.message.Result;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A short run of the fuzzer with fixed seeds; longer ones are {@code ./dev fuzz testreport}. */
final class ReportFuzzTest {

  @Test
  void everyDamagedReportIsJudgedWithinItsBoundsAndAFailingSuiteInItIsNeverMissed() {
    Set<Result> results = EnumSet.noneOf(Result.class);
    for (int i = 0; i < 6_000; i++) {
      long seed = i;
      assertThatCode(() -> results.add(ReportFuzz.judged(ReportDamage.of(seed), seed)))
          .as("./dev fuzz testreport %d 1", seed)
          .doesNotThrowAnyException();
    }

    assertThat(results).contains(Result.PASS, Result.FAIL, Result.INCONCLUSIVE);
  }

  @Test
  void theSameSeedDamagesTheSameReportInTheSameWay() {
    assertThat(ReportDamage.of(7).bytes()).isEqualTo(ReportDamage.of(7).bytes());
  }
}
