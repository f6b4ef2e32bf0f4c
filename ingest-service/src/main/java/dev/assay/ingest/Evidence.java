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

/**
 * Takes in what a principal with the role {@code evidence} vouches for: a fact that names the
 * principal and the digests, on the topic that only ingest and director write, and an execution
 * that has the bytes verified.
 */
final class Evidence {

  private final Holdings holdings;
  private final FactSender facts;

  Evidence(Holdings holdings, FactSender facts) {
    this.holdings = holdings;
    this.facts = facts;
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
  void tell(ExecutionEvent event, Principal sender) throws InterruptedException {
    String workItem = event.data().workItem();
    var _ =
        facts.await(
            facts.send(
                GovernanceFact.evidence(
                    workItem, event.eventKey(), sender.id(), event.data().digests())),
            "evidence",
            workItem);
  }
}
