package dev.assay.cli.audit;

import dev.assay.store.index.Batch;
import dev.assay.store.index.StoredAttestation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A long log as an honest store writes it, part by part. */
public final class LongLog {

  /** Rows of a batch, below the bound of what the store takes. */
  private static final int BATCH_ROWS = 1_000;

  private static final Duration BETWEEN_MANIFESTS = Duration.ofMillis(10);

  private final ManifestedTopics topics = new ManifestedTopics();

  /** What {@code events} more leave in the store, in order, with all manifests of them. */
  public List<Batch> next(int events) {
    topics.events(events).manifests(BETWEEN_MANIFESTS);
    List<StoredAttestation> made = topics.take();
    List<Batch> batches = new ArrayList<>();
    for (int from = 0; from < made.size(); from += BATCH_ROWS) {
      int to = Math.min(from + BATCH_ROWS, made.size());
      batches.add(new Batch(made.subList(from, to), List.of(), List.of()));
    }
    return batches;
  }
}
