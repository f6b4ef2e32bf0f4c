package dev.assay.core.director;

import dev.assay.schemas.Times;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Risk;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a work item is told besides executions and reports, by kind. {@link GovernanceFact} is how
 * it travels and is stored: one shape for all kinds, with members that a kind may lack.
 */
sealed interface Fact {

  /** How many reports an execution has. */
  Pattern REPORTS = Pattern.compile("[0-9]{1,6}");

  /**
   * A split of {@code parent} made this work item.
   *
   * @param risk the parent's when it was split, or null when that is the least
   * @param requires verifiers that the parent required then
   */
  record ChildOpened(String parent, int depth, @Nullable Risk risk, List<String> requires)
      implements Fact {}

  /**
   * A child of this work item reached {@code state}.
   *
   * @param promotion the attestation of its promotion, or null
   */
  record ChildSettled(String child, ChildState state, @Nullable String promotion) implements Fact {}

  /**
   * A person answered {@code approval}.
   *
   * @param role in which the person answered, or null when that is not told
   * @param operates whether the person operates the system, and may give tokens to anybody
   */
  record ApprovalAnswered(
      String approval,
      String answer,
      String by,
      @Nullable String role,
      @Nullable String reason,
      boolean operates)
      implements Fact {}

  /** Nobody answered {@code approval}, or no child settled, before the deadline. */
  record ApprovalExpired(String approval) implements Fact {}

  /**
   * An execution waits for reports longer than it may.
   *
   * @param reports how many it had when that was seen
   */
  record VerificationOverdue(String eventKey, int reports) implements Fact {}

  /**
   * Reports wait for their executions longer than they may.
   *
   * @param until RFC 3339 time, at or before which the oldest report on an execution came
   */
  record ReportsUnclaimed(String until) implements Fact {}

  /** A model suggests verifiers for an execution, or nobody does. */
  record PlanSuggested(String eventKey, boolean byModel, List<String> verifiers) implements Fact {}

  /** Somebody else than the agent vouches for bytes. */
  record EvidenceGiven() implements Fact {}

  /**
   * A person lowers what the work item requires.
   *
   * @param standing where the work item stood, as {@link GovernanceFact#standing}, or null when
   *     that is not told
   * @param risk what its risk is from now on, or null when that stays
   * @param dropped verifiers that are no longer required
   * @param role in which the person lowers, or null when that is not told
   */
  record RequirementsLowered(
      @Nullable String standing,
      @Nullable Risk risk,
      List<String> dropped,
      String by,
      @Nullable String role,
      @Nullable String reason)
      implements Fact {}

  /** It lacks what its kind needs: nothing can follow from it. */
  record Unusable(String expected) implements Fact {}

  /** What {@code told} says. */
  static Fact of(GovernanceFact told) {
    String related = told.related();
    String subject = told.subject();
    String answer = told.answer();
    String by = told.by();
    return switch (told.kind()) {
      case CHILD_OPENED ->
          related == null
              ? lacks("the parent")
              : new ChildOpened(
                  related, told.depth(), answer == null ? null : risk(answer), told.requires());
      case CHILD_SETTLED ->
          related == null || answer == null
              ? lacks("a child of this work item and its state")
              : new ChildSettled(related, state(answer), subject);
      case APPROVAL_ANSWERED ->
          subject == null || answer == null || by == null
              ? lacks("a question, its answer and who gave it")
              : new ApprovalAnswered(
                  subject, answer, by, told.role(), told.reason(), operates(told));
      case APPROVAL_EXPIRED ->
          subject == null
              ? unclaimed(answer)
              : answer == null ? new ApprovalExpired(subject) : overdue(subject, answer);
      case PLAN_SUGGESTED ->
          subject == null
              ? lacks("an execution")
              : new PlanSuggested(subject, !GovernanceFact.NO_MODEL.equals(by), told.names());
      case EVIDENCE_GIVEN -> new EvidenceGiven();
      case REQUIREMENTS_LOWERED -> {
        Risk risk = answer == null ? null : risk(answer);
        boolean nothing = risk == null && told.names().isEmpty();
        yield by == null
                || answer != null && risk == null
                || nothing
                || told.names().size() > GovernanceFact.DROPPED_MAX
            ? lacks("a person, and a risk or verifiers that are not required")
            : new RequirementsLowered(subject, risk, told.names(), by, told.role(), told.reason());
      }
    };
  }

  private static boolean operates(GovernanceFact told) {
    return told.role() == null
        ? told.names().contains(GovernanceFact.OPERATES)
        : told.role().equals(FactRights.OPERATE);
  }

  private static @Nullable Risk risk(String wire) {
    for (Risk risk : Risk.values()) {
      if (risk.wire().equals(wire)) {
        return risk;
      }
    }
    return null;
  }

  private static Fact overdue(String eventKey, String reports) {
    return REPORTS.matcher(reports).matches()
        ? new VerificationOverdue(eventKey, Integer.parseInt(reports))
        : lacks("an execution and how many reports it has");
  }

  private static Fact unclaimed(@Nullable String until) {
    return until != null && Times.isCanonical(until)
        ? new ReportsUnclaimed(until)
        : lacks("a question, or until when reports came");
  }

  private static Fact lacks(String what) {
    return new Unusable("expected a fact that names " + what);
  }

  /** A state that is not known decides nothing, as one that is open. */
  private static ChildState state(String name) {
    for (ChildState state : ChildState.values()) {
      if (state.name().equals(name)) {
        return state;
      }
    }
    return ChildState.OPEN;
  }
}
