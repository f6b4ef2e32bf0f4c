package dev.assay.cli.host;

import dev.assay.http.ProblemException;
import dev.assay.ingest.ApprovalSource;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Decision;
import dev.assay.store.AttestationStore;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.DecisionRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Questions that the store of the same process keeps. */
final class StoredApprovals implements ApprovalSource {

  private final AttestationStore store;

  StoredApprovals(AttestationStore store) {
    this.store = store;
  }

  @Override
  public List<Decision> decisions(String approval) {
    try {
      Optional<DecisionRow> asked = store.asked(approval);
      return asked.isEmpty()
          ? List.of()
          : store.decisions(asked.get().workItem()).stream()
              .dropWhile(row -> !row.id().equals(asked.get().id()))
              .map(StoredApprovals::decision)
              .toList();
    } catch (StoreUnavailableException e) {
      throw new ProblemException(
          ErrorCode.STORE_UNAVAILABLE,
          "expected to look the question up, found that the store does not answer; retry");
    }
  }

  private static Decision decision(DecisionRow row) {
    return switch (Json.parse(row.json().getBytes(StandardCharsets.UTF_8), Decision.class)) {
      case Parsed.Accepted<Decision>(Decision decision) -> decision;
      case Parsed.Rejected<Decision>(Rejection rejection) ->
          throw new IllegalStateException("expected a stored decision: " + rejection.detail());
    };
  }
}
