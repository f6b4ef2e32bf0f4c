package dev.assay.runtime;

/** A long-running part of a service: started once, watched by health, closed once. */
public interface Loop extends AutoCloseable {

  /** A name for health and logs. */
  String name();

  /** Starts the loop and returns at once. */
  void start() throws InterruptedException;

  /** Whether the loop does its work now. */
  boolean healthy();

  /** Stops taking work, finishes what is in hand within a bound, and releases everything. */
  @Override
  void close();
}
