package dev.assay.quick.check;

/** How often a step is read before its outcome counts. */
public sealed interface Consistency {

  /** One read. */
  record Strong() implements Consistency {}

  /** Reads every {@code pollMillis} until the state is there or {@code windowMillis} are over. */
  record Eventual(long windowMillis, long pollMillis) implements Consistency {}
}
