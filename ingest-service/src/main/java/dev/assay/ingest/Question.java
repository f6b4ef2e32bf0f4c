package dev.assay.ingest;

import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.Decision;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question to a person, from the decision that asked it to the one that settled it. One answer is
 * on its way at a time: the same answer again joins it, another one is refused.
 */
final class Question {

  private final Decision asked;
  private final Approval approval;
  private final CompletableFuture<Decision> settled = new CompletableFuture<>();
  private @Nullable Sent sent;

  /**
   * An answer on its way.
   *
   * @param published completes with the record's time
   */
  record Sent(String answer, CompletableFuture<Instant> published) {}

  Question(Decision asked) {
    this.asked = asked;
    this.approval = Objects.requireNonNull(asked.approval(), "a decision that asks");
  }

  Approval approval() {
    return approval;
  }

  String workItem() {
    return asked.workItem();
  }

  /** Completes with the decision that ended the question, whatever ended it. */
  CompletableFuture<Decision> settled() {
    return settled;
  }

  /**
   * Takes the news of a decision about the work item: a later one without this question ends it.
   */
  void decided(Decision decision) {
    Approval open = decision.approval();
    if (decision.ordinal() > asked.ordinal()
        && (open == null || !open.id().equals(approval.id()))) {
      settled.complete(decision);
    }
  }

  /** Sends {@code answer} unless one is on its way; empty when that is another one. */
  synchronized Optional<Sent> answer(String answer, Supplier<CompletableFuture<Instant>> publish) {
    Sent present = sent;
    if (present == null || present.published().isCompletedExceptionally()) {
      present = new Sent(answer, publish.get());
      sent = present;
    }
    return present.answer().equals(answer) ? Optional.of(present) : Optional.empty();
  }
}
