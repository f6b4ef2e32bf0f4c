package dev.assay.store;

import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.FailureClusters;
import dev.assay.store.index.FailureQuery;
import dev.assay.store.index.IndexReads;
import dev.assay.store.index.IndexReads.Page;
import dev.assay.store.index.PromotionFacts;
import dev.assay.store.index.PromotionQuery;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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
    return reads.summaries().failures(query, logSize.getAsLong());
  }

  /**
   * A page of what promotions rest on, the last logged first.
   *
   * @throws dev.assay.schemas.RejectedException with INVALID_QUERY for a cursor of no list
   */
  public Page<PromotionFacts> promotions(PromotionQuery query) {
    return reads.summaries().promotions(query, logSize.getAsLong());
  }

  /** The attestations at {@code positions} with their envelopes, the last logged first. */
  public List<IndexReads.Kept> kept(Collection<Long> positions) {
    return reads.summaries().kept(positions);
  }

  /** Why what could not be seen, by position, of the attestations at {@code positions}. */
  public Map<Long, List<String>> hypertheses(Collection<Long> positions) {
    return reads.summaries().hypertheses(positions);
  }

  /**
   * When the newest report that names the artifact {@code sha256} was attested; empty when none
   * does. Of an artifact that very many name, the newest count.
   *
   * @param fleets whose work counts; null for everybody's
   */
  public Optional<Instant> lastUse(@Nullable Set<String> fleets, String sha256) {
    return reads.lastUse(fleets, sha256);
  }

  /** The list lines of those of {@code ids} that are in the log, in no order. */
  public List<AttestationQuery.Listing> attestations(Collection<String> ids) {
    long end = logSize.getAsLong();
    return reads.summaries().attestations(ids).stream()
        .filter(line -> line.logIndex() < end)
        .toList();
  }
}
