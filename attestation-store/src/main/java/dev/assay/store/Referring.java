package dev.assay.store;

import dev.assay.core.sign.Envelope;
import dev.assay.schemas.Parsed;
import dev.assay.store.index.AttestationIndex;
import dev.assay.store.index.IndexLimits;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.StoredAttestation;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the tables that a new version finds attestations by from the statements that are there.
 * What it did not get to is done at the next start; what it did twice is there once.
 */
final class Referring {

  private static final Logger LOG = LoggerFactory.getLogger(Referring.class);

  /** Between two lines of the log while it goes on. */
  private static final Duration TELL_EVERY = Duration.ofSeconds(10);

  private Referring() {}

  /** Does so when the schema asks for it. */
  static void finish(AttestationIndex index) {
    if (!index.required(AttestationIndex.Task.REFER_TO_ALL)) {
      return;
    }
    long all = index.rows().size();
    tell(0, all);
    long told = System.nanoTime();
    List<LoggedRow> page = page(index, 0);
    while (!page.isEmpty()) {
      SortedMap<Long, StoredAttestation> kept = new TreeMap<>();
      page.forEach(row -> put(row, kept));
      index.refer(kept);
      long done = page.getLast().index() + 1;
      if (System.nanoTime() - told > TELL_EVERY.toNanos()) {
        tell(done, all);
        told = System.nanoTime();
      }
      page = page(index, done);
    }
    index.done(AttestationIndex.Task.REFER_TO_ALL);
  }

  private static void tell(long done, long all) {
    LOG.atInfo()
        .addKeyValue("done", done)
        .addKeyValue("attestations", all)
        .log("the attestations are indexed by what this version finds them by");
  }

  private static List<LoggedRow> page(AttestationIndex index, long from) {
    return index.rows().page(from, IndexLimits.BATCH_ROWS_MAX);
  }

  /** A row that is damaged is left out: its repair refers to it. */
  private static void put(LoggedRow row, SortedMap<Long, StoredAttestation> kept) {
    Envelope envelope = row.envelope();
    if (envelope != null
        && AttestationGate.stated(envelope, row.beside())
            instanceof Parsed.Accepted<StoredAttestation>(StoredAttestation attestation)) {
      kept.put(row.index(), attestation);
    }
  }
}
