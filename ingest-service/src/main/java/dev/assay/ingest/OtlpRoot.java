package dev.assay.ingest;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the root of a run.
 *
 * @param ended whether it has ended
 * @param traceparent its W3C trace context, else that of the first record that has one, or null
 */
record OtlpRoot(boolean ended, @Nullable String traceparent) {

  /** Nothing was seen yet. */
  static final OtlpRoot UNKNOWN = new OtlpRoot(false, null);

  /** Whether a context of what comes next is the better one. */
  boolean wants(boolean root) {
    return traceparent == null || root && !ended;
  }

  /** This and what came {@code later}. */
  OtlpRoot and(OtlpRoot later) {
    String context = later.traceparent();
    return new OtlpRoot(
        ended || later.ended(), context != null && wants(later.ended()) ? context : traceparent);
  }
}
