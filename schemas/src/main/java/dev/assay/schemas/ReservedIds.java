package dev.assay.schemas;

/** Identifiers that clients may not choose. */
public final class ReservedIds {

  /** Work items of canaries: artifacts of known truth that live verifiers judge. */
  public static final String CANARY_PREFIX = "assay.canary/";

  /** The ground truth that every worker has for canaries; nothing else is compared with it. */
  public static final String CANARY_GROUND_TRUTH = "assay.canary";

  /** What a manifest is logged under: followed by topic, slash and partition. */
  public static final String MANIFEST_PREFIX = "assay.manifest/";

  private ReservedIds() {}

  /** Whether clients may not submit work under {@code workItem}. */
  public static boolean isReserved(String workItem) {
    return isCanary(workItem) || isManifest(workItem);
  }

  /** Whether {@code workItem} is what manifests are logged under, and no work. */
  public static boolean isManifest(String workItem) {
    return workItem.startsWith(MANIFEST_PREFIX);
  }

  /** Whether {@code workItem} is a canary's; nothing of it is decided or attested. */
  public static boolean isCanary(String workItem) {
    return workItem.startsWith(CANARY_PREFIX);
  }
}
