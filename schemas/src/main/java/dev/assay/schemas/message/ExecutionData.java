package dev.assay.schemas.message;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.ReservedIds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent says it did: the {@code data} of the CloudEvent {@code dev.assay.execution.v1}.
 *
 * @param attempt 1 for the first try of a work item; absent means 1
 * @param claims what the agent claims, at most {@link Limits#CLAIMS_MAX}
 * @param requires verifiers that must pass
 * @param suggests verifiers that the agent proposes; policy decides
 * @param hints what the agent tells about its circumstances; can only make the director stricter
 * @param groundTruth the name of a ground truth of the worker configuration, never a location
 */
public record ExecutionData(
    String workItem,
    String run,
    @Nullable Integer attempt,
    Agent agent,
    @Nullable Target target,
    List<String> claims,
    List<ArtifactRef> artifacts,
    List<String> requires,
    List<String> suggests,
    @Nullable String groundTruth,
    @Nullable Risk risk,
    @Nullable Integer maxVerifyRetries,
    List<MoodHint> hints) {

  public ExecutionData {
    workItem = Require.id("workItem", workItem);
    Require.that(
        !ReservedIds.isReserved(workItem),
        ErrorCode.RESERVED_ID,
        "workItem",
        "expected a work item outside "
            + ReservedIds.CANARY_PREFIX
            + " and "
            + ReservedIds.MANIFEST_PREFIX
            + ", found one that is reserved; choose another identifier");
    run = Require.id("run", run);
    attempt = attempt == null ? Integer.valueOf(1) : attempt;
    Require.range("attempt", attempt, 1, Limits.ATTEMPT_MAX);
    agent = Require.present("agent", agent);
    claims = Require.list("claims", claims, Limits.CLAIMS_MAX);
    claims.forEach(claim -> Require.text("claims", claim, Limits.CLAIM_CHARS_MAX));
    artifacts =
        Require.list("artifacts", Require.present("artifacts", artifacts), Limits.ARTIFACTS_MAX);
    requires = verifiers("requires", requires);
    suggests = verifiers("suggests", suggests);
    if (groundTruth != null) {
      Require.id("groundTruth", groundTruth);
    }
    if (maxVerifyRetries != null) {
      Require.range("maxVerifyRetries", maxVerifyRetries, 0, Limits.RETRIES_MAX);
    }
    hints = Require.list("hints", hints, MoodHint.values().length);
    Require.that(
        artifacts.stream().map(a -> a.role().wire() + a.sha256()).distinct().count()
            == artifacts.size(),
        ErrorCode.INVALID_FIELD,
        "artifacts",
        "expected each artifact once per role, found one twice");
  }

  private static List<String> verifiers(String field, @Nullable List<String> names) {
    List<String> checked = Require.list(field, names, Limits.VERIFIERS_MAX);
    checked.forEach(name -> Require.text(field, name, Limits.ID_CHARS_MAX));
    return checked;
  }

  /** The digests of its artifacts, each once, in their order. */
  public List<String> digests() {
    return artifacts.stream().map(ArtifactRef::sha256).distinct().toList();
  }

  /** The attempt as a number; the constructor has put 1 for an absent one. */
  public int attemptNumber() {
    return attempt == null ? 1 : attempt;
  }
}
