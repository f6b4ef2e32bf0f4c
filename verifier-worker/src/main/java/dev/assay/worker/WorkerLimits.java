package dev.assay.worker;

import java.time.Duration;

/** The bounds of a worker. */
final class WorkerLimits {

  /** A fast run longer than this is cut off and handed to the pool for long work. */
  static final long FAST_MILLIS_MAX = 2_000;

  /** Records that a bulk consumer takes at once; they share one time to overrun. */
  static final int BATCH_RECORDS_MAX = 100;

  /** Bytes of a document that a verifier stores. */
  static final long DOCUMENT_BYTES_MAX = 64L * 1024 * 1024;

  /** Bytes of an artifact that are compared with a report at once. */
  static final int CHUNK_BYTES = 64 * 1024;

  /** Exceptions inside exceptions that are looked through for what a scope threw. */
  static final int CAUSES_MAX = 16;

  /** Tries to reach the object store before a run gives its record back. */
  static final int STORE_TRIES_MAX = 5;

  static final Duration STORE_PAUSE = Duration.ofMillis(100);

  /** Wait before a request comes again whose surroundings failed. */
  static final Duration OUTAGE_PAUSE = Duration.ofMillis(500);

  /** Budget of a run that the pool for long work took over from the pool for fast work. */
  static final long TAKEN_OVER_MILLIS_MAX = 60_000;

  /** Records of each partition's end of the rates topic that are read at the start. */
  static final long RATE_RECORDS_MAX = 100_000;

  private WorkerLimits() {}
}
