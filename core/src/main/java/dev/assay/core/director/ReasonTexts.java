package dev.assay.core.director;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the reasons of decisions mean, in plain words, and what whoever sent the work can do about
 * them. The codes are those of docs/policy.md.
 */
public final class ReasonTexts {

  /**
   * The words for one code.
   *
   * @param meaning what is so
   * @param help what would change it, or null when nothing has to
   */
  public record ReasonText(String meaning, @Nullable String help) {}

  private static final ReasonText UNKNOWN =
      new ReasonText("a reason that this version does not know", null);

  private static final String HALT_HELP =
      "answer the open question with `assay approvals`, or send the work under another work item";

  private static final String BUDGET_HELP = "a person can give it another budget: see the question";

  private static final Map<String, ReasonText> TEXTS =
      Map.ofEntries(
          text("ALL_REQUIRED_PASS", "everything that was asked for passed", null),
          text(
              "VERIFICATION_FAILED",
              "a verifier found a failure",
              "repair what failed and send the next attempt"),
          text(
              "REPORT_CONTRADICTED",
              "a run of Assay's own ended otherwise than a report that was handed in tells",
              "believe the run and find out who wrote the report"),
          text(
              "RETRIES_EXHAUSTED",
              "no retry is left",
              "let a person look at it; the failures below are what to begin with"),
          text(
              "SAME_SIGNATURE",
              "it failed as the attempt before did",
              "try another way: the last change did not touch what fails"),
          text("SPLIT_DEPTH_REACHED", "it would be split more often than policy allows", HALT_HELP),
          text(
              "CONTRADICTED",
              "what was promoted before does not hold",
              "undo what was built on it, repair it and send the next attempt"),
          text(
              "PLAN_TOO_LARGE",
              "more verifications than one plan may hold",
              "send several work items"),
          text(
              "TOO_MANY_REQUIRED",
              "its attempts require more verifiers than a work item may",
              "send several work items"),
          text(
              "STATEMENT_TOO_LARGE",
              "more evidence than one statement holds",
              "send several work items"),
          text(
              "LIMIT_EXCEEDED",
              "something awaited was above a bound of the work item",
              "send further attempts as another work item"),
          text(
              "EMPTY_PLAN",
              "no verifier judges any of the artifacts",
              "attach evidence that a verifier reads, such as a test report (role test-report)"),
          text(
              "UNKNOWN_REQUIRED_VERIFIER",
              "a required verifier is not on the policy's allowlist",
              "name one that policy allows, or ask the operator to allow it"),
          text(
              "REQUIRED_EVIDENCE_MISSING",
              "a required verifier has no artifact to judge",
              "attach the artifact that it reads"),
          text(
              "FAILURE_NOT_CLEARED",
              "what failed in an earlier attempt was not seen to pass since: a verifier has passed"
                  + " nothing of that role that is known as well, or tests were deleted, renamed or"
                  + " skipped",
              "attach an artifact of that role that the same verifier passes, with every test that"
                  + " failed under its name; otherwise a person decides"),
          text(
              "REQUIREMENTS_GREW",
              "a verifier saw changes that the execution does not name, and a rule of the policy is"
                  + " about them",
              "send the next attempt with what is required now, and name all files that it"
                  + " touches"),
          text(
              "EMPTY_EVIDENCE",
              "nothing ran: an exit code alone, or a scan without a finding, supports nothing",
              "attach a report that lists the tests that ran"),
          text(
              "APPROVAL_REQUIRED",
              "the policy wants a person to agree to the promotion",
              "answer the open question with `assay approvals`"),
          text(
              "REQUIREMENTS_LOWERED",
              "a person lowered what the work item requires",
              "send the next attempt"),
          text(
              "EVIDENCE_BELOW_POLICY",
              "what passed is known less directly than the policy demands for this risk",
              null),
          text(
              "VERIFICATION_OVERDUE",
              "a verification was not answered in time, though it was asked for twice",
              "tell the operator, then send the next attempt; the work is not to blame"),
          text(
              "FLAKY",
              "it passed and failed without a change",
              "make the test deterministic; more runs of it decide nothing"),
          text(
              "INCONCLUSIVE",
              "a verifier could not tell",
              "attach what the checks below miss; tell the operator what a worker lacks"),
          text(
              "NO_FURTHER_EVIDENCE",
              "nothing that could be asked about what was handed in would tell more",
              null),
          text(
              "NEGATIVE_CONTROL_NOT_FAILED",
              "a verifier passed an artifact that is known to be bad: it is broken",
              "tell the operator; the work is not to blame"),
          text(
              "INDEPENDENT_ATTESTATIONS_MISSING",
              "too few independent checks passed for this risk",
              "attach evidence that another verifier judges"),
          text(
              "ERROR_RATE_NOT_BOUNDED",
              "how often a verifier passes what is bad is not known well enough",
              "let the canaries run on; the operator sees their rates"),
          text("SUGGESTION_REFUSED", "a suggested verifier is not on the policy's allowlist", null),
          text(
              "MOOD_DOES_NOT_PROMOTE",
              "everything passed, in a mood that holds promotions back",
              "wait, or answer the open question with `assay approvals`"),
          text("CHILDREN_OPEN", "work items that it was split into are not settled", null),
          text("CHILDREN_PROMOTED", "the work items that it was split into were promoted", null),
          text("CHILD_HALTED", "a work item that it was split into was halted", HALT_HELP),
          text("CHILD_DEMOTED", "a work item that it was split into was demoted", null),
          text(
              "CHILDREN_TIMEOUT",
              "the work items that it was split into did not settle in time",
              HALT_HELP),
          text("HALTED", "it was halted before this attempt came", HALT_HELP),
          text("BUDGET_EXHAUSTED", "a budget is used up", BUDGET_HELP),
          text("ITERATION_BUDGET", "it was the budget of attempts", null),
          text("VERIFICATION_BUDGET", "it was the budget of verifications", null),
          text("TIME_BUDGET", "it was the budget of time", null),
          text("MOOD_BUDGET", "it was the budget of the mood", null),
          text("APPROVAL_ANSWERED", "a person answered", null),
          text("APPROVAL_TIMEOUT", "nobody answered in time, so the default holds", null));

  private static final Map<String, String> WAYS =
      Map.of(
          "ATTACH_COMPLETE",
          "attach the evidence again, whole and as the tool wrote it, with the exit code",
          "ATTACH_WORKSPACE",
          "attach a workspace, so that the check is run again",
          "NAME_GROUND_TRUTH",
          "name a ground truth that a verifier reads itself",
          "POST_FROM_CI",
          "let CI, or another party than the agent, post the evidence",
          "ATTACH_PROVENANCE",
          "attach a statement about the same bytes, signed by whom the policy trusts");

  private ReasonTexts() {}

  private static Map.Entry<String, ReasonText> text(
      String code, String meaning, @Nullable String help) {
    return Map.entry(code, new ReasonText(meaning, help));
  }

  /** What to do for better evidence; a code that this version does not know stays as it is. */
  public static String way(String code) {
    return WAYS.getOrDefault(code, code);
  }

  /** The words for {@code code}, which may be one that this version does not know. */
  public static ReasonText of(String code) {
    return TEXTS.getOrDefault(code, UNKNOWN);
  }
}
