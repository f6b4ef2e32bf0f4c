package dev.assay.store.index;

import dev.assay.core.sign.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * A row of the index at its position in the log: all that is needed to make the row again.
 *
 * @param index position in the log, from 0
 * @param id the attestation id that the row has
 * @param beside what does not stand in the statement
 * @param envelope the signed statement; null when the row holds something else
 */
public record LoggedRow(long index, String id, UnsignedFields beside, @Nullable Envelope envelope) {

  /** The row of {@code attestation} at position {@code index}. */
  public static LoggedRow of(StoredAttestation attestation, long index) {
    return new LoggedRow(
        index, attestation.id(), UnsignedFields.of(attestation), attestation.envelope());
  }

  /**
   * What is kept of an attestation and does not stand in its signed statement, or need not.
   *
   * @param workItem the work item it belongs to
   * @param attempt the attempt of that work item, from 1
   * @param agent id of the agent whose work it is, when known
   * @param fleet the agent's fleet, when known
   * @param time RFC 3339 time of the verdict, for statements that have none
   */
  public record UnsignedFields(
      String workItem, int attempt, @Nullable String agent, @Nullable String fleet, String time) {

    /** What is beside the statement of {@code attestation}. */
    public static UnsignedFields of(StoredAttestation attestation) {
      return new UnsignedFields(
          attestation.workItem(),
          attestation.attempt(),
          attestation.agent(),
          attestation.fleet(),
          attestation.time().toString());
    }
  }
}
