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
public record LoggedRow(long index, String id, Beside beside, @Nullable Envelope envelope) {

  /** The row of {@code attestation} at position {@code index}. */
  public static LoggedRow of(StoredAttestation attestation, long index) {
    return new LoggedRow(index, attestation.id(), Beside.of(attestation), attestation.envelope());
  }
}
