package dev.assay.service;

import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is decided, and what is kept of it, as the ingest service needs it: from the attestation
 * store of the same process, or from topics alone. Listeners are quick and never throw.
 */
public interface StoreReads {

  /** Calls {@code listener} with every decision made from now on, until the result is closed. */
  AutoCloseable onDecision(Consumer<Decision> listener);

  /**
   * Calls {@code listener} with every work item shown from now on that has refusals, until the
   * result is closed.
   *
   * @param wanted whether the listener is interested in the work item of that id; others may be
   *     left out
   */
  AutoCloseable onRefusal(Predicate<String> wanted, Consumer<WorkItem> listener);

  /**
   * The decision that asked {@code approval} and every later one about its work item, oldest first;
   * empty when nobody asked it, or when nothing is kept.
   */
  List<Decision> decisions(String approval);

  /**
   * Whether kept work of one of {@code fleets} was attested that names this artifact or report.
   *
   * @param sha256 64 lower-case hexadecimal digits
   */
  boolean names(Set<String> fleets, String sha256);

  /**
   * When the newest report that kept work names the artifact in was attested; empty when none does.
   * Of an artifact that very many name, the newest count.
   *
   * @param fleets whose work counts; null for everybody's
   * @param sha256 64 lower-case hexadecimal digits
   */
  Optional<Instant> lastUse(@Nullable Set<String> fleets, String sha256);

  /** The fleet that {@code workItem} belongs to; none when it is not kept. */
  Optional<String> fleetOf(String workItem);

  /**
   * Whether {@code workItem} is kept as promoted, demoted, halted or escalated; no when nothing is
   * kept.
   */
  boolean isSettled(String workItem);
}
