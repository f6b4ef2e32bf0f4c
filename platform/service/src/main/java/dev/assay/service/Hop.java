package dev.assay.service;

import java.util.Locale;

/**
 * The way of an event to its answer, in order. Each hop begins where the one before it ends, so
 * that together they are the time that a caller with {@code ?wait} waits.
 */
public enum Hop {
  /** Ingest: from the event that was read until its record is given to the producer. */
  INGEST,
  /** Until the director has the execution. */
  EXECUTIONS,
  /** The director: until its requests are sent. */
  PLAN,
  /** Until a worker has a place for the request. */
  QUEUE,
  /** The artifacts' bytes, as the object store gives them. */
  READ,
  /** What else a run takes. */
  VERIFY,
  /** From the end of the run, stored and sent, until the director has the report. */
  REPORT,
  /** The director: until the decision is sent, without signatures. */
  DECIDE,
  /** The signatures on what follows from one input. */
  SIGN,
  /** From the decision's record until reads of the store show it. */
  SINK,
  /** Ingest: until the answer to who waits for the decision is made. */
  ANSWER;

  /** Its name as a label. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
