package dev.assay.cli.host;

import dev.assay.http.ProblemException;
import dev.assay.ingest.FleetSource;
import dev.assay.schemas.ErrorCode;
import dev.assay.store.AttestationStore;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.WorkItemRow;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What the store of the same process keeps of fleets. */
final class StoredFleets implements FleetSource {

  private final AttestationStore store;

  StoredFleets(AttestationStore store) {
    this.store = store;
  }

  @Override
  public boolean names(Set<String> fleets, String sha256) {
    return asked(() -> store.names(fleets, sha256));
  }

  @Override
  public Optional<String> fleetOf(String workItem) {
    return asked(() -> store.workItem(workItem).map(WorkItemRow::fleet));
  }

  private static <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (StoreUnavailableException e) {
      throw new ProblemException(
          ErrorCode.STORE_UNAVAILABLE,
          "expected to look up whose this is, found that the store does not answer; retry");
    }
  }
}
