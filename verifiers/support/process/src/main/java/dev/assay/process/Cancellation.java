package dev.assay.process;

/** A request to end one run early; safe to make from any thread, more than once. */
public final class Cancellation {

  private volatile boolean requested;

  /** Asks the run to stop: SIGINT to its group, then SIGKILL after the grace period. */
  public void request() {
    requested = true;
  }

  /** Whether somebody asked. */
  public boolean isRequested() {
    return requested;
  }
}
