package dev.assay.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.schemas.message.VerifierErrorRates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErrorRatesTest {

  /** Bounds that satisfy the definition: each tail of the binomial sums to 2.5 %. */
  @ParameterizedTest
  @CsvSource({"20,0", "20,1", "10,10", "100,3", "370,0", "2000,7"})
  void theIntervalIsTheExactOne(int trials, int errors) {
    VerifierErrorRates rates = ErrorRates.rates(trials, errors, 0, 0);

    if (errors > 0) {
      assertThat(1 - cumulative(trials, errors - 1, rates.falsePassLower()))
          .isCloseTo(0.025, within(1e-6));
    } else {
      assertThat(rates.falsePassLower()).isZero();
    }
    if (errors < trials) {
      assertThat(cumulative(trials, errors, rates.falsePassUpper())).isCloseTo(0.025, within(1e-6));
    } else {
      assertThat(rates.falsePassUpper()).isEqualTo(1);
    }
  }

  /** The chance of at most {@code k} in a binomial distribution, by its own sum. */
  private static double cumulative(int trials, int k, double p) {
    double term = Math.pow(1 - p, trials);
    double sum = term;
    for (int i = 1; i <= k; i++) {
      term *= (trials - i + 1.0) / i * p / (1 - p);
      sum += term;
    }
    return sum;
  }

  @Test
  void nothingMeasuredMeansAnythingIsPossible() {
    VerifierErrorRates rates = ErrorRates.rates(0, 0, 3, 0);

    assertThat(rates.falsePassLower()).isZero();
    assertThat(rates.falsePassUpper()).isEqualTo(1);
    assertThat(rates.falseFailUpper()).isLessThan(1);
  }

  @Test
  void eachTrialCountsOnItsSide() {
    VerifierErrorRates rates = ErrorRates.after(null, true, true);
    rates = ErrorRates.after(rates, true, false);
    rates = ErrorRates.after(rates, false, true);
    rates = ErrorRates.after(rates, false, false);

    assertThat(rates.knownBad()).isEqualTo(2);
    assertThat(rates.falsePasses()).isEqualTo(1);
    assertThat(rates.knownGood()).isEqualTo(2);
    assertThat(rates.falseFails()).isEqualTo(1);
  }

  @Test
  void oldTrialsWeighLessAndAnErrorIsNeverForgotten() {
    VerifierErrorRates rates = ErrorRates.after(null, true, true);
    for (int i = 0; i < 20_000; i++) {
      rates = ErrorRates.after(rates, true, false);
    }

    assertThat(rates.knownBad()).isBetween(1_000, CanaryLimits.TRIALS_MAX);
    assertThat(rates.falsePasses()).isEqualTo(1);
  }
}
