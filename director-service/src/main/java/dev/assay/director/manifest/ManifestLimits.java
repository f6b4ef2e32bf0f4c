package dev.assay.director.manifest;

import java.time.Duration;

/** The bounds of the manifest writer; those of a manifest are its own. */
final class ManifestLimits {

  /** Records of one poll; so many more than a manifest's may wait of a partition. */
  static final int POLL_RECORDS_MAX = 500;

  /** How long a poll waits for records. */
  static final Duration POLL_WAIT = Duration.ofMillis(200);

  /** How long the broker waits for {@link #FETCH_BYTES_MIN}, since nobody waits for a manifest. */
  static final Duration FETCH_WAIT = Duration.ofMillis(500);

  /** Bytes that end the broker's wait. */
  static final int FETCH_BYTES_MIN = 256 * 1024;

  /** Bytes of one answer of the broker, unless one record has more. */
  static final int FETCH_BYTES_MAX = 8 * 1024 * 1024;

  /** Characters of what is kept with a commit; the brokers' own bound is 4,096 bytes. */
  static final int MARK_CHARS_MAX = 2_048;

  /** How long closing waits for the manifest in hand. */
  static final Duration STOP_WAIT_MAX = Duration.ofSeconds(5);

  private ManifestLimits() {}
}
