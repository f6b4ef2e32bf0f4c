package dev.assay.schemas.message;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody else than the agent vouches for: the {@code data} of the CloudEvent {@code
 * dev.assay.evidence.v1}, which continuous integration or a test farm sends about a work item.
 *
 * @param attempt the attempt that it is about; absent means 1
 * @param commit what was checked out, or null
 * @param artifacts the bytes that are vouched for, 1 to {@link #ARTIFACTS_MAX}, with what is named
 *     in {@code provenance}
 * @param provenance SHA-256 of a stored document that vouches for them, or null
 */
public record EvidenceData(
    String workItem,
    @Nullable Integer attempt,
    @Nullable String commit,
    List<ArtifactRef> artifacts,
    @Nullable String provenance) {

  /** The CloudEvents {@code type} of evidence. */
  public static final String TYPE = "dev.assay.evidence.v1";

  /** Artifacts that one record vouches for. */
  public static final int ARTIFACTS_MAX = Limits.FAILURE_SIGNATURES_MAX;

  /** What a document is stored as that only its digest names. */
  private static final String DOCUMENT = "application/json";

  /** Checks every member. */
  public EvidenceData {
    workItem = Require.id("workItem", workItem);
    attempt = attempt == null ? Integer.valueOf(1) : attempt;
    Require.range("attempt", attempt, 1, Limits.ATTEMPT_MAX);
    commit = Require.optionalText("commit", commit, Limits.ID_CHARS_MAX);
    provenance = Require.optionalDigest("provenance", provenance);
    int most = provenance == null ? ARTIFACTS_MAX : ARTIFACTS_MAX - 1;
    artifacts = Require.list("artifacts", Require.present("artifacts", artifacts), most);
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
   * @param provenanceBytes how many bytes the document in {@code provenance} has
   */
  public ExecutionData execution(String run, String fleet, String principal, long provenanceBytes) {
    List<ArtifactRef> all = new ArrayList<>(artifacts);
    if (provenance != null && all.stream().noneMatch(this::isProvenance)) {
      all.add(
          new ArtifactRef(ArtifactRole.PROVENANCE, provenance, provenanceBytes, DOCUMENT, null));
    }
    return new ExecutionData(
        workItem,
        run,
        attempt,
        new Agent(fleet, principal, null),
        commit == null ? null : new Target(null, commit, List.of()),
        List.of(),
        all,
        List.of(),
        List.of(),
        null,
        Risk.LOW,
        null,
        List.of());
  }

  private boolean isProvenance(ArtifactRef artifact) {
    return artifact.role() == ArtifactRole.PROVENANCE && artifact.sha256().equals(provenance);
  }
}
