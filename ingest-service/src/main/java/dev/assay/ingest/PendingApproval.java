package dev.assay.ingest;

import dev.assay.schemas.Rejection;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.WorkItem;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An approval that a person is asked for, from the decision that asked it to the one that settled
 * it. Of each person one answer is on its way at a time: the same answer again joins it, another
 * one is refused. It stands in nobody else's way, as the director may refuse it.
 */
final class PendingApproval {

  private final Decision asked;
  private final Approval approval;
  private final CompletableFuture<Decision> settled = new CompletableFuture<>();
  private @Nullable Sent sent;

  /** The newest time that the work item has shown while the approval was open. */
  private volatile String newest;

  /**
   * An answer on its way.
   *
   * @param fact its id
   * @param by id of the principal that gave it
   * @param published completes with the record's time
   * @param refused completes when the director does not take it
   */
  record Sent(
      String answer,
      String fact,
      String by,
      CompletableFuture<Instant> published,
      CompletableFuture<Rejection> refused) {

    /** Whether another answer may follow: the same one again joins what was refused. */
    private boolean givesWayTo(String other) {
      return published.isCompletedExceptionally() || refused.isDone() && !answer.equals(other);
    }
  }

  PendingApproval(Decision asked) {
    this.asked = asked;
    this.approval = Objects.requireNonNull(asked.approval(), "a decision that asks");
    this.newest = asked.time();
  }

  Approval approval() {
    return approval;
  }

  /** The fleet whose work it is about, when that is known. */
  @Nullable String fleet() {
    Agent agent = asked.agent();
    return agent == null ? null : agent.fleet();
  }

  String workItem() {
    return asked.workItem();
  }

  /** Completes with the decision that ended the approval, whatever ended it. */
  CompletableFuture<Decision> settled() {
    return settled;
  }

  /**
   * Takes the news of a decision about the work item: a later one without this approval ends it.
   */
  void decided(Decision decision) {
    Approval open = decision.approval();
    if (decision.ordinal() <= asked.ordinal() || settled.isDone()) {
      return;
    }
    if (open == null || !open.id().equals(approval.id())) {
      settled.complete(decision);
    } else {
      newest = later(newest, decision.time());
    }
  }

  /**
   * Whether {@code decision}, which settled the approval, follows from the answer whose record has
   * this time. A decision is never older than its work item, so of an answer whose clock is behind
   * it has the work item's time.
   */
  boolean follows(Decision decision, Instant told) {
    return decision.time().equals(later(newest, Times.text(told)));
  }

  private static String later(String one, String other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /**
   * Sends {@code answer} of {@code by} unless one is on its way; empty when that is another one.
   */
  synchronized Optional<Sent> answer(
      String answer,
      String by,
      GovernanceFact fact,
      Function<GovernanceFact, CompletableFuture<Instant>> publish) {
    Sent present = sent;
    if (present == null || !present.by().equals(by) || present.givesWayTo(answer)) {
      present = new Sent(answer, fact.id(), by, publish.apply(fact), new CompletableFuture<>());
      sent = present;
    }
    return present.answer().equals(answer) ? Optional.of(present) : Optional.empty();
  }

  /** Whether an answer is on its way. */
  synchronized boolean answered() {
    return sent != null && !sent.refused().isDone();
  }

  /** The work item shows what was refused of it. */
  synchronized void refused(WorkItem item) {
    Sent present = sent;
    if (present != null) {
      item.refusals().stream()
          .filter(refusal -> refusal.input().equals(present.fact()))
          .findFirst()
          .ifPresent(refusal -> present.refused().complete(refusal.rejection()));
    }
  }
}
