package dev.assay.reexecution;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Hyperthesis.Why;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.verifier.Finding;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;
import org.apache.commons.statistics.interval.Interval;

/**
 * How often tests failed that were run again and again without a change. Pure.
 *
 * @param tests how many tests were suspected
 * @param alone whether only they were run, or the whole command
 * @param runs repetitions that a verdict came of
 * @param failed those of them in which a suspected test failed, or any when none was suspected
 */
record FlakeRate(int tests, boolean alone, int runs, int failed) {

  private static final double ERROR_RATE = 0.05;

  /** The 95 % interval of Clopper and Pearson (1934), which is exact. */
  private Interval interval() {
    return BinomialConfidenceInterval.CLOPPER_PEARSON.fromErrorRate(runs, failed, ERROR_RATE);
  }

  double rate() {
    return runs == 0 ? 0 : (double) failed / runs;
  }

  double lower() {
    return runs == 0 ? 0 : interval().getLowerBound();
  }

  double upper() {
    return runs == 0 ? 1 : interval().getUpperBound();
  }

  /**
   * What the first run and its repetitions are together: what always failed fails, what never did
   * passes, anything else is flaky.
   */
  Finding over(Finding first) {
    if (first.result() == Result.INCONCLUSIVE || runs == 0) {
      return with(first, first.result(), Stream.empty());
    }
    boolean began = tests == 0;
    if (failed == 0 && began || failed == runs && first.result() == Result.FAIL) {
      return with(first, first.result(), Stream.empty());
    }
    return with(
        first,
        Result.FLAKY,
        Stream.of(
            new Hyperthesis(
                "which outcome of the tests is right that failed in some runs and passed in others",
                Why.SEMANTICS,
                Risk.MEDIUM,
                "make them deterministic; more runs narrow the rate and decide nothing")));
  }

  private Finding with(Finding first, Result result, Stream<Hyperthesis> more) {
    return Finding.of(
        result,
        first.failureSignatures(),
        first.summary() + "; " + words(),
        result == Result.FLAKY
            ? List.of("look for shared state, time or order that the tests depend on")
            : first.nextActions(),
        first.confidence(),
        Stream.concat(more, first.hyperthesis().stream()).limit(Limits.HYPERTHESES_MAX).toList(),
        first.pointers());
  }

  private String words() {
    if (runs == 0) {
      return "no repetition of it told anything";
    }
    String what =
        tests == 0
            ? "the command"
            : tests + (tests == 1 ? " test" : " tests") + (alone ? " alone" : " with all others");
    return String.format(
        Locale.ROOT,
        "%s run again %d times: %d failed, %.1f %% (95 %% interval %.1f %% to %.1f %%)",
        what,
        runs,
        failed,
        100 * rate(),
        100 * lower(),
        100 * upper());
  }
}
