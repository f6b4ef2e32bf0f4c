package dev.assay.delegation;

import java.io.IOException;

/** One agent that keeps its conversation over all attempts of a delegation. */
@FunctionalInterface
public interface Delegate {

  /**
   * Does the work, or does it again, in the same conversation.
   *
   * @throws IOException when the delegate died or answered something else than a result
   */
  DelegationResult run(String prompt) throws IOException, InterruptedException;
}
