package dev.assay.httpverifier;

import java.time.Duration;

/** The bounds of HTTP services. */
final class HttpLimits {

  /** Time of one request unless configured otherwise. */
  static final int TIMEOUT_SECONDS = 30;

  /** The longest time that can be configured, that of a request. */
  static final int TIMEOUT_SECONDS_MAX = 3_600;

  /** What is kept of a run's time to report. */
  static final Duration RESERVE = Duration.ofSeconds(1);

  /** Bytes of all artifacts of a request, which are sent in Base64. */
  static final int ARTIFACT_BYTES_MAX = 8 * 1024 * 1024;

  /** Characters of a token. */
  static final int TOKEN_CHARS_MAX = 4_096;

  /** Hexadecimal digits of a version. */
  static final int VERSION_CHARS = 16;

  private HttpLimits() {}
}
