package dev.assay.ingest;

import dev.assay.schemas.Bounded;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.WorkItem;
import dev.assay.service.StoreReads;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The approvals that people are asked for, learned from the decisions: the first that carries an
 * approval asks, and the first later one of the work item that no longer carries it settles.
 * Remembers a bounded number of approvals, settled ones too, so that a decision that is emitted
 * again opens nothing again.
 */
final class PendingApprovals {

  private final StoreReads source;
  private final Map<String, PendingApproval> approvals;
  private final Map<String, PendingApproval> byWorkItem;
  private final CompletableFuture<Void> closing = new CompletableFuture<>();

  PendingApprovals(StoreReads source, int rememberedMax) {
    this.source = source;
    this.approvals = Bounded.map(rememberedMax, false);
    this.byWorkItem = Bounded.map(rememberedMax, false);
  }

  /** A decision was made, now or earlier; any number of times. */
  synchronized void decided(Decision decision) {
    PendingApproval before = byWorkItem.get(decision.workItem());
    if (before != null) {
      before.decided(decision);
    }
    if (decision.approval() != null && !approvals.containsKey(decision.approval().id())) {
      PendingApproval approval = new PendingApproval(decision);
      approvals.put(decision.approval().id(), approval);
      byWorkItem.put(decision.workItem(), approval);
    }
  }

  /** The approval {@code approval}, open or settled. */
  Optional<PendingApproval> find(String approval) {
    Optional<PendingApproval> known = remembered(approval);
    if (known.isPresent()) {
      return known;
    }
    // Twice: what was decided between the first look and its entry is found by the second.
    source.decisions(approval).forEach(this::decided);
    Optional<PendingApproval> found = remembered(approval);
    if (found.isPresent()) {
      source.decisions(approval).forEach(this::decided);
    }
    return found;
  }

  private synchronized Optional<PendingApproval> remembered(String approval) {
    return Optional.ofNullable(approvals.get(approval));
  }

  /** Whether an answer to what a work item asks is on its way. */
  boolean waitFor(String workItem) {
    PendingApproval question = asked(workItem);
    return question != null && question.answered();
  }

  /** A work item shows what was refused of it. */
  void refused(WorkItem item) {
    PendingApproval question = asked(item.workItem());
    if (question != null) {
      question.refused(item);
    }
  }

  private synchronized @Nullable PendingApproval asked(String workItem) {
    return byWorkItem.get(workItem);
  }

  /** Completes when nobody may wait any longer. */
  CompletableFuture<Void> closing() {
    return closing;
  }

  /** Sends everybody home who waits. */
  void close() {
    closing.complete(null);
  }
}
