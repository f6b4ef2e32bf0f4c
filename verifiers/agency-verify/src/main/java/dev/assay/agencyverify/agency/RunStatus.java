package dev.assay.agencyverify.agency;

/** The one word a list shows for a run, from what its meta.json says. */
public final class RunStatus {

  private RunStatus() {}

  /** The first status that applies, with {@code (archived)} added once the worktree is gone. */
  public static String of(RunMeta meta) {
    String status = active(meta);
    return meta.isArchived() ? status + " (archived)" : status;
  }

  private static String active(RunMeta meta) {
    if (!meta.mergedAt().isEmpty()) {
      return "merged";
    }
    if (meta.flag("abandoned")) {
      return "abandoned";
    }
    if (meta.flag("setup_failed")) {
      return "failed";
    }
    if (meta.flag("needs_attention")) {
      return "needs attention";
    }
    return meta.text("pr_url").isEmpty() ? "idle" : "ready for review";
  }
}
