package dev.assay.llmadvisor;

import java.time.Duration;

/** The bounds of everything that goes to a model and comes back. */
final class ModelLimits {

  /** Time until an answer must be whole unless configured otherwise. */
  static final Duration TIME = Duration.ofSeconds(20);

  /** The longest time that may be configured. */
  static final Duration TIME_MAX = Duration.ofMinutes(2);

  /** Bytes of an HTTP answer unless configured otherwise. */
  static final int RESPONSE_BYTES = 64 * 1024;

  /** The most bytes that may be configured. */
  static final int RESPONSE_BYTES_MAX = 1024 * 1024;

  /** The most bytes that a review shows of an artifact. */
  static final int EXCERPT_BYTES_MAX = 16 * 1024;

  /** The most plans that are asked for at once. */
  static final int LANES_MAX = 64;

  /** Characters of what the model itself wrote. */
  static final int CONTENT_CHARS_MAX = 4_000;

  /** Tokens that the model is asked to stay within. */
  static final int ANSWER_TOKENS_MAX = 512;

  /** Bytes of a key file. */
  static final int KEY_BYTES_MAX = 4_096;

  /** Characters of the model's name. */
  static final int NAME_CHARS_MAX = 64;

  /** Claims and files of an execution that a prompt shows, and characters of each. */
  static final int UNTRUSTED_ITEMS_MAX = 10;

  static final int UNTRUSTED_ITEM_CHARS_MAX = 200;

  /** Characters of a model's summary; a longer one makes the whole answer unusable. */
  static final int SUMMARY_CHARS_MAX = 200;

  /** Longest run of characters that a model's summary may share with the excerpt it saw. */
  static final int SUMMARY_RUN_CHARS_MAX = 40;

  /** Characters of a suggested name that is not on the allowlist and still told, to be refused. */
  static final int STRANGE_NAME_CHARS_MAX = 31;

  /** Time that a review leaves of a run's budget, for the report itself. */
  static final Duration REVIEW_RESERVE = Duration.ofMillis(300);

  /** Age of an execution beyond which no model is asked for its plan. */
  static final Duration STALE_AGE = Duration.ofMinutes(10);

  /** Suggestions that are remembered, for executions that come again. */
  static final int SUGGESTIONS_REMEMBERED = 10_000;

  /** Pause between two tries to publish a suggestion. */
  static final Duration PUBLISH_PAUSE = Duration.ofMillis(500);

  private ModelLimits() {}
}
