package dev.assay.schemas;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the failures of an outage, so that a log tells its beginning and its end and not each of
 * them. Safe for many threads.
 */
public final class Outage {

  private final AtomicLong failures = new AtomicLong();

  /** No outage. */
  public Outage() {}

  /** A call failed; true for the first of an outage. */
  public boolean begins() {
    return failures.getAndIncrement() == 0;
  }

  /** A call worked; the number of those that failed before it, 0 when there was no outage. */
  public long ends() {
    return failures.get() == 0 ? 0 : failures.getAndSet(0);
  }
}
