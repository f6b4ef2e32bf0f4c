package dev.assay.store;

import dev.assay.store.index.FailureClusters;
import dev.assay.store.index.FailureQuery;
import dev.assay.store.index.IndexReads;
import java.util.function.LongSupplier;

/** What many attestations say together. Safe for many threads; only what can be proved counts. */
public final class StoreSummaries {

  private final IndexReads reads;
  private final LongSupplier logSize;

  /** Reads the entries below {@code logSize}. */
  StoreSummaries(IndexReads reads, LongSupplier logSize) {
    this.reads = reads;
    this.logSize = logSize;
  }

  /** The failures that {@code query} asks for, by signature. */
  public FailureClusters failures(FailureQuery query) {
    return reads.failures(query, logSize.getAsLong());
  }
}
