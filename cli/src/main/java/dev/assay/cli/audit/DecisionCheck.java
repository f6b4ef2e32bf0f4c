package dev.assay.cli.audit;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Compares what decisions rest on with the log: what a decision cites must not be dropped. */
final class DecisionCheck {

  /** Whether an attestation is an entry of the log. */
  @FunctionalInterface
  interface Logged {
    boolean has(String id) throws IOException;
  }

  /**
   * What a work item cites.
   *
   * @param attestations ids that its decisions rest on
   */
  record Cited(String workItem, List<String> attestations) {

    /** Copies the list. */
    Cited {
      attestations = List.copyOf(attestations);
    }
  }

  private final Logged logged;
  private final Findings findings;
  private final List<Missing> missing = new ArrayList<>();
  private long items;

  DecisionCheck(Logged logged, Findings findings) {
    this.logged = logged;
    this.findings = findings;
  }

  /** How many work items were looked at. */
  long items() {
    return items;
  }

  /** The next work item. What is not logged yet may be on its way, and is looked for again. */
  void check(Cited cited) throws IOException {
    items++;
    for (String id : cited.attestations()) {
      if (!Digests.valid(id) || !logged.has(id)) {
        missing.add(new Missing(cited.workItem(), id));
        if (missing.size() > AuditLimits.FINDINGS_MAX) {
          finish();
        }
      }
    }
  }

  /** Tells of what is still not logged. */
  void finish() throws IOException {
    for (Missing one : missing) {
      if (!Digests.valid(one.id()) || !logged.has(one.id())) {
        findings.add(
            AuditFinding.of(
                AuditCode.VERDICT_MISSING,
                one.workItem(),
                "the attestation " + one.id() + " in the log, since a decision rests on it",
                "none"));
      }
    }
    missing.clear();
  }

  private record Missing(String workItem, String id) {}
}
