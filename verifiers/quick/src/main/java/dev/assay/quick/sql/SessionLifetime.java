package dev.assay.quick.sql;

import dev.assay.quick.limits.QuickLimits;

/** How long a connection lives, which decides what it may assume and how long it may wait. */
public enum SessionLifetime {
  /**
   * One verification by a person: a SQLite file at rest is read without touching its neighbours.
   */
  ONE_RUN(QuickLimits.STATEMENT_TIMEOUT_MILLIS),
  /** Many short verifications, while other processes change the database. */
  LONG(QuickLimits.SERVICE_STATEMENT_TIMEOUT_MILLIS);

  private final int statementTimeoutMillis;

  SessionLifetime(int statementTimeoutMillis) {
    this.statementTimeoutMillis = statementTimeoutMillis;
  }

  int statementTimeoutMillis() {
    return statementTimeoutMillis;
  }
}
