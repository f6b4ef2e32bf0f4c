package dev.assay.core.director;

import dev.assay.core.statement.Statement;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Agent;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import org.jspecify.annotations.Nullable;

/** What the director sends after an input. The shell signs statements and picks topics. */
public sealed interface Emission {

  /** Ask a worker. */
  record RequestVerification(VerificationRequest request, boolean slow) implements Emission {}

  /** Sign and publish a statement. */
  record Attest(
      Statement statement, String workItem, String eventKey, int attempt, Agent agent, String time)
      implements Emission {}

  /** Publish a decision. */
  record Decide(Decision decision) implements Emission {}

  /** Publish the work item as it stands. */
  record PublishWorkItem(WorkItem workItem) implements Emission {}

  /** Tell the director of another work item. */
  record NotifyWorkItem(GovernanceFact fact) implements Emission {}

  /**
   * Keep what was refused as a dead letter.
   *
   * @param early the report that came before its execution and is refused by what came now, or null
   *     when the input is meant
   */
  record Refuse(Rejection rejection, @Nullable ReportMessage early) implements Emission {

    /** Keep the input. */
    public Refuse(Rejection rejection) {
      this(rejection, null);
    }
  }
}
