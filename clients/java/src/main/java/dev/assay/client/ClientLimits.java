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

  /** Calls made again while the server is busy. */
  static final int TRIES_MAX = 20;

  /** Pause before a busy server is asked again. */
  static final Duration RETRY_PAUSE = Duration.ofMillis(500);

  private ClientLimits() {}
}
