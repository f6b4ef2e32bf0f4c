package dev.assay.core.director;

import dev.assay.core.director.DecisionBuilder.Result;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.Subject.Grounds;
import dev.assay.core.mood.MoodEvent;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.Risk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on what a work item is told besides executions and reports. Pure, like the governor. */
final class FactDecisions {

  private FactDecisions() {}

  /**
   * A child of the work item settled as {@code state}.
   *
   * @param about what waits for the children when the last of them was promoted, otherwise what was
   *     decided last
   * @param grounds what {@code about} rests on when it waits, otherwise none
   * @param cause id of the fact that tells it
   */
  static Result childSettled(
      GovernanceState now,
      Execution about,
      Grounds grounds,
      ChildState state,
      String cause,
      String time) {
    DecisionBuilder builder = onFact(now, about, grounds, cause, time);
    boolean waits = now.waiting().stream().anyMatch(a -> a.id().equals(about.eventKey()));
    DecisionBuilder decided =
        switch (state) {
          case PROMOTED -> childrenPromoted(builder, about.planned(), waits);
          case HALTED -> builder.because(Reasons.CHILD_HALTED).halt();
          case DEMOTED -> builder.because(Reasons.CHILD_DEMOTED).demote(List.of());
          case OPEN -> throw new IllegalArgumentException("expected a settled child, found OPEN");
        };
    return decided.finish();
  }

  private static DecisionBuilder childrenPromoted(
      DecisionBuilder builder, Plan plan, boolean waiting) {
    DecisionBuilder reasoned = builder.because(Reasons.CHILDREN_PROMOTED);
    if (!waiting) {
      return reasoned.as(DecisionKind.CONTINUE);
    }
    return plan.basis().promoting().contains(builder.next().mood().now())
        ? Governor.promoted(reasoned)
        : Governor.hold(reasoned, plan);
  }

  /** The children of the work item did not settle in time. */
  static Result childrenLate(GovernanceState now, Execution about, String cause, String time) {
    return onFact(now, about, Grounds.NONE, cause, time)
        .because(Reasons.CHILDREN_TIMEOUT)
        .halt()
        .finish();
  }

  /**
   * A question was answered, or its deadline passed.
   *
   * @param grounds what {@code about} rests on when the question is whether to promote it
   * @param given the answer, or null when there was none in time
   * @param cause id of the fact that tells it
   */
  static Result answered(
      GovernanceState now,
      Execution about,
      Grounds grounds,
      Question question,
      Fact.@Nullable ApprovalAnswered given,
      String cause,
      String time) {
    String answer = given == null ? question.approval().defaultAnswer() : given.answer();
    boolean proceed = answer.equals(question.proceed());
    boolean passed =
        now.atoms().stream()
            .anyMatch(atom ->
                atom.id().equals(question.eventKey())
                    && atom.state() == AtomState.PROMOTION_PENDING);
    DecisionBuilder builder =
        onFact(now, about, grounds, cause, time)
            .because(given == null ? Reasons.APPROVAL_TIMEOUT : Reasons.APPROVAL_ANSWERED)
            .approve(question.approval(), answer, given);
    if (proceed && passed && given != null && question.promotes()) {
      return agreed(builder.agreed(), question, given.by()).finish();
    }
    GovernanceState next =
        Governor.moved(builder.next().asking(null), new MoodEvent.Answered(proceed, passed));
    return proceed
        ? builder
            .next(next.halted(false).with(next.failures().forgiven()).with(next.spending().anew()))
            .as(DecisionKind.CONTINUE)
            .finish()
        : builder
            .next(next.halted(true))
            .as(DecisionKind.HALT)
            .tellParent(ChildState.HALTED, cause)
            .finish();
  }

  /** Somebody agreed to the promotion of what passed. */
  private static DecisionBuilder agreed(DecisionBuilder builder, Question question, String by) {
    List<String> agreed = new ArrayList<>(question.agreed());
    agreed.add(by);
    GovernanceState next = builder.next().asking(null);
    return agreed.size() < builder.subject().basis().approvals()
        ? Governor.askToPromote(
            builder.next(next).because(Reasons.APPROVAL_REQUIRED), List.copyOf(agreed))
        : Governor.promoted(builder.next(next.with(next.requirements().accepted())));
  }

  /** A person lowered what the work item requires; its record is an answer to no question. */
  static Result lowered(
      GovernanceState now,
      Execution about,
      Fact.RequirementsLowered lowered,
      String cause,
      String time) {
    Risk risk = lowered.risk();
    List<String> dropped = lowered.dropped();
    Approval record =
        new Approval(
            cause,
            "Lower what is required:"
                + (risk == null ? "" : " risk " + risk.wire())
                + (dropped.isEmpty() ? "" : " without " + String.join(", ", dropped)),
            List.of("lower", "keep"),
            time,
            "keep");
    DecisionKind open =
        now.question() == null ? DecisionKind.CONTINUE : DecisionKind.REQUEST_APPROVAL;
    return onFact(now, about, Grounds.NONE, cause, time)
        .because(Reasons.REQUIREMENTS_LOWERED)
        .next(now.with(now.progress().at(time)).with(now.requirements().lowered(risk, dropped)))
        .approve(
            record,
            "lower",
            new Fact.ApprovalAnswered(
                cause, "lower", lowered.by(), lowered.role(), lowered.reason(), false))
        .as(now.halted() ? DecisionKind.HALT : open)
        .finish();
  }

  private static DecisionBuilder onFact(
      GovernanceState now, Execution about, Grounds grounds, String cause, String time) {
    return DecisionBuilder.of(
        new Subject(
            about,
            about.planned().basis(),
            cause,
            now,
            grounds.attestations(),
            grounds.evidence(),
            grounds.uncleared()),
        now.with(now.progress().at(time)));
  }
}
