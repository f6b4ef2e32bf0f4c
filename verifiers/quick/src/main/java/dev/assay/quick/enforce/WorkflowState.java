package dev.assay.quick.enforce;

import org.jspecify.annotations.Nullable;

/**
 * The enforcement of one workflow at one moment.
 *
 * @param version counts the transitions so far
 * @param baseline null while nothing was accepted
 * @param pendingAcceptHash what an acceptance has to name, null when nothing waits for one
 * @param last the transition that led here, null before the first one
 */
record WorkflowState(
    Lifecycle lifecycle,
    long version,
    @Nullable MaterialTruth baseline,
    @Nullable String pendingAcceptHash,
    @Nullable Transition last) {

  static final WorkflowState NEW =
      new WorkflowState(Lifecycle.BASELINE_MISSING, 0, null, null, null);

  String baselineHash() {
    return baseline == null ? "" : baseline.sha256();
  }

  /** Where the enforcement of one workflow stands; the word is the lower-cased constant. */
  enum Lifecycle {
    /** Nothing was ever accepted. */
    BASELINE_MISSING("baseline_missing"),
    /** Runs are compared with the baseline. */
    BASELINE_ACTIVE("baseline_active"),
    /** A drift was seen and waits for a decision. */
    ACTION_REQUIRED("action_required"),
    /** A drift was accepted and has to show up again. */
    RERUN_REQUIRED("rerun_required");

    private final String word;

    Lifecycle(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    static @Nullable Lifecycle of(String word) {
      for (Lifecycle lifecycle : values()) {
        if (lifecycle.word.equals(word)) {
          return lifecycle;
        }
      }
      return null;
    }
  }
}
