package dev.assay.store.fault;

/**
 * The database or the log directory did not answer. Nothing was accepted that was not already
 * durable; the same call is safe to repeat.
 */
public final class StoreUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An outage of {@code what}. */
  public StoreUnavailableException(String what, Throwable cause) {
    super(what + ": " + cause.getMessage(), cause);
  }
}
