package dev.assay.client;

import java.time.Duration;

/** The bounds of the client, in one place. */
final class ClientLimits {

  /** How long a connection may take. */
  static final Duration CONNECT_TIME = Duration.ofSeconds(5);

  /** How long one answer may take beyond the wait that was asked for. */
  static final Duration ANSWER_TIME = Duration.ofSeconds(30);

  /** The longest wait the server is asked for in one call. */
  static final int WAIT_SECONDS_MAX = 60;

  /** Questions asked for in one call. */
  static final int QUESTIONS_MAX = 1_000;

  /** How often a call goes out while the server is busy. */
  static final int TRIES_MAX = 20;

  /** The shortest pause before a busy server is asked again. */
  static final Duration RETRY_PAUSE = Duration.ofMillis(500);

  /** The longest pause before a busy server is asked again, whatever it says. */
  static final Duration RETRY_PAUSE_MAX = Duration.ofSeconds(30);

  /** Pause before an event stream that ended, or a wait that ended early, is asked for again. */
  static final Duration STREAM_PAUSE = Duration.ofMillis(200);

  /** The largest answer. */
  static final int ANSWER_BYTES_MAX = 64 * 1024 * 1024;

  /** The largest server-sent event. */
  static final int EVENT_BYTES_MAX = 1024 * 1024;

  /** How fast a file is sent at least; one that is sent more slowly is given up. */
  static final long UPLOAD_BYTES_PER_SECOND_MIN = 256 * 1024;

  /** The largest port. */
  static final int PORT_MAX = 65_535;

  private ClientLimits() {}
}
