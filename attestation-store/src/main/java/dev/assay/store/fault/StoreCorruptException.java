package dev.assay.store.fault;

/** What is on disk contradicts itself. Retrying does not help; the store stops instead. */
public final class StoreCorruptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A contradiction, with what to do next. */
  public StoreCorruptException(String expected, String found, String next) {
    super("expected " + expected + "; found " + found + "; next: " + next);
  }
}
