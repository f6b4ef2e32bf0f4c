package dev.assay.ingest;

import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.cloudevents.CloudEvents;
import dev.assay.schemas.message.EvidenceData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in what a principal with the role {@code evidence} vouches for: a fact that names the
 * principal and the digests, on the topic that only ingest and director write, and an execution
 * that has the bytes verified.
 */
final class Evidence {

  private static final Logger LOG = LoggerFactory.getLogger(Evidence.class);

  private final Holdings holdings;
  private final IngestPorts.FactPublisher facts;
  private final long publishMillisMax;

  Evidence(Holdings holdings, IngestPorts.FactPublisher facts, long publishMillisMax) {
    this.holdings = holdings;
    this.facts = facts;
    this.publishMillisMax = publishMillisMax;
  }

  /**
   * The execution that has the bytes verified.
   *
   * @throws ProblemException when {@code sender} may not vouch, or the work item is not known
   */
  ExecutionEvent execution(CloudEvents.Evidence evidence, Principal sender) {
    Permission.VOUCH.require(sender);
    EvidenceData data = evidence.data();
    String fleet =
        holdings
            .fleetOf(data.workItem(), sender)
            .filter(sender::actsFor)
            .orElseThrow(() ->
                new ProblemException(
                    new Rejection(
                        ErrorCode.INVALID_FIELD,
                        "expected a work item that an execution was sent for, found "
                            + Require.quoted(data.workItem()),
                        "workItem")));
    return evidence
        .event()
        .apply(data.execution(evidence.id(), fleet, sender.id()))
        .witnessed(sender.id());
  }

  /**
   * Tells the director who vouches, before {@code event} is sent, so that it knows when it decides.
   */
  void tell(CloudEvents.Evidence evidence, ExecutionEvent event, Principal sender)
      throws InterruptedException {
    GovernanceFact fact =
        GovernanceFact.evidence(
            event.data().workItem(), event.eventKey(), sender.id(), evidence.data().digests());
    try {
      var _ = published(fact).get(publishMillisMax, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.atWarn()
          .addKeyValue("work_item", fact.workItem())
          .addKeyValue("reason", e.toString())
          .log("evidence was not published");
      throw new ProblemException(
          ErrorCode.BROKER_UNAVAILABLE,
          "expected the broker to take the evidence, found that it did not within "
              + publishMillisMax
              + " ms or does not answer at all; send it again");
    }
  }

  private CompletableFuture<Instant> published(GovernanceFact fact) {
    try {
      return facts.publish(fact);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
