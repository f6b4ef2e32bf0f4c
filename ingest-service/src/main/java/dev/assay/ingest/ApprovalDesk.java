package dev.assay.ingest;

import dev.assay.schemas.message.Decision;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The questions to people, learned from the decisions: the first that carries an approval asks, and
 * the first later one of the work item that no longer carries it settles. Remembers a bounded
 * number of questions, settled ones too, so that a decision that is emitted again opens nothing
 * again.
 */
final class ApprovalDesk {

  private final ApprovalSource source;
  private final Map<String, Question> questions;
  private final Map<String, Question> byWorkItem;
  private final CompletableFuture<Void> closing = new CompletableFuture<>();

  ApprovalDesk(ApprovalSource source, int rememberedMax) {
    this.source = source;
    this.questions = Bounded.map(rememberedMax, false);
    this.byWorkItem = Bounded.map(rememberedMax, false);
  }

  /** A decision was made, now or earlier; any number of times. */
  synchronized void decided(Decision decision) {
    Question before = byWorkItem.get(decision.workItem());
    if (before != null) {
      before.decided(decision);
    }
    if (decision.approval() != null && !questions.containsKey(decision.approval().id())) {
      Question question = new Question(decision);
      questions.put(decision.approval().id(), question);
      byWorkItem.put(decision.workItem(), question);
    }
  }

  /** The question {@code approval}, open or settled. */
  Optional<Question> find(String approval) {
    Optional<Question> known = remembered(approval);
    if (known.isPresent()) {
      return known;
    }
    // Twice: what was decided between the first look and its entry is found by the second.
    source.decisions(approval).forEach(this::decided);
    Optional<Question> found = remembered(approval);
    if (found.isPresent()) {
      source.decisions(approval).forEach(this::decided);
    }
    return found;
  }

  private synchronized Optional<Question> remembered(String approval) {
    return Optional.ofNullable(questions.get(approval));
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
