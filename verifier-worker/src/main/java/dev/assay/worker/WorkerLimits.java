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

  /** Bytes that a run may read beyond {@link #READS_MAX} times what its request names. */
  static final long READ_BYTES_FREE = 64L * 1024 * 1024;

  /** So often a run may read all artifacts of its request, as the request states their sizes. */
  static final int READS_MAX = 16;

  /** Exceptions inside exceptions that are looked through for what a scope threw. */
  static final int CAUSES_MAX = 16;

  /** Bytes in the scratch directory of a run: the largest workspace, and half as much again. */
  static final long SCRATCH_BYTES_MAX = 6L * 1024 * 1024 * 1024;

  /** Entries in the scratch directory of a run: the largest workspace has 80,000. */
  static final long SCRATCH_ENTRIES_MAX = 200_000;

  /** What cannot be read below a longer path is deeper than any path: too much. */
  static final int SCRATCH_PATH_CHARS_MAX = 3_000;

  /** The shortest wait between two looks at a scratch directory, and */
  static final Duration SCRATCH_LOOK_EVERY = Duration.ofMillis(500);

  /** so many times as long as the last look took, so that looking is no load of its own. */
  static final int SCRATCH_REST_SHARE = 4;

  /** Tries to reach the object store before a run gives its record back. */
  static final int STORE_TRIES_MAX = 5;

  static final Duration STORE_PAUSE = Duration.ofMillis(100);

  /** Wait before a request is tried again after its first outage; each later one is longer. */
  static final Duration OUTAGE_PAUSE = Duration.ofMillis(500);

  /** The longest wait between two tries. */
  static final Duration OUTAGE_PAUSE_MAX = Duration.ofSeconds(30);

  /** Tries of a request whose dependency does not answer: about four minutes. */
  static final int OUTAGE_TRIES_MAX = 16;

  /** Deaths of the worker that a request may cause: one with neighbours, the others alone. */
  static final int DEATHS_MAX = 3;

  /**
   * Ends of a worker together with its supervisor, or beside something younger, that nothing is
   * blamed for.
   */
  static final int FORGIVEN_ENDS_MAX = 4;

  /** What is remembered as suspect of a death. */
  static final int SUSPECTS_MAX = 256;

  /** How long a suspicion lasts; what was convicted is answered without a run for as long. */
  static final Duration SUSPECT_FOR = Duration.ofHours(1);

  /** Runs that the ledger can hold at once. */
  static final int LEDGER_RUNS_MAX = 2_048;

  /** Beside a run that lasted so long others may begin, and are blamed first. */
  static final Duration SETTLED = Duration.ofSeconds(30);

  /** Longest wait of a suspect for the others' end; they end or are settled by then. */
  static final Duration ALONE_WAIT = SETTLED.plusSeconds(5);

  /** Threads of one sender for fast runs. As many again are kept for the others. */
  static final int FAST_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  /** A fast run that found no free thread in this time goes to the end of its queue. */
  static final Duration TURN_WAIT = Duration.ofSeconds(1);

  /** How often a worker looks for fast runs that wait or run for too long. */
  static final Duration FAST_LOOK_EVERY = Duration.ofMillis(50);

  /** A batch of fast runs is cut off then, whatever they do: their turn and their time. */
  static final long BATCH_MILLIS_MAX = TURN_WAIT.toMillis() + FAST_MILLIS_MAX + 500;

  /** Wait before a record that is not due goes to the end of its queue. */
  static final Duration PUT_OFF_PAUSE = Duration.ofMillis(20);

  /** What a run has to end in after its interruption; then its thread is given up. */
  static final Duration END_WAIT = Duration.ofSeconds(5);

  /** Given up threads that still run; with more of them the worker starts again. */
  static final int GIVEN_UP_MAX = 8;

  /** Budget of a run that the pool for long work took over from the pool for fast work. */
  static final long TAKEN_OVER_MILLIS_MAX = 60_000;

  /** Records of each partition's end of the rates topic that are read at the start. */
  static final long RATE_RECORDS_MAX = 100_000;

  /** How often a worker looks at what its heap does. */
  static final Duration HEAP_LOOK_EVERY = Duration.ofMillis(250);

  /** So much of the time between two looks is spent in collections, and */
  static final double HEAP_COLLECTING_MIN = 0.5;

  /** so much of the old generation is in use after one, when the heap is exhausted: */
  static final double HEAP_USED_MIN = 0.9;

  /** it is when so many looks in a row find both. */
  static final int HEAP_LOOKS_MAX = 8;

  private WorkerLimits() {}
}
