package dev.assay.core.director;

import dev.assay.schemas.message.VerificationRequest;
import java.util.List;

/**
 * What has to be verified about one execution.
 *
 * @param id content hash of the plan's inputs; the same inputs give the same id
 * @param basis the policy that was in force
 * @param items in request order
 * @param refused suggested verifiers that the allowlist does not hold
 * @param unknownRequired required verifiers that the allowlist does not hold
 * @param unmet required verifiers for which no artifact came
 */
public record Plan(
    String id,
    Basis basis,
    List<Item> items,
    List<String> refused,
    List<String> unknownRequired,
    List<String> unmet) {

  /**
   * What a plan keeps of the policy it was made under, so that another policy changes nothing about
   * executions that are under way.
   */
  public record Basis(String policy, String policyDigest, int retriesMax) {}

  /** One request and the pool it goes to. */
  public record Item(VerificationRequest request, boolean slow) {}

  public Plan {
    items = List.copyOf(items);
    refused = List.copyOf(refused);
    unknownRequired = List.copyOf(unknownRequired);
    unmet = List.copyOf(unmet);
  }

  /** Whether everything that was required can be verified and something is. */
  public boolean verifiable() {
    return !items.isEmpty() && unknownRequired.isEmpty() && unmet.isEmpty();
  }
}
