package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the director decided about one attempt of a work item.
 *
 * @param id content hash of what the decision rests on
 * @param eventKey the execution it answers
 * @param eventId the CloudEvents id of that execution
 * @param reasons stable codes
 * @param attestations the verification attestations it rests on, in request order
 * @param promotion the attestation that a PROMOTE made, or null
 * @param transitions the changes of mood since the decision before, with their triggers
 * @param evidence how what passed is known: of the best pass of each kind of verifier the weakest;
 *     null when nothing passed, or when the plan is older than reports that say it
 * @param needed what would do where that is below what the policy demands, or null
 * @param uncleared tests that failed before and that what passed now does not show to pass, or null
 *     when there are none
 * @param retryPrompt what the same delegate is told on RETRY, or null
 * @param children work items that a SPLIT made
 * @param time RFC 3339 time of the record that completed the evidence
 * @param ordinal its place among the decisions of its work item, from 1
 */
public record Decision(
    String id,
    String workItem,
    int attempt,
    DecisionKind kind,
    List<String> reasons,
    List<String> attestations,
    @Nullable String promotion,
    Mood moodBefore,
    Mood moodAfter,
    List<MoodTransition> transitions,
    @Nullable EvidenceBasis evidence,
    @Nullable Needed needed,
    @Nullable Uncleared uncleared,
    @Nullable String retryPrompt,
    List<String> children,
    @Nullable Approval approval,
    String eventKey,
    String eventId,
    @Nullable Agent agent,
    String time,
    int ordinal) {

  /** Attestations that a decision may cite. */
  public static final int ATTESTATIONS_MAX = 1_024;

  /** Verifiers and roles of {@code uncleared}. */
  public static final int UNCLEARED_MAX = 64;

  /** Ways that {@link Needed} names. */
  public static final int WAYS_MAX = 8;

  /**
   * What a decision lacks.
   *
   * @param evidence how what passes has to be known at least
   * @param how stable codes of what would do
   */
  public record Needed(EvidenceBasis evidence, List<String> how) {

    public Needed {
      evidence = Require.present("needed.evidence", evidence);
      how = Require.list("needed.how", how, WAYS_MAX);
      how.forEach(code -> Require.text("needed.how", code, Limits.ID_CHARS_MAX));
    }
  }

  /**
   * Tests that failed in an earlier attempt, and that were deleted, renamed or skipped since.
   *
   * @param failures by verifier and role
   */
  public record Uncleared(List<Missing> failures) {

    public Uncleared {
      failures = Require.list("uncleared.failures", failures, UNCLEARED_MAX);
    }
  }

  /**
   * Those that one verifier failed.
   *
   * @param role of the artifact that it failed
   * @param tests their names, where those show
   * @param others how many more they are
   */
  public record Missing(String verifier, ArtifactRole role, List<String> tests, long others) {

    public Missing {
      verifier = Require.text("uncleared.verifier", verifier, Limits.ID_CHARS_MAX);
      role = Require.present("uncleared.role", role);
      tests = Require.list("uncleared.tests", tests, TestOutcomes.TESTS_MAX);
      tests.forEach(name -> Require.text("uncleared.tests", name, TestOutcomes.NAME_CHARS_MAX));
      Require.range("uncleared.others", others, 0, Long.MAX_VALUE);
    }
  }

  public Decision {
    id = Require.digest("id", id);
    workItem = Require.id("workItem", workItem);
    kind = Require.present("kind", kind);
    reasons = Require.list("reasons", reasons, Limits.REASONS_MAX);
    reasons.forEach(reason -> Require.text("reasons", reason, Limits.ID_CHARS_MAX));
    attestations = Require.list("attestations", attestations, ATTESTATIONS_MAX);
    attestations.forEach(each -> Require.digest("attestations", each));
    promotion = Require.optionalDigest("promotion", promotion);
    moodBefore = Require.present("moodBefore", moodBefore);
    moodAfter = Require.present("moodAfter", moodAfter);
    transitions = Require.list("transitions", transitions, Limits.REASONS_MAX);
    retryPrompt = Require.optionalText("retryPrompt", retryPrompt, Limits.RETRY_PROMPT_CHARS_MAX);
    children = Require.list("children", children, Limits.VERIFIERS_MAX);
    children.forEach(child -> Require.id("children", child));
    eventKey = Require.digest("eventKey", eventKey);
    eventId = Require.id("eventId", eventId);
    time = Times.canonical("time", Require.present("time", time));
  }
}
