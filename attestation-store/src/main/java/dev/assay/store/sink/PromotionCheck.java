package dev.assay.store.sink;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.store.index.AttestationQuery;
import dev.assay.store.index.StoredAttestation;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds promotionCheck that contradict what is attested: those that name no attestation, or one
 * that is no passed summary of their work item. An attestation that has not come contradicts
 * nothing, since topics are not ordered among each other.
 */
final class PromotionCheck {

  /** What an attestation promotes that is no passed summary; no work item has this id. */
  private static final String NOTHING = "";

  /** Attestations remembered beside those of one batch; older ones are looked up. */
  static final int REMEMBERED_MAX = 10_000;

  private final Function<Set<String>, List<AttestationQuery.Listing>> kept;

  /** The work item that each of the last attestations promotes. */
  private final LinkedHashMap<String, String> promoted = new LinkedHashMap<>();

  /**
   * Nothing is known yet.
   *
   * @param kept those of some attestation ids that the store has
   */
  PromotionCheck(Function<Set<String>, List<AttestationQuery.Listing>> kept) {
    this.kept = kept;
  }

  /**
   * Whether one of {@code decisions} contradicts {@code attestations}, which come with them, or
   * those before. The store is asked once, for what did not come lately.
   */
  Predicate<Decision> contradicting(
      List<Decision> decisions, List<StoredAttestation> attestations) {
    while (promoted.size() > REMEMBERED_MAX) {
      promoted.pollFirstEntry();
    }
    for (StoredAttestation each : attestations) {
      promoted.putLast(each.id(), promoted(each.kind(), each.result(), each.workItem()));
    }
    Set<String> unknown = new HashSet<>();
    for (Decision decision : decisions) {
      if (decision.kind() == DecisionKind.PROMOTE
          && decision.promotion() != null
          && !promoted.containsKey(decision.promotion())) {
        unknown.add(decision.promotion());
      }
    }
    if (!unknown.isEmpty()) {
      for (AttestationQuery.Listing each : kept.apply(unknown)) {
        promoted.putLast(each.id(), promoted(each.kind(), each.result(), each.workItem()));
      }
    }
    return this::contradicts;
  }

  private static String promoted(StoredAttestation.Kind kind, String result, String workItem) {
    return kind == StoredAttestation.Kind.VSA && result.equals("PASSED") ? workItem : NOTHING;
  }

  private boolean contradicts(Decision decision) {
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
