package dev.assay.ingest;

import dev.assay.artifact.ArtifactException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Outage;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.service.HopTimer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes well-formed events in: artifacts must be there, the identity must not stand for other
 * content, then the event is published. A repeat is published again, because emitting again is how
 * the pipeline answers repeats.
 */
final class Intake {

  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private final Outage outage = new Outage();

  /** An event under way: refused already, or with the future of its publication. */
  private record Underway(
      @Nullable Rejection rejection,
      ExecutionEvent event,
      boolean duplicate,
      EventIndex.Entry entry,
      CompletableFuture<Void> published) {}

  private final ArtifactExistenceCache artifacts;
  private final Holdings holdings;
  private final Claims claims;
  private final EventIndex index;
  private final IngestPorts.EventPublisher publisher;
  private final long publishMillisMax;
  private final HopTimer ingested;

  /**
   * Takes nothing in yet.
   *
   * @param holdings told of each event whether it was accepted
   * @param ingested told how long it takes until an event is given to {@code publisher}
   */
  Intake(
      ArtifactExistenceCache artifacts,
      Holdings holdings,
      Claims claims,
      EventIndex index,
      IngestPorts.EventPublisher publisher,
      long publishMillisMax,
      HopTimer ingested) {
    this.ingested = ingested;
    this.artifacts = artifacts;
    this.holdings = holdings;
    this.claims = claims;
    this.index = index;
    this.publisher = publisher;
    this.publishMillisMax = publishMillisMax;
  }

  /**
   * Why {@code event} is refused for an artifact that cannot be verified; empty when all are here.
   */
  Optional<Rejection> missing(ExecutionEvent event) throws InterruptedException {
    Optional<Rejection> refusal = artifacts.check(event.data().artifacts());
    if (refusal.isPresent()) {
      holdings.refused(event);
    }
    return refusal;
  }

  /** Takes {@code event} in. */
  Acceptance take(ExecutionEvent event) throws InterruptedException {
    return finish(begin(event), deadline());
  }

  /** Takes the good ones of {@code events} in, all at once; answers in their order. */
  List<Acceptance> takeAll(List<Parsed<ExecutionEvent>> events) throws InterruptedException {
    List<Object> begun = new ArrayList<>(events.size());
    for (Parsed<ExecutionEvent> parsed : events) {
      begun.add(
          switch (parsed) {
            case Parsed.Accepted<ExecutionEvent>(ExecutionEvent event) -> begin(event);
            case Parsed.Rejected<ExecutionEvent>(Rejection rejection) ->
                new Acceptance.Refused(rejection);
          });
    }
    long deadline = deadline();
    List<Acceptance> answers = new ArrayList<>(begun.size());
    for (Object each : begun) {
      answers.add(
          each instanceof Underway underway ? finish(underway, deadline) : (Acceptance) each);
    }
    return answers;
  }

  private long deadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(publishMillisMax);
  }

  private Underway begin(ExecutionEvent event) throws InterruptedException {
    long begun = System.nanoTime();
    EventIndex.Entry entry = EventIndex.Entry.of(event);
    Optional<Rejection> refusal = artifacts.check(event.data().artifacts());
    if (refusal.isPresent()) {
      return refused(refusal.get(), event, entry);
    }
    EventIndex.Known known = index.admit(entry);
    return switch (known) {
      case CONFLICT ->
          refused(
              new Rejection(
                  ErrorCode.EVENT_CONFLICT,
                  "expected the same data for the same source and id, found other data; give a new"
                      + " event a new id",
                  "id"),
              event,
              entry);
      case NEW -> new Underway(null, event, false, entry, publish(event, begun));
      case REPEAT -> new Underway(null, event, true, entry, publish(event, begun));
    };
  }

  private CompletableFuture<Void> publish(ExecutionEvent event, long begunNanos) {
    try {
      CompletableFuture<Void> published = publisher.publish(claims.committed(event));
      ingested.took(System.nanoTime() - begunNanos);
      return published;
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static Underway refused(
      Rejection rejection, ExecutionEvent event, EventIndex.Entry entry) {
    return new Underway(rejection, event, false, entry, CompletableFuture.completedFuture(null));
  }

  private Acceptance finish(Underway underway, long deadlineNanos) throws InterruptedException {
    Acceptance acceptance = outcome(underway, deadlineNanos);
    switch (acceptance) {
      case Acceptance.Accepted _ -> holdings.accepted(underway.event());
      case Acceptance.Refused(Rejection rejection) -> {
        if (rejection.code() != ErrorCode.BROKER_UNAVAILABLE) { // which may have it all the same
          holdings.refused(underway.event());
        }
      }
    }
    return acceptance;
  }

  private Acceptance outcome(Underway underway, long deadlineNanos) throws InterruptedException {
    Rejection rejection = underway.rejection();
    if (rejection != null) {
      return new Acceptance.Refused(rejection);
    }
    try {
      long maxWait = Math.max(0, deadlineNanos - System.nanoTime());
      underway.published().get(maxWait, TimeUnit.NANOSECONDS);
      long failed = outage.ends();
      if (failed > 0) {
        LOG.atInfo().addKeyValue("failed", failed).log("events are published again");
      }
      ExecutionEvent event = underway.event();
      return new Acceptance.Accepted(
          event.id(), event.data().workItem(), underway.duplicate(), null);
    } catch (ExecutionException e) {
      return failed(underway, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      return failed(underway, e);
    }
  }

  private Acceptance failed(Underway underway, Throwable cause) {
    if (!underway.duplicate()) {
      index.forget(underway.entry());
    }
    if (cause instanceof RejectedExecutionException) {
      return new Acceptance.Refused(
          Rejection.of(
              ErrorCode.OVERLOADED,
              "expected room for another event, found too many on their way; retry later"));
    }
    if (cause instanceof ArtifactException) {
      return new Acceptance.Refused(
          Rejection.of(
              ErrorCode.STORE_UNAVAILABLE,
              "expected the artifact store to keep the claim, found that it did not; send the event"
                  + " again"));
    }
    if (outage.begins()) {
      LOG.atWarn()
          .addKeyValue("work_item", underway.event().data().workItem())
          .addKeyValue("reason", cause.toString())
          .log("an event was not published; further ones are counted until one works");
    }
    return new Acceptance.Refused(
        Rejection.of(
            ErrorCode.BROKER_UNAVAILABLE,
            "expected the broker to take the event, found that it did not within "
                + publishMillisMax
                + " ms or does not answer at all; send it again"));
  }
}
