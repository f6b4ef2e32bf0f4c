package dev.assay.store.api;

/** The bounds of the read API. */
final class ReadLimits {

  /** Attestations listed in one work item's document. */
  static final int ATTESTATIONS_OF_ITEM_MAX = 10_000;

  /** Attestations on a page in the order of the log; with their envelopes they take 21 MB. */
  static final int LOGGED_MAX = 256;

  /** Time that a call waits for something that may be on its way from a topic to the store. */
  static final long SETTLE_MILLIS_MAX = 1_000;

  /** Calls that wait like that at once; any more do not wait. */
  static final int SETTLING_MAX = 64;

  /** Pause between two looks while waiting. */
  static final long SETTLE_STEP_MILLIS = 20;

  /** Time after which an event stream looks for news although nobody told of any. */
  static final long POLL_MILLIS = 500;

  /** Verifications in one explanation; a decision may rest on more. */
  static final int EXPLAINED_CHECKS_MAX = 32;

  /** Bytes of a report that an explanation reads. */
  static final int EXPLAINED_REPORT_BYTES_MAX = 256 * 1024;

  /** Bytes of a report or claim that fields are disclosed of; no event or report is larger. */
  static final int DISCLOSED_DOCUMENT_BYTES_MAX = 512 * 1024;

  /** Places of one report that an explanation shows with their bytes. */
  static final int EXCERPTS_MAX = 3;

  /** Bytes of one such place. */
  static final int EXCERPT_BYTES_MAX = 400;

  /** Attestations of one lineage, the newest. */
  static final int LINEAGE_ATTESTATIONS_MAX = 200;

  /** Failures on one answer. */
  static final int FAILURES_MAX = 200;

  /** Failures on an answer when the caller does not say. */
  static final int FAILURES_DEFAULT = 50;

  /** Failures and variants of failures that are looked at for one answer. */
  static final int FAILURES_LOOKED_AT_MAX = 1_000;

  /** The window of failures when the caller does not say, in days. */
  static final int FAILURE_DAYS = 7;

  /** Promotions on a page. */
  static final int PROMOTIONS_MAX = 200;

  /** Promotions that are looked at for one page. */
  static final int PROMOTIONS_LOOKED_AT_MAX = 1_000;

  /** Points of a verifier's error rates over time. */
  static final int ERROR_RATE_POINTS_MAX = 32;

  /** Partitions of a topic whose manifests are looked for: more than any system has so far. */
  static final int PARTITIONS_MAX = 64;

  /** Partitions without a manifest behind which no more are looked for. */
  static final int PARTITIONS_STEP = 8;

  private ReadLimits() {}
}
