package dev.assay.store.index;

import org.jspecify.annotations.Nullable;

/**
 * What is kept of an attestation and does not stand in its signed statement, or need not.
 *
 * @param workItem the work item it belongs to
 * @param attempt the attempt of that work item, from 1
 * @param agent id of the agent whose work it is, when known
 * @param fleet the agent's fleet, when known
 * @param time RFC 3339 time of the verdict, for statements that have none
 */
public record Beside(
    String workItem, int attempt, @Nullable String agent, @Nullable String fleet, String time) {

  /** What is beside the statement of {@code attestation}. */
  public static Beside of(StoredAttestation attestation) {
    return new Beside(
        attestation.workItem(),
        attestation.attempt(),
        attestation.agent(),
        attestation.fleet(),
        attestation.time().toString());
  }
}
