package dev.assay.store.api;

import dev.assay.schemas.Times;
import dev.assay.store.AttestationStore;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which artifacts are no longer kept. */
final class Expired {

  private final AttestationStore store;
  private final EvidenceSource evidence;

  Expired(AttestationStore store, EvidenceSource evidence) {
    this.store = store;
    this.evidence = evidence;
  }

  /**
   * Since when an artifact is no longer kept, or null where it is there or should be.
   *
   * @param fleet of the work item that it is shown for, whose use of it counts; null when that is
   *     not known yet
   */
  @Nullable String since(@Nullable String fleet, String sha256) {
    return fleet == null
        ? null
        : evidence
            .expired(sha256, () -> store.summaries().lastUse(Set.of(fleet), sha256))
            .map(Times::text)
            .orElse(null);
  }
}
