package dev.assay.store.api;

import dev.assay.http.ProblemException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.WorkItem;
import dev.assay.service.StoreReads;
import dev.assay.store.AttestationStore;
import dev.assay.store.fault.StoreCorruptException;
import dev.assay.store.fault.StoreUnavailableException;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.WorkItemRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads of the store by the ingest service of the same process. Decisions and refusals are shown
 * once the store has them, so that who waited for one finds it with the next read.
 */
public final class LocalReads implements StoreReads {

  /** The statuses after which nothing is under way, as rows have them. */
  private static final Set<String> SETTLED = Set.of("promoted", "demoted", "halted", "escalated");

  private final AttestationStore store;
  private final List<Consumer<Decision>> deciding = new CopyOnWriteArrayList<>();
  private final List<Consumer<WorkItem>> refusing = new CopyOnWriteArrayList<>();

  /** Reads {@code store}, which stays open when this is dropped. */
  public LocalReads(AttestationStore store) {
    this.store = store;
  }

  /** Shows what reads of the store now find. */
  public void stored(List<Decision> decisions, List<WorkItem> refusals) {
    for (Decision decision : decisions) {
      deciding.forEach(listener -> listener.accept(decision));
    }
    for (WorkItem item : refusals) {
      refusing.forEach(listener -> listener.accept(item));
    }
  }

  /**
   * Whether a quorum of log witnesses has cosigned a checkpoint that covers attestation {@code id};
   * no while the store does not answer.
   */
  public boolean cosigned(String id) {
    try {
      long size = store.cosigned().cosignedSize();
      return store.attestation(id).filter(found -> found.logIndex() < size).isPresent();
    } catch (StoreUnavailableException | StoreCorruptException _) {
      return false;
    }
  }

  @Override
  public AutoCloseable onDecision(Consumer<Decision> listener) {
    deciding.add(listener);
    return () -> deciding.remove(listener);
  }

  @Override
  public AutoCloseable onRefusal(Predicate<String> wanted, Consumer<WorkItem> listener) {
    refusing.add(listener);
    return () -> refusing.remove(listener);
  }

  @Override
  public List<Decision> decisions(String approval) {
    return asked(
        "the question",
        () -> store.decisions().since(approval).stream().map(LocalReads::decision).toList());
  }

  @Override
  public boolean names(Set<String> fleets, String sha256) {
    return asked("whose this is", () -> store.names(fleets, sha256));
  }

  @Override
  public Optional<Instant> lastUse(@Nullable Set<String> fleets, String sha256) {
    return asked("when this was used", () -> store.summaries().lastUse(fleets, sha256));
  }

  @Override
  public Optional<String> fleetOf(String workItem) {
    return asked("whose this is", () -> store.workItem(workItem).map(WorkItemRow::fleet));
  }

  @Override
  public boolean isSettled(String workItem) {
    return asked(
        "where this stands",
        () -> store.workItem(workItem).filter(row -> SETTLED.contains(row.status())).isPresent());
  }

  private static <T> T asked(String what, Supplier<T> question) {
    try {
      return question.get();
    } catch (StoreUnavailableException e) {
      throw new ProblemException(
          ErrorCode.STORE_UNAVAILABLE,
          "expected to look up " + what + ", found that the store does not answer; retry");
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
