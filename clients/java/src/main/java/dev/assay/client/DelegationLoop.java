package dev.assay.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionData;
import dev.assay.schemas.message.ExecutionEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One delegation from its first prompt to its end. */
record DelegationLoop(AssayClient client, DelegatedTask task, Delegate delegate) {

  LoopEnd run() throws IOException, InterruptedException {
    String prompt = task.task();
    for (int attempt = 1; ; attempt++) {
      JsonNode result = delegate.run(prompt);
      ArtifactRef artifact =
          client.put(ArtifactRole.DELEGATION_RESULT, "application/json", Json.write(result));
      Optional<Decision> decided = client.submit(event(attempt, artifact), task.decisionTime());
      if (decided.isEmpty()) {
        return new LoopEnd.Undecided(attempt);
      }
      Decision decision = decided.get();
      if (decision.kind() == DecisionKind.PROMOTE) {
        return new LoopEnd.Verified(result, decision);
      }
      String next = decision.retryPrompt();
      if (decision.kind() != DecisionKind.RETRY || next == null || attempt == Limits.ATTEMPT_MAX) {
        return new LoopEnd.Refused(attempt, decision);
      }
      prompt = next;
    }
  }

  private ExecutionEvent event(int attempt, ArtifactRef artifact) {
    ExecutionData data =
        new ExecutionData(
            task.id(),
            task.id(),
            attempt,
            task.agent(),
            null,
            List.of(),
            List.of(artifact),
            task.requires(),
            List.of(),
            null,
            null,
            task.maxVerifyRetries(),
            List.of());
    return new ExecutionEvent(
        task.source(), task.id() + "-" + attempt, null, task.traceparent(), data);
  }
}
