package dev.assay.store;

import dev.assay.core.sign.Envelope;
import dev.assay.schemas.Digests;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.index.LogRows;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.RowSource;
import dev.assay.store.key.BouncyCastleEd25519Verifier;
import java.util.List;

/**
 * The rows of a database that anybody may have changed. Those that no checkpoint proves must have
 * the id of their statement, and a known key's signature, before they become entries.
 */
final class SignedRows implements RowSource {

  private final LogRows rows;
  private final List<BouncyCastleEd25519Verifier> known;
  private final long proved;

  /**
   * Rows of which the first {@code proved} are compared with a signed root elsewhere.
   *
   * @param keys whose signatures are accepted
   */
  SignedRows(LogRows rows, List<AttestationKey> keys, long proved) {
    this.rows = rows;
    this.known = keys.stream().map(key -> new BouncyCastleEd25519Verifier(key.key())).toList();
    this.proved = proved;
  }

  @Override
  public long size() {
    return rows.size();
  }

  @Override
  public List<LoggedRow> withoutGaps(long from, int limit) {
    List<LoggedRow> page = rows.withoutGaps(from, limit);
    page.forEach(this::require);
    return page;
  }

  private void require(LoggedRow row) {
    Envelope envelope = row.envelope();
    if (envelope == null || !Digests.sha256Hex(envelope.payload()).equals(row.id())) {
      throw new StoreCorruptException(
          "the statement " + row.id() + " in the row of entry " + row.index(),
          "something else",
          StoreCorruptException.REPAIR_ROWS);
    }
    if (row.index() >= proved && envelope.verifiedBy(known).isEmpty()) {
      throw new StoreCorruptException(
          "a signature by one of "
              + known.size()
              + " known keys in the row of entry "
              + row.index()
              + ", which is not logged yet",
          "one that none of them made",
          StoreCorruptException.REPAIR_ROWS);
    }
  }
}
