package dev.assay.core.director;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.GovernanceKind;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * In which role somebody may tell what (docs/design/0890-facts-say-in-which-role.md): as the routes
 * that take it in ask it, asked again of the record, so that a fact which did not come through them
 * moves nothing.
 */
public final class FactRights {

  /** Who operates does so in all fleets. */
  static final String OPERATE = "operate";

  private static final Set<String> ANSWERING = Set.of("approve", OPERATE);
  private static final Set<String> VOUCHING = Set.of("evidence", OPERATE);

  private FactRights() {}

  /** The roles in which a fact of {@code kind} may be told; empty when nobody needs one. */
  public static Set<String> roles(GovernanceKind kind) {
    return switch (kind) {
      case APPROVAL_ANSWERED, REQUIREMENTS_LOWERED -> ANSWERING;
      case EVIDENCE_GIVEN -> VOUCHING;
      case CHILD_OPENED, CHILD_SETTLED, APPROVAL_EXPIRED, PLAN_SUGGESTED -> Set.of();
    };
  }

  /** Why {@code fact} may not be told of the work item; empty when it may. */
  static Optional<Rejection> lacking(ItemState state, GovernanceFact fact, Edition edition) {
    if (!edition.isAfter(Edition.BEFORE_ROLES)) {
      return Optional.empty();
    }
    if (!fact.hasOwnId()) {
      return Optional.of(
          Rejection.of(
              ErrorCode.DIGEST_MISMATCH,
              "expected the id of a fact to be the digest of what it says, found another"));
    }
    Set<String> roles = roles(fact.kind());
    String role = fact.role();
    if (roles.isEmpty()) {
      return Optional.empty();
    }
    if (role == null || !roles.contains(role)) {
      return forbidden(
          "the word of a principal with the role " + String.join(" or ", new TreeSet<>(roles)),
          role);
    }
    String fleet = state.fleet();
    boolean everywhere = role.equals(OPERATE) && fact.fleet() == null;
    return everywhere || fleet == null || fleet.equals(fact.fleet())
        ? Optional.empty()
        : forbidden(
            "the word of a principal that acts for the fleet of the work item", fact.fleet());
  }

  private static Optional<Rejection> forbidden(String expected, @Nullable String found) {
    return Optional.of(
        Rejection.of(
            ErrorCode.FORBIDDEN,
            "expected "
                + expected
                + ", found "
                + (found == null ? "none" : Require.quoted(found))));
  }
}
