package dev.assay.store.service;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.store.index.AttestationKind;
import dev.assay.store.index.AttestationListing;
import dev.assay.store.index.StoredAttestation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds promotions that contradict what is attested: those that name no attestation, or one that is
 * no passed summary of their work item. An attestation that has not come contradicts nothing, since
 * topics are not ordered among each other.
 */
final class Promotions {

  /** What an attestation promotes that is no passed summary; no work item has this id. */
  private static final String NOTHING = "";

  private final Function<Set<String>, List<AttestationListing>> kept;

  /**
   * Remembers nothing.
   *
   * @param kept those of some attestation ids that the store has
   */
  Promotions(Function<Set<String>, List<AttestationListing>> kept) {
    this.kept = kept;
  }

  /**
   * Whether one of {@code decisions} contradicts {@code attestations}, which come with them, or the
   * store. The store is asked once, for what did not come with them.
   */
  Predicate<Decision> contradicting(
      List<Decision> decisions, List<StoredAttestation> attestations) {
    Set<String> cited = new HashSet<>();
    for (Decision decision : decisions) {
      if (decision.kind() == DecisionKind.PROMOTE && decision.promotion() != null) {
        cited.add(decision.promotion());
      }
    }
    Map<String, String> promoted = new HashMap<>();
    for (StoredAttestation each : attestations) {
      if (cited.remove(each.id())) {
        promoted.put(each.id(), promoted(each.kind(), each.result(), each.workItem()));
      }
    }
    if (!cited.isEmpty()) {
      for (AttestationListing each : kept.apply(cited)) {
        promoted.put(each.id(), promoted(each.kind(), each.result(), each.workItem()));
      }
    }
    return decision -> contradicts(decision, promoted);
  }

  private static String promoted(AttestationKind kind, String result, String workItem) {
    return kind == AttestationKind.VSA && result.equals("PASSED") ? workItem : NOTHING;
  }

  private static boolean contradicts(Decision decision, Map<String, String> promoted) {
    if (decision.kind() != DecisionKind.PROMOTE) {
      return false;
    }
    String cited = decision.promotion();
    return cited == null
        || !promoted.getOrDefault(cited, decision.workItem()).equals(decision.workItem());
  }

  /** Why a decision that contradicts is refused. */
  static Rejection rejection(Decision decision) {
    String cited = decision.promotion();
    return new Rejection(
        ErrorCode.INVALID_FIELD,
        "expected a promotion to name a passed summary of "
            + decision.workItem()
            + ", found "
            + (cited == null ? "none" : "the attestation " + cited + " of something else"),
        "promotion");
  }
}
