package dev.assay.testreport;

import dev.assay.testreport.Counts.Outcome;
import dev.assay.testreport.InconclusiveReason.UnreadableReportException;

/** Tells a tally what a runner's summary lines add up to. */
final class LogCounts {

  private LogCounts() {}

  static void tell(Tally tally, long passed, long failed, long skipped, long flaky)
      throws UnreadableReportException {
    tally.counts().add(Outcome.PASSED, Math.max(0, passed));
    tally.counts().add(Outcome.FAILED, failed);
    tally.counts().add(Outcome.SKIPPED, skipped);
    tally.counts().add(Outcome.FLAKY, flaky);
    if (passed < 0 || failed < 0 || skipped < 0 || flaky < 0) {
      tally.inconclusive(InconclusiveReason.TOTALS_DIFFER);
    }
  }
}
