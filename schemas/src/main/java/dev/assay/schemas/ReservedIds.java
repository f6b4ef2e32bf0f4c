package dev.assay.schemas;

/** Identifiers that clients may not choose. */
public final class ReservedIds {

  /** Work items of canaries: artifacts of known truth that live verifiers judge. */
  public static final String CANARY_PREFIX = "assay.canary/";

  /** The ground truth that every worker has for canaries; nothing else is compared with it. */
  public static final String CANARY_GROUND_TRUTH = "assay.canary";

  private ReservedIds() {}

  /** Whether {@code workItem} is a canary's; nothing of it is decided or attested. */
  public static boolean isCanary(String workItem) {
    return workItem.startsWith(CANARY_PREFIX);
  }
}
