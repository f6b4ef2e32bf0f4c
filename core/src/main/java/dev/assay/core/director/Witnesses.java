package dev.assay.core.director;

import dev.assay.schemas.message.EvidenceData;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who vouches for what of a work item (docs/design/0511-who-vouches.md). */
final class Witnesses {

  private Witnesses() {}

  /**
   * What somebody else vouches for in {@code about}: artifacts of that execution when it came as
   * evidence, and of evidence about the same commit, each as {@link Evidence#subject}. Nothing
   * while nobody has sent work, and nothing of another commit than the newest work names, or of
   * none where work named one; and what a principal says of its own work is a claim, whatever its
   * roles.
   */
  static Set<String> of(ItemState item, ExecutionEvent about) {
    if (item.head().facts() == 0) {
      return Set.of();
    }
    List<ExecutionEvent> evidence = new ArrayList<>();
    List<ExecutionEvent> work = new ArrayList<>();
    Set<String> workers = new HashSet<>();
    Set<String> fleets = new HashSet<>();
    for (ExecutionEvent event : item.events()) {
      if (isTold(item, event)) {
        evidence.add(event);
      } else {
        work.add(event);
        workers.add(String.valueOf(event.submittedBy()));
        fleets.add(event.data().agent().fleet());
      }
    }
    if (!isOfNewest(work, about)) {
      return Set.of();
    }
    String eventKey = about.eventKey();
    return evidence.stream()
        .filter(event -> fleets.contains(event.data().agent().fleet()))
        .filter(event -> !workers.contains(String.valueOf(event.witness())))
        .filter(event -> event.eventKey().equals(eventKey) || sameCommit(event, about))
        .flatMap(event -> event.data().artifacts().stream())
        .map(Evidence::subject)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether ingest told of the witness that an execution names, in a role that vouches in its
   * fleet, or in none as builds did that asked for none.
   */
  private static boolean isTold(ItemState item, ExecutionEvent event) {
    String witness = event.witness();
    if (witness == null || event.data().digests().size() > EvidenceData.ARTIFACTS_MAX) {
      return false;
    }
    GovernanceFact told =
        GovernanceFact.evidence(
            event.data().workItem(), event.eventKey(), witness, event.data().digests());
    String fleet = event.data().agent().fleet();
    return Stream.concat(
            FactRights.roles(told.kind()).stream()
                .map(role -> told.as(role, role.equals(FactRights.OPERATE) ? null : fleet)),
            Stream.of(told))
        .anyMatch(fact -> item.fact(fact.id()) != null);
  }

  private static boolean sameCommit(ExecutionEvent one, ExecutionEvent other) {
    String commit = commit(one);
    return commit != null && commit.equals(commit(other));
  }

  /**
   * Whether {@code about} is of the commit of the newest {@code work}; where none of it names one,
   * nobody can tell. The numbers of attempts are the agent's words, the order is not.
   */
  private static boolean isOfNewest(List<ExecutionEvent> work, ExecutionEvent about) {
    return work.stream().allMatch(event -> commit(event) == null)
        || sameCommit(work.getLast(), about);
  }

  private static @Nullable String commit(ExecutionEvent event) {
    Target target = event.data().target();
    return target == null ? null : target.commit();
  }
}
