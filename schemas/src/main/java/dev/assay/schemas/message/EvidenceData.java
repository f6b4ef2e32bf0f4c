package dev.assay.schemas.message;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody else than the agent vouches for: the {@code data} of the CloudEvent {@code
 * dev.assay.evidence.v1}, which continuous integration or a test farm sends about a work item.
 *
 * @param attempt the attempt that it is about; absent means 1
 * @param commit what was checked out, or null
 * @param artifacts the bytes that are vouched for, 1 to {@link #ARTIFACTS_MAX}
 */
public record EvidenceData(
    String workItem,
    @Nullable Integer attempt,
    @Nullable String commit,
    List<ArtifactRef> artifacts) {

  /** The CloudEvents {@code type} of evidence. */
  public static final String TYPE = "dev.assay.evidence.v1";

  /** Artifacts that one record vouches for. */
  public static final int ARTIFACTS_MAX = Limits.FAILURE_SIGNATURES_MAX;

  /** Checks every member. */
  public EvidenceData {
    workItem = Require.id("workItem", workItem);
    attempt = attempt == null ? Integer.valueOf(1) : attempt;
    Require.range("attempt", attempt, 1, Limits.ATTEMPT_MAX);
    commit = Require.optionalText("commit", commit, Limits.ID_CHARS_MAX);
    artifacts = Require.list("artifacts", Require.present("artifacts", artifacts), ARTIFACTS_MAX);
    Require.that(
        !artifacts.isEmpty(),
        ErrorCode.MISSING_FIELD,
        "artifacts",
        "expected 1 to " + ARTIFACTS_MAX + " artifacts that are vouched for, found none");
  }

  /**
   * The verifications that it asks for, as an execution of whoever vouches.
   *
   * @param run names the record
   * @param fleet of the work item
   */
  public ExecutionData execution(String run, String fleet, String principal) {
    return new ExecutionData(
        workItem,
        run,
        attempt,
        new Agent(fleet, principal, null),
        commit == null ? null : new Target(null, commit, List.of()),
        List.of(),
        artifacts,
        List.of(),
        List.of(),
        null,
        Risk.LOW,
        null,
        List.of());
  }
}
