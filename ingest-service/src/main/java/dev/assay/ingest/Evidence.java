package dev.assay.ingest;

import dev.assay.http.Permission;
import dev.assay.http.Principal;
import dev.assay.http.ProblemException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
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
  private final ArtifactExistenceCache artifacts;
  private final FactSender facts;

  Evidence(Holdings holdings, ArtifactExistenceCache artifacts, FactSender facts) {
    this.holdings = holdings;
    this.artifacts = artifacts;
    this.facts = facts;
  }

  /**
   * The execution that has the bytes verified.
   *
   * @throws ProblemException when {@code sender} may not vouch, or the work item or the provenance
   *     document is not known
   */
  ExecutionEvent execution(CloudEvents.Evidence evidence, Principal sender)
      throws InterruptedException {
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
    String provenance = data.provenance();
    long bytes = provenance == null ? 0 : bytes(provenance, sender);
    return evidence
        .event()
        .apply(data.execution(evidence.id(), fleet, sender.id(), bytes))
        .witnessed(sender.id());
  }

  private long bytes(String provenance, Principal sender) throws InterruptedException {
    return switch (artifacts.size(provenance)) {
      case Parsed.Accepted<Long>(Long size) when holdings.has(sender, provenance) -> size;
      case Parsed.Accepted<Long> _ ->
          throw new ProblemException(ArtifactExistenceCache.missing(provenance, "provenance"));
      case Parsed.Rejected<Long>(Rejection rejection) -> throw new ProblemException(rejection);
    };
  }

  /**
   * Tells the director who vouches, before {@code event} is sent, so that it knows when it decides.
   */
  void tell(ExecutionEvent event, Principal sender) throws InterruptedException {
    String workItem = event.data().workItem();
    GovernanceFact fact =
        FactSender.accepted(
            GovernanceFact.evidence(
                workItem, event.eventKey(), sender.id(), event.data().digests()),
            Permission.VOUCH,
            sender,
            event.data().agent().fleet());
    var _ = facts.await(facts.send(fact), "evidence", workItem);
  }
}
