package dev.assay.cli.mcp;

/** Tells a caller who asked for it how far a call has come: {@code notifications/progress}. */
@FunctionalInterface
interface Progress {

  /** For callers who did not ask, and over HTTP, where an answer is one message. */
  Progress NONE = (_, _, _) -> {};

  /**
   * Tells it; the next time of the same call {@code done} is higher.
   *
   * @param done of {@code total}
   * @param message in codes and numbers, never text of an agent or artifact
   */
  void tell(double done, double total, String message);
}
