package dev.assay.canary;

import dev.assay.schemas.message.VerifierErrorRates;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;
import org.apache.commons.statistics.interval.Interval;
import org.jspecify.annotations.Nullable;

/**
 * Counts trials and gives the 95 % interval of Clopper and Pearson (1934), which is exact: it
 * covers the true rate at least that often, also when nothing was wrong yet. Pure.
 */
final class ErrorRates {

  private static final Interval EVERYTHING = interval(0, 1);

  private ErrorRates() {}

  /**
   * The rates after one more trial.
   *
   * @param before the rates so far, or null for none
   * @param bad whether the artifact was known to be bad
   * @param passed whether the verifier passed it
   */
  static VerifierErrorRates after(
      @Nullable VerifierErrorRates before, boolean bad, boolean passed) {
    int knownBad = before == null ? 0 : before.knownBad();
    int falsePasses = before == null ? 0 : before.falsePasses();
    int knownGood = before == null ? 0 : before.knownGood();
    int falseFails = before == null ? 0 : before.falseFails();
    if (bad) {
      return rates(knownBad + 1, falsePasses + (passed ? 1 : 0), knownGood, falseFails);
    }
    return rates(knownBad, falsePasses, knownGood + 1, falseFails + (passed ? 0 : 1));
  }

  /** The rates of these counts; many trials are halved, errors rounded up. */
  static VerifierErrorRates rates(int knownBad, int falsePasses, int knownGood, int falseFails) {
    if (knownBad > CanaryLimits.TRIALS_MAX) {
      return rates(knownBad / 2, (falsePasses + 1) / 2, knownGood, falseFails);
    }
    if (knownGood > CanaryLimits.TRIALS_MAX) {
      return rates(knownBad, falsePasses, knownGood / 2, (falseFails + 1) / 2);
    }
    Interval passes = clopperPearson(knownBad, falsePasses);
    Interval fails = clopperPearson(knownGood, falseFails);
    return new VerifierErrorRates(
        knownBad,
        falsePasses,
        passes.getLowerBound(),
        passes.getUpperBound(),
        knownGood,
        falseFails,
        fails.getLowerBound(),
        fails.getUpperBound());
  }

  private static Interval clopperPearson(int trials, int errors) {
    return trials == 0
        ? EVERYTHING
        : BinomialConfidenceInterval.CLOPPER_PEARSON.fromErrorRate(
            trials, errors, CanaryLimits.ERROR_RATE);
  }

  private static Interval interval(double lower, double upper) {
    return new Interval() {
      @Override
      public double getLowerBound() {
        return lower;
      }

      @Override
      public double getUpperBound() {
        return upper;
      }
    };
  }
}
