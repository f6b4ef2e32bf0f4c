package dev.assay.http;

/** Who shares places with whom. A flood in one lane refuses nobody in another. */
enum Lane {

  /** Health and readiness: constant work, never refused. */
  PROBE,

  /** Metrics, asked with a token. */
  METRICS,

  /** What everybody may read, asked without a token: the log. */
  PUBLIC,

  /** Calls of those whom the server let in. */
  CALLER
}
