package dev.assay.schemas.topic;

import dev.assay.schemas.avro.AvroCodec;
import dev.assay.schemas.message.AttestationMessage;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.message.DeadLetter;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.schemas.message.WorkItem;
import java.util.List;

/**
 * A topic of the catalogue: its name, its message, how long it keeps records.
 *
 * @param name the name without the configured prefix
 * @param compacted whether only the newest record of a key is kept
 */
public record Topic<T>(String name, AvroCodec<T> codec, boolean compacted) {

  /** CloudEvents of agents; key = work item. Values may also be CloudEvents JSON. */
  public static final Topic<ExecutionEvent> EXECUTIONS =
      of("executions", ExecutionEvent.class, false);

  /** Requests to fast verifiers; no key, spread round-robin. */
  public static final Topic<VerificationRequest> VERIFICATIONS =
      of("verifications", VerificationRequest.class, false);

  /** Requests to slow verifiers (scripts, egress, models); no key, spread round-robin. */
  public static final Topic<VerificationRequest> VERIFICATIONS_LONG =
      of("verifications-long", VerificationRequest.class, false);

  /** Reports; key = work item. */
  public static final Topic<ReportMessage> REPORTS = of("reports", ReportMessage.class, false);

  /** What the director of a work item has to know besides; key = work item. */
  public static final Topic<GovernanceFact> GOVERNANCE =
      of("governance", GovernanceFact.class, false);

  /** Signed attestations; key = work item. */
  public static final Topic<AttestationMessage> ATTESTATIONS =
      of("attestations", AttestationMessage.class, false);

  /** Decisions; key = work item. */
  public static final Topic<Decision> DECISIONS = of("decisions", Decision.class, false);

  /** Work items as the director sees them; key = work item. */
  public static final Topic<WorkItem> CONTROL_STATE = of("control-state", WorkItem.class, true);

  /** What was refused, with its code. */
  public static final Topic<DeadLetter> DEAD_LETTERS = of("dead-letters", DeadLetter.class, false);

  /** Error rates of verifiers; key = verifier and version. */
  public static final Topic<CanaryRates> CANARY_RATES = of("canary-rates", CanaryRates.class, true);

  private static <T> Topic<T> of(String name, Class<T> type, boolean compacted) {
    return new Topic<>(name, AvroCodec.of(type, type.getSimpleName()), compacted);
  }

  /** All topics. */
  public static List<Topic<?>> all() {
    return List.of(
        EXECUTIONS,
        VERIFICATIONS,
        VERIFICATIONS_LONG,
        REPORTS,
        GOVERNANCE,
        ATTESTATIONS,
        DECISIONS,
        CONTROL_STATE,
        DEAD_LETTERS,
        CANARY_RATES);
  }
}
