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

/** Who vouches for what of a work item (docs/design/0511-who-vouches.md). */
final class Witnesses {

  private Witnesses() {}

  /**
   * What somebody else vouches for in {@code about}: artifacts of that execution when it came as
   * evidence, and of evidence about the same commit, each as {@link Evidence#subject}. Nothing
   * while nobody has sent work; and what a principal says of its own work is a claim, whatever its
   * roles.
   */
  static Set<String> of(ItemState item, ExecutionEvent about) {
    if (item.head().facts() == 0) {
      return Set.of();
    }
    List<ExecutionEvent> evidence = new ArrayList<>();
    Set<String> workers = new HashSet<>();
    Set<String> fleets = new HashSet<>();
    for (ExecutionEvent event : item.events()) {
      if (isTold(item, event)) {
        evidence.add(event);
      } else {
        workers.add(String.valueOf(event.submittedBy()));
        fleets.add(event.data().agent().fleet());
      }
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

  /** Whether ingest told of the witness that an execution names. */
  private static boolean isTold(ItemState item, ExecutionEvent event) {
    String witness = event.witness();
    return witness != null
        && event.data().digests().size() <= EvidenceData.ARTIFACTS_MAX
        && item.fact(
                GovernanceFact.evidence(
                        event.data().workItem(), event.eventKey(), witness, event.data().digests())
                    .id())
            != null;
  }

  private static boolean sameCommit(ExecutionEvent one, ExecutionEvent other) {
    Target first = one.data().target();
    Target second = other.data().target();
    String commit = first == null ? null : first.commit();
    return commit != null && second != null && commit.equals(second.commit());
  }
}
