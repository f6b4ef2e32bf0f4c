package dev.assay.artifact;

import java.time.Duration;

/** The bounds of both stores. The size of an artifact is bounded by each put's own argument. */
public final class ArtifactLimits {

  /** Bytes copied at a time; the memory of one put or one verified read of the directory store. */
  static final int COPY_BYTES = 32 * 1024;

  /** Media types whose files further type files are links to. */
  static final int TYPE_FILES_MAX = 16;

  /**
   * Documents whose place in its packs a directory store remembers, in order to look there first.
   */
  static final int RECENT_DERIVED_MAX = 4_096;

  /** Size of a derived document up to which a directory store packs it with others. */
  static final int PACKED_BYTES_MAX = 64 * 1024;

  /** Bytes of a pack from which on documents go to packs of longer names: 0.2 ms of reading. */
  static final int PACK_BYTES_MAX = 256 * 1024;

  /** Bytes of a pack looked at together; more than its largest record. */
  static final int PACK_WINDOW_BYTES = 2 * PACKED_BYTES_MAX;

  /** Age at which a temporary file is taken for the remains of a dead process. */
  public static final Duration TEMP_AGE_MAX = Duration.ofHours(1);

  /**
   * How much longer than it has to a directory store keeps an upload: the acceptance of an event is
   * followed by its attestations, which tell when the upload was used, within this time.
   */
  public static final Duration RETENTION_GRACE = Duration.ofDays(1);

  /** Age at which an upload that is sent again to an S3 store is written anew. */
  static final Duration S3_RENEWAL_AGE = Duration.ofDays(1);

  /** Longest retention, in days: a hundred years. */
  public static final int RETENTION_DAYS_MAX = 36_500;

  /** Files after which a pass of the sweep ends, with the directory that it is in. */
  static final int SWEPT_FILES_MAX = 10_000;

  /** Directories {@code ab/cd}, of 65,536, that a pass of the sweep looks into. */
  static final int SWEPT_LEAVES_MAX = 4_096;

  /** Bytes of a segment of the journal of objects from which on the next one begins. */
  static final long JOURNAL_SEGMENT_BYTES = 4L * 1024 * 1024;

  /** Age of a segment from which on the next one begins. */
  static final Duration JOURNAL_SEGMENT_AGE = Duration.ofMinutes(10);

  /**
   * Bytes of an artifact that a put keeps in memory before it takes a temporary file; a directory
   * store makes as many durable together with others.
   */
  static final int SPOOL_MEMORY_BYTES = 64 * 1024;

  /** Bytes of one part; a larger artifact is uploaded in parts, each repeated on its own. */
  static final long PART_BYTES = 16L * 1024 * 1024;

  /** Times that one S3 request is tried. */
  static final int ATTEMPTS_MAX = 4;

  /** Wait before the second try; it doubles with each further one, and half of it is random. */
  static final Duration BACKOFF = Duration.ofMillis(100);

  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** The longest silence of the server, in either direction. */
  static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(30);

  /** The longest that one request may take, including a reader's own time with the bytes. */
  static final Duration CALL_TIMEOUT = Duration.ofHours(1);

  /** S3 requests at a time, further ones wait; also the idle connections kept. */
  static final int CONNECTIONS_MAX = 64;

  private ArtifactLimits() {}
}
