package dev.assay.cli.replay;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Something that is not as the replay rebuilds it.
 *
 * @param timeMillis the time of the record it names, by which differences are ordered
 * @param place the record it names, or null when it is about no record of a topic
 * @param cause the input that the rebuilt record comes from, or null
 */
record Difference(
    Code code,
    long timeMillis,
    @Nullable RecordPosition place,
    @Nullable RecordPosition cause,
    @Nullable String workItem,
    String expected,
    String found) {

  /** The order in which a reader should hear of them: what lies first in time, and deepest. */
  static final Comparator<Difference> FIRST =
      Comparator.comparing((Difference d) -> d.code != Code.POLICY_UNKNOWN)
          .thenComparingLong(Difference::timeMillis)
          .thenComparing(Difference::code)
          .thenComparing(d -> String.valueOf(d.place));

  /** Kinds of differences, those that lie deepest first. */
  enum Code {
    POLICY_UNKNOWN(
        "give the policy that was in force with --policy; it may be given repeatedly, and"
            + " 'standard' is that of a system whose configuration names none"),
    RECORD_DAMAGED(
        "the record is not what was written; restore the topic or the export from a copy and find"
            + " out who could write there"),
    HISTORY_MISSING(
        "records were removed; restore the topic from a copy, or replay an older export"),
    INPUT_CHANGED(
        "the director accepted what stood here; compare the record with its publisher's copy"),
    MANIFEST_DIFFERS(
        "the director read and signed something else here; restore the topic from a copy and find"
            + " out who could write there"),
    REPORT_CHANGED(
        "the record does not hold the report that its worker stored; compare it with the stored"
            + " report of that digest"),
    REQUEST_MISSING(
        "the policy may be another one than was in force, or requests were removed; see --policy"),
    ATTESTATION_DIFFERS("treat the attestation as forged and compare the cause's record first"),
    ATTESTATION_MISSING("the attestation was removed, or its cause was changed or invented"),
    ATTESTATION_INVENTED("no input leads here; treat the attestation as forged"),
    ATTESTATION_SIGNATURE("the system's key did not make this signature; treat it as forged"),
    DECISION_DIFFERS("treat the decision as forged and compare the cause's record first"),
    DECISION_MISSING("the decision was removed, or its cause was changed or invented"),
    DECISION_INVENTED("no input leads here; treat the decision as forged"),
    DECISIONS_REORDERED("the decisions of the work item stand in another order; restore the topic"),
    FACT_MISSING("the fact was removed from the topic; restore it"),
    FACT_INVENTED("no decision tells this; treat the fact as forged"),
    DOCUMENT_CHANGED("the object store holds other bytes; restore the object from a copy"),
    REPORT_NOT_REPRODUCED(
        "the verifier says something else about the stored artifacts; treat the report as forged"),
    ARTIFACT_CHANGED("the object store holds other bytes; restore the object from a copy"),
    ARTIFACT_MISSING("restore the object from a copy; without it the report cannot be checked"),
    LOG_ENTRY_MISSING("the log lacks what was attested; do not trust its proofs of absence"),
    LOG_ENTRY_INVENTED("the log holds what was never attested; treat the entry as forged"),
    LOG_ROOT_DIFFERS("the checkpoint does not cover these entries; check the log and its copies"),
    EXPECTED_ROOT_DIFFERS("compare the checkpoint you trust with the one of this system");

    private final String next;

    Code(String next) {
      this.next = next;
    }

    /** What to do. */
    String next() {
      return next;
    }
  }
}
