package dev.assay.http;

/** Which requests share places. A flood in one lane refuses nobody in another. */
enum Lane {

  /** Health and readiness: constant work, never refused. */
  PROBE,

  /** Metrics, asked with a token. */
  METRICS,

  /** What everybody may read, asked without a token: the log. */
  PUBLIC,

  /** What those may read whom the server let in. */
  READ,

  /** What they send. */
  SEND
}
