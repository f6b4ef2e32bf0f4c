package dev.assay.core.director;

import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.GovernanceFact;
import java.util.List;

/**
 * A decision with what it makes: kept as it was made, so that it is said again word for word.
 *
 * @param statements canonical texts of the statements that the director signs for it
 * @param facts what other work items are told
 */
public record DecisionOutputs(
    Decision decision, List<String> statements, List<GovernanceFact> facts) {

  public DecisionOutputs {
    statements = List.copyOf(statements);
    facts = List.copyOf(facts);
  }
}
