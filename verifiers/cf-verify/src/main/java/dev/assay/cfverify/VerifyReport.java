package dev.assay.cfverify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A VerifyReport.v1.
 *
 * @param taskId as the sub-result has it, or {@link #UNKNOWN_TASK}
 * @param checked sampled claims
 * @param passed sampled claims that hold
 * @param failed sampled claims that do not; the rest could not be verified
 * @param failures one per failed claim
 * @param recommendation what to do next; null when there is nothing to do
 */
public record VerifyReport(
    String taskId,
    Status status,
    int checked,
    int passed,
    int failed,
    List<Failure> failures,
    @Nullable String recommendation) {

  /** The task id of a report on something that is no sub-result. */
  public static final String UNKNOWN_TASK = "unknown";

  /** What the claims come to. */
  public enum Status {
    /** Every sampled claim holds, and there was at least one. */
    OK,
    /** At least one sampled claim does not hold, or the input is no sub-result. */
    FAILED,
    /** Anything else: no claims, or some that could not be verified. */
    PARTIAL
  }

  /**
   * One failed claim.
   *
   * @param reason never holds text of the snippet
   * @param evidence the evidence item that failed, as it came in
   */
  public record Failure(String claimId, String reason, JsonNode evidence) {}

  /** Copies the list and checks the sums. */
  public VerifyReport {
    failures = List.copyOf(failures);
    if (passed < 0 || failed < 0 || passed + failed > checked) {
      throw new IllegalArgumentException("expected passed + failed <= checked");
    }
  }

  /** The status rules of specification, step 7. */
  public static Status status(int checked, int passed, int failed) {
    if (failed > 0) {
      return Status.FAILED;
    }
    return checked > 0 && passed == checked ? Status.OK : Status.PARTIAL;
  }

  /** The report on input that is no SubResult.v1; nothing of the input is used. */
  public static VerifyReport invalidInput(String problem) {
    return new VerifyReport(
        UNKNOWN_TASK,
        Status.FAILED,
        0,
        0,
        0,
        List.of(),
        "Provide a valid SubResult.v1 document: " + problem + ".");
  }
}
