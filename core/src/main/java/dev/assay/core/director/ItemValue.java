package dev.assay.core.director;

import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.ReportTarget;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.VerificationReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One value of a work item's state, stored under a key of its own; immutable. Values other than the
 * head are written once, or removed when nothing needs them, and count only when the head, which is
 * written after them, says that they are there: what a crash leaves behind it is written over.
 */
public sealed interface ItemValue
    permits ItemHead,
        PriorItemState,
        ItemValue.Accepted,
        ItemValue.Decided,
        ItemValue.ReportFact,
        ItemValue.GovernanceEntry,
        ItemValue.FactPlace,
        Plan {

  /**
   * An accepted execution.
   *
   * @param time RFC 3339 time of its record
   * @param plan its plan when it was made at once, otherwise null
   */
  record Accepted(ExecutionEvent event, String time, @Nullable Plan plan) implements ItemValue {}

  /**
   * What was decided about an execution.
   *
   * @param answers the reports that it was decided with, in the order they came
   */
  record Decided(List<Answer> answers, DecisionOutputs outputs) implements ItemValue {

    /** Copies the list. */
    public Decided {
      answers = List.copyOf(answers);
    }
  }

  /**
   * What nested verification has to know of a report.
   *
   * @param time RFC 3339 time of its record
   * @param attestation id of the statement that is made of it
   */
  record Answer(String requestId, Result result, String time, String attestation) {}

  /**
   * A report as it first came.
   *
   * @param message in the store without the files of its target when they are those of its
   *     execution
   * @param time RFC 3339 time of its record
   * @param attestation id of the statement that is made of it
   * @param sameFiles whether the files of its target are those of its execution
   */
  record ReportFact(ReportMessage message, String time, String attestation, boolean sameFiles)
      implements ItemValue {

    Answer answer() {
      return new Answer(message.requestId(), message.report().result(), time, attestation);
    }

    /**
     * Whether {@code other}, a report on the same request, is this one again. What reads bytes says
     * the same of the same bytes; what runs or looks at something may tell it in other words, so
     * that only its result counts.
     */
    boolean isRepeatedBy(ReportMessage other) {
      EvidenceBasis basis = message.basis();
      boolean looked = basis != null && basis.compareTo(EvidenceBasis.OBSERVED) >= 0;
      return message.report().result() == other.report().result()
          && (looked || message.reportDigest().equals(other.reportDigest()));
    }

    ReportFact withFiles(List<String> files, boolean same) {
      VerificationReport r = message.report();
      VerificationReport report =
          new VerificationReport(
              r.verifierType(),
              r.verifierVersion(),
              new ReportTarget(r.target().workItem(), r.target().commit(), files),
              r.result(),
              r.failureSignatures(),
              r.summary(),
              r.nextActions(),
              r.confidence(),
              r.hyperthesis(),
              r.pointers(),
              r.details());
      return new ReportFact(message.with(report), time, attestation, same);
    }
  }

  /**
   * A governance fact as it first came.
   *
   * @param time RFC 3339 time of its record
   * @param outputs what it led to, or null
   */
  record GovernanceEntry(GovernanceFact fact, String time, @Nullable DecisionOutputs outputs)
      implements ItemValue {}

  /** Where a governance fact is among the facts, from 0. */
  record FactPlace(int place) implements ItemValue {}
}
