package dev.assay.core.director;

import dev.assay.core.statement.Statement;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;

/** What the director sends after an input. The shell signs statements and picks topics. */
public sealed interface Emission {

  /** Ask a worker. */
  record Ask(VerificationRequest request, boolean slow) implements Emission {}

  /** Sign and publish a statement. */
  record Attest(
      Statement statement, String workItem, String eventKey, int attempt, Agent agent, String time)
      implements Emission {}

  /** Publish a decision. */
  record Decide(Decision decision) implements Emission {}

  /** Publish the work item as it stands. */
  record Show(WorkItem workItem) implements Emission {}

  /** Tell the director of another work item. */
  record Tell(GovernanceFact fact) implements Emission {}

  /** Keep the input as a dead letter. */
  record Refuse(Rejection rejection) implements Emission {}
}
