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
}
