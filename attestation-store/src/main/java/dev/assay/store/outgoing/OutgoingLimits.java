package dev.assay.store.outgoing;

import java.time.Duration;

/** The bounds of what is sent out, in one place. */
final class OutgoingLimits {

  /** Endpoints; each has two threads and a consumer. */
  static final int ENDPOINTS_MAX = 16;

  /** Hosts that may be reached. */
  static final int HOSTS_MAX = 64;

  /** Keys that sign at a time: the one in use, and those before and after it. */
  static final int KEYS_MAX = 4;

  /** Patterns of one filter. */
  static final int FILTER_MAX = 64;

  /** Tries of one message; with pauses as below, twelve take 19 to 22 minutes. */
  static final int TRIES_MAX = 20;

  /** Tries unless configured otherwise. */
  static final int TRIES_DEFAULT = 12;

  /** Tries of a message that the receiver refuses for what it is (a status of 400 to 499). */
  static final int REFUSED_TRIES_MAX = 3;

  /** Pause before the second try; each further one is twice as long. */
  static final Duration PAUSE_FIRST = Duration.ofSeconds(1);

  /** The longest pause, also when the receiver asks for a longer one. */
  static final Duration PAUSE_MAX = Duration.ofMinutes(5);

  /** Time for one try: looking up the name, connecting, the whole answer. */
  static final Duration TRY_TIME = Duration.ofSeconds(15);

  /** Bytes of a message. */
  static final int BODY_BYTES_MAX = 64 << 10;

  /** What Slack takes as the text of a section. */
  static final int BLOCK_CHARS_MAX = 3_000;

  /** Decisions that an endpoint took and that are remembered, so that they are not told again. */
  static final int TOLD_MAX = 10_000;

  /** Attestations that a CDEvent names; a decision may rest on more. */
  static final int NAMED_ATTESTATIONS_MAX = 64;

  /** Characters of the source of CDEvents. */
  static final int SOURCE_CHARS_MAX = 256;

  private OutgoingLimits() {}
}
