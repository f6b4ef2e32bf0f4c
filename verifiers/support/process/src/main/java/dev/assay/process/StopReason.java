package dev.assay.process;

/** Why the supervisor ended a run, if it did. */
public enum StopReason {
  /** The process ended by itself. */
  NONE,
  /** The timeout passed. */
  TIMEOUT,
  /** A {@link Cancellation} was requested, or the waiting thread was interrupted. */
  CANCELLED
}
