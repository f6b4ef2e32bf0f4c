package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a worker for one verification.
 *
 * @param requestId content hash of what is asked; the same question has the same id
 * @param eventKey the execution it belongs to
 * @param artifacts the artifact judged first, then those that go with it
 * @param config canonical JSON of the policy's configuration for this verifier
 * @param lens how this run differs from the plain one, or null for the plain one
 * @param budgetMillis wall-clock allowance of the run
 * @param expect ids of tests that failed before ({@link TestOutcomes#id}): the report says how each
 *     of them ended
 */
public record VerificationRequest(
    String requestId,
    String workItem,
    String eventKey,
    String planId,
    int attempt,
    String verifierType,
    String config,
    List<ArtifactRef> artifacts,
    @Nullable Target target,
    @Nullable String groundTruth,
    Risk risk,
    @Nullable String lens,
    long budgetMillis,
    @Nullable String traceparent,
    List<String> expect) {

  /** Characters of the policy's configuration for one verifier. */
  public static final int CONFIG_CHARS_MAX = 16 * 1024;

  /** The longest budget a request may carry: one hour. */
  public static final long BUDGET_MILLIS_MAX = 3_600_000;

  /** A request that asks for no tests by name. */
  public VerificationRequest(
      String requestId,
      String workItem,
      String eventKey,
      String planId,
      int attempt,
      String verifierType,
      String config,
      List<ArtifactRef> artifacts,
      @Nullable Target target,
      @Nullable String groundTruth,
      Risk risk,
      @Nullable String lens,
      long budgetMillis,
      @Nullable String traceparent) {
    this(
        requestId,
        workItem,
        eventKey,
        planId,
        attempt,
        verifierType,
        config,
        artifacts,
        target,
        groundTruth,
        risk,
        lens,
        budgetMillis,
        traceparent,
        List.of());
  }

  public VerificationRequest {
    requestId = Require.digest("requestId", requestId);
    workItem = Require.id("workItem", workItem);
    eventKey = Require.digest("eventKey", eventKey);
    planId = Require.digest("planId", planId);
    Require.range("attempt", attempt, 1, Limits.ATTEMPT_MAX);
    verifierType = Require.text("verifierType", verifierType, Limits.ID_CHARS_MAX);
    config = Require.text("config", config, CONFIG_CHARS_MAX);
    artifacts = Require.list("artifacts", artifacts, Limits.ARTIFACTS_MAX);
    groundTruth = Require.optionalText("groundTruth", groundTruth, Limits.ID_CHARS_MAX);
    risk = Require.present("risk", risk);
    lens = Require.optionalText("lens", lens, Limits.ID_CHARS_MAX);
    Require.range("budgetMillis", budgetMillis, 1, BUDGET_MILLIS_MAX);
    traceparent = Require.optionalText("traceparent", traceparent, Limits.ID_CHARS_MAX);
    expect = Require.list("expect", expect, TestOutcomes.TESTS_MAX);
    expect.forEach(test -> TestOutcomes.testId("expect", test));
  }

  /** This request, which also asks how these tests ended. */
  public VerificationRequest expecting(List<String> tests) {
    return new VerificationRequest(
        requestId,
        workItem,
        eventKey,
        planId,
        attempt,
        verifierType,
        config,
        artifacts,
        target,
        groundTruth,
        risk,
        lens,
        budgetMillis,
        traceparent,
        tests);
  }
}
