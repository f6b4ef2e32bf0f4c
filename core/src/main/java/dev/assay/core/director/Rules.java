package dev.assay.core.director;

import dev.assay.schemas.Times;
import java.util.List;

/**
 * The bounds and thresholds that an execution is planned and judged under. A plan keeps them, so
 * that another policy changes nothing about what is under way.
 *
 * @param retriesMax retries of a failed attempt unless the execution names its own number
 * @param sameSignatureAt equal failures in a row that change the mood
 * @param failuresAt failures in a row that change the mood
 * @param splitAt equal failures in a row that split the work item
 * @param haltAt equal failures in a row that halt it
 * @param childrenMax work items that a split makes
 * @param splitDepthMax splits above each other
 * @param budget what a work item may use
 * @param approvalSeconds how long a person has to answer
 * @param askOnEscalate whether an escalation asks a person
 * @param falsePassUpperMax the highest upper bound of a verifier's false-pass rate that may
 *     promote; 1 asks for no measurement
 * @param lensRounds lenses of nested verification: one list per round
 */
public record Rules(
    int retriesMax,
    int sameSignatureAt,
    int failuresAt,
    int splitAt,
    int haltAt,
    int childrenMax,
    int splitDepthMax,
    Budget budget,
    long approvalSeconds,
    boolean askOnEscalate,
    double falsePassUpperMax,
    List<LensRound> lensRounds) {

  /** Retries unless configured otherwise (delegation-verification, DefaultMaxVerifyRetries). */
  public static final int RETRIES_DEFAULT = 2;

  /** Lenses over all rounds. */
  public static final int LENSES_MAX = 8;

  private static final long SIX_HOURS_MILLIS = 6L * 60 * 60 * 1_000;
  private static final long ONE_DAY_SECONDS = 24L * 60 * 60;

  /** Lenses that are asked together. */
  public record LensRound(List<String> lenses) {

    public LensRound {
      lenses = List.copyOf(lenses);
    }
  }

  public Rules {
    lensRounds = List.copyOf(lensRounds);
  }

  /** The rules as they are without configuration. */
  public static Rules standard() {
    return new Rules(
        RETRIES_DEFAULT,
        2,
        3,
        4,
        5,
        8,
        2,
        new Budget(100, 1_000, SIX_HOURS_MILLIS),
        ONE_DAY_SECONDS,
        false,
        1,
        List.of(
            new LensRound(List.of("clean-sandbox-rerun", "independent-checker")),
            new LensRound(List.of("isolated-subset", "extra-instrumentation"))));
  }

  /** Until when a person may answer what was asked at {@code time}; both in RFC 3339. */
  String deadline(String time) {
    return Times.text(Times.epochMillis(time) + approvalSeconds * 1_000);
  }

  /** These rules with other retries. */
  public Rules withRetries(int retries) {
    return new Rules(
        retries,
        sameSignatureAt,
        failuresAt,
        splitAt,
        haltAt,
        childrenMax,
        splitDepthMax,
        budget,
        approvalSeconds,
        askOnEscalate,
        falsePassUpperMax,
        lensRounds);
  }
}
