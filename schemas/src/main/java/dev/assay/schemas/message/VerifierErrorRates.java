package dev.assay.schemas.message;

import dev.assay.schemas.Require;

/**
 * How often a live verifier was wrong about artifacts whose truth is known. Bounds are the ends of
 * the 95 % confidence interval.
 *
 * @param knownBad known-bad artifacts it judged
 * @param falsePasses how many of them it passed
 * @param knownGood known-good artifacts it judged
 * @param falseFails how many of them it did not pass
 */
public record VerifierErrorRates(
    int knownBad,
    int falsePasses,
    double falsePassLower,
    double falsePassUpper,
    int knownGood,
    int falseFails,
    double falseFailLower,
    double falseFailUpper) {

  public VerifierErrorRates {
    Require.range("errorRates.knownBad", knownBad, 0, Integer.MAX_VALUE);
    Require.range("errorRates.falsePasses", falsePasses, 0, knownBad);
    Require.range("errorRates.knownGood", knownGood, 0, Integer.MAX_VALUE);
    Require.range("errorRates.falseFails", falseFails, 0, knownGood);
    Require.fraction("errorRates.falsePassLower", falsePassLower);
    Require.fraction("errorRates.falsePassUpper", falsePassUpper);
    Require.fraction("errorRates.falseFailLower", falseFailLower);
    Require.fraction("errorRates.falseFailUpper", falseFailUpper);
  }
}
