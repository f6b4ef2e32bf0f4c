package dev.assay.schemas;

/**
 * The bounds of every message. Over a bound is a rejection, never a cut; the numbers are part of
 * the HTTP contract.
 */
public final class Limits {

  public static final int ID_CHARS_MAX = 128;

  /** The largest number that canonical JSON writes as it is (RFC 8785 3.2.2.3, RFC 7493 2.2). */
  public static final long INTEGER_MAX = 1L << 53;

  public static final int CLAIMS_MAX = 50;
  public static final int CLAIM_CHARS_MAX = 500;
  public static final int ARTIFACTS_MAX = 32;
  public static final int FILES_MAX = 200;
  public static final int FILE_CHARS_MAX = 500;
  public static final int COMMAND_CHARS_MAX = 2_000;
  public static final int ENVIRONMENT_ENTRIES_MAX = 32;
  public static final int ENVIRONMENT_VALUE_CHARS_MAX = 500;
  public static final int VERIFIERS_MAX = 16;
  public static final int ATTEMPT_MAX = 100;
  public static final int RETRIES_MAX = 20;
  public static final int MEDIA_TYPE_CHARS_MAX = 200;
  public static final int URI_CHARS_MAX = 500;

  /** Bytes of one artifact unless configured otherwise: 1 GiB. */
  public static final long ARTIFACT_BYTES_MAX = 1L << 30;

  /** Bytes of one CloudEvent, in any mode. */
  public static final int EVENT_BYTES_MAX = 256 * 1024;

  /** Events in one CloudEvents batch. */
  public static final int BATCH_EVENTS_MAX = 500;

  /** Names, values and brackets of one JSON document: what its tree costs in memory. */
  public static final long JSON_TOKENS_MAX = 300_000;

  /** Bytes of one CloudEvents batch. */
  public static final int BATCH_BYTES_MAX = 8 * 1024 * 1024;

  public static final int FAILURE_SIGNATURES_MAX = 20;
  public static final int SIGNATURE_CHARS_MAX = 512;
  public static final int SUMMARY_CHARS_MAX = 500;
  public static final int NEXT_ACTIONS_MAX = 3;
  public static final int NEXT_ACTION_CHARS_MAX = 200;
  public static final int HYPERTHESES_MAX = 8;
  public static final int HYPERTHESIS_CHARS_MAX = 200;
  public static final int POINTERS_MAX = 50;

  /** Bytes of one log entry, the canonical statement. */
  public static final int STATEMENT_BYTES_MAX = 60 * 1024;

  /** Longest run of characters that a report may share verbatim with its artifact. */
  public static final int VERBATIM_RUN_CHARS_MAX = 200;

  public static final int REASONS_MAX = 32;

  /** Characters of a topic's name, its prefix included; Kafka's own bound. */
  public static final int TOPIC_CHARS_MAX = 249;

  /** Characters of the sentence that says why a record was refused. */
  public static final int REFUSAL_CHARS_MAX = 1_000;

  public static final int RETRY_PROMPT_CHARS_MAX = 4_000;

  private Limits() {}
}
