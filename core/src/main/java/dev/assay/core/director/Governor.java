package dev.assay.core.director;

import dev.assay.core.director.DecisionBuilder.Result;
import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.FailureStreak;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.ItemValue.Answer;
import dev.assay.core.director.ItemValue.ReportFact;
import dev.assay.core.mood.MoodEvent;
import dev.assay.core.mood.MoodMachine;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodHint;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides about an execution whose reports are complete (green-threads 2.3, 6 and 7). A pure
 * function of where the work item stands and what was found.
 */
final class Governor {

  private Governor() {}

  /** Where the next execution is planned from. */
  static GovernanceState begin(GovernanceState now, boolean first, Set<MoodHint> hints) {
    return moved(now, new MoodEvent.Began(first, hints));
  }

  static GovernanceState moved(GovernanceState now, MoodEvent event) {
    return MoodMachine.next(now.mood().now(), now.mood().before(), event)
        .map(now::moved)
        .orElse(now);
  }

  /**
   * Decides about {@code execution}, all of whose requests are answered.
   *
   * @param reports those that answer it, in the order of its answers
   * @param witnessed what somebody else vouches for, as {@link Evidence#subject}
   * @param stale gives what had come when something failed last, likewise
   */
  static Result settle(
      GovernanceState now,
      Execution execution,
      Plan plan,
      List<ReportFact> reports,
      Set<String> witnessed,
      Supplier<Set<String>> stale,
      Edition edition) {
    Verdict verdict =
        Verdict.of(plan, execution, now.requirements(), reports, witnessed, stale, edition);
    String time = execution.time();
    for (Answer answer : execution.answers()) {
      time = GovernanceState.later(time, answer.time());
    }
    List<String> attestations = verdict.reports().stream().map(ReportFact::attestation).toList();
    Rules rules = plan.basis().rules();
    GovernanceState counted =
        now.asking(outlives(now, plan, edition) ? now.question() : null)
            .with(now.progress().at(time))
            .with(now.spending().now(spent(now.spending().all(), verdict, plan)))
            .with(now.requirements().after(verdict))
            .with(
                switch (verdict.judgement()) {
                  case FAILED -> now.failures().failed(verdict.signatures());
                  case PASSED -> FailureStreak.NONE;
                  case UNDECIDED -> now.failures();
                });
    GovernanceState next = moved(counted, judged(counted, verdict, now, rules));
    Subject subject =
        new Subject(
            execution,
            plan.basis(),
            plan.id(),
            now,
            attestations,
            verdict.evidence(),
            verdict.uncleared());
    DecisionBuilder decided =
        decide(
            DecisionBuilder.of(subject, next)
                .next(
                    ControlStateUpdates.disclosed(
                        next.registers(), verdict.reports(), attestations)),
            verdict,
            plan,
            edition);
    GovernanceState left = decided.next();
    return decided
        .next(
            ControlStateUpdates.framed(
                left.registers(),
                left.mood().now(),
                left.spending().all().attempts(),
                (int) left.atoms().stream().filter(a -> a.promotion() != null).count()))
        .finish();
  }

  /** Whether the open question is still one after a newer attempt: only that about a halt is. */
  private static boolean outlives(GovernanceState now, Plan plan, Edition edition) {
    return now.halted() || plan.closed() != null && !edition.isAfter(Edition.BEFORE_OWN_FAILURES);
  }

  private static Cost spent(Cost before, Verdict verdict, Plan plan) {
    long millis =
        verdict.reports().stream()
            .mapToLong(report -> Math.max(0, report.message().durationMillis()))
            .sum();
    boolean rerunSaved = Reasons.HALTED.equals(plan.closed());
    return before.decided(verdict.reports().size(), millis, rerunSaved);
  }

  private static MoodEvent judged(
      GovernanceState counted, Verdict verdict, GovernanceState now, Rules rules) {
    return new MoodEvent.Judged(
        verdict.judgement(),
        now.promoted(),
        counted.failures().all() >= rules.failuresAt(),
        counted.failures().same() >= rules.sameSignatureAt(),
        verdict.severe(),
        verdict.suspicious());
  }

  private static DecisionBuilder decide(
      DecisionBuilder builder, Verdict verdict, Plan plan, Edition edition) {
    DecisionBuilder reasoned = builder.because(verdict.reasons());
    DecisionBuilder decided =
        switch (verdict.judgement()) {
          case PASSED -> passed(reasoned, verdict, plan);
          case FAILED -> failed(reasoned, verdict, plan, edition);
          case UNDECIDED -> undecided(reasoned, plan);
        };
    return decided
        .because(plan.refused().isEmpty() ? null : Reasons.SUGGESTION_REFUSED)
        .because(plan.closed());
  }

  private static DecisionBuilder passed(DecisionBuilder builder, Verdict verdict, Plan plan) {
    GovernanceState now = builder.subject().now();
    List<Mood> promoting = plan.basis().promoting();
    if (now.halted()) {
      return stayHalted(builder.atom(AtomState.PROMOTION_PENDING));
    }
    if (!promoting.contains(plan.mood()) || !promoting.contains(builder.next().mood().now())) {
      return hold(builder, plan);
    }
    if (!verdict.asks().isEmpty()) {
      DecisionBuilder pending = builder.because(verdict.asks()).atom(AtomState.PROMOTION_PENDING);
      return askToPromote(pending, List.of());
    }
    return promoted(builder);
  }

  /**
   * Asks a person whether what passed is promoted.
   *
   * @param agreed who has agreed already
   */
  static DecisionBuilder askToPromote(DecisionBuilder builder, List<String> agreed) {
    DecisionBuilder asked =
        builder.ask(
            DecisionKind.REQUEST_APPROVAL,
            builder.subject().uncleared().isEmpty()
                ? "Everything that was asked has passed, and the policy wants a person to agree."
                    + " Promote it, or halt?"
                : "Everything that was asked has passed, but tests that failed before were deleted,"
                    + " renamed or skipped. Promote it, or halt?",
            Question.PROMOTE,
            "halt");
    Question question = Objects.requireNonNull(asked.next().question());
    return asked.next(
        asked
            .next()
            .asking(
                new Question(
                    question.approval(), question.eventKey(), question.proceed(), agreed)));
  }

  /** Promotes what passed, or lets it wait for the children. */
  static DecisionBuilder promoted(DecisionBuilder builder) {
    return builder.subject().now().family().open()
        ? builder.because(Reasons.CHILDREN_OPEN).waitForChildren().as(DecisionKind.CONTINUE)
        : builder
            .because(Reasons.ALL_REQUIRED_PASS)
            .because(builder.subject().uncleared().isEmpty() ? null : Reasons.FAILURE_NOT_CLEARED)
            .promote();
  }

  /** What passed waits, because the mood does not promote. */
  static DecisionBuilder hold(DecisionBuilder builder, Plan plan) {
    Mood mood = builder.next().mood().now();
    DecisionBuilder held =
        builder.because(Reasons.MOOD_DOES_NOT_PROMOTE).atom(AtomState.PROMOTION_PENDING);
    return plan.basis().asking().contains(mood)
        ? held.ask(
            DecisionKind.REQUEST_APPROVAL,
            "Everything that was asked has passed, but the mood "
                + mood
                + " does not promote. Go on with a further attempt, or halt?",
            "proceed",
            "halt")
        : held.as(DecisionKind.CONTINUE);
  }

  /** The work item was halted while the attempt was under way: that holds whatever came of it. */
  private static DecisionBuilder stayHalted(DecisionBuilder builder) {
    return builder.because(Reasons.HALTED).halt();
  }

  private static DecisionBuilder failed(
      DecisionBuilder builder, Verdict verdict, Plan plan, Edition edition) {
    Rules rules = plan.basis().rules();
    GovernanceState now = builder.subject().now();
    DecisionBuilder quarantined = builder.atom(AtomState.QUARANTINED);
    GovernanceState next = quarantined.next();
    for (Atom waiting : now.waiting()) {
      next = next.with(waiting.quarantined());
    }
    int same = next.failures().same();
    next =
        next.with(
            ControlStateUpdates.failed(next.registers(), verdict.shown(), rules.haltAt() - same));
    if (next.mood().now() == Mood.CURIOUS) {
      next = next.with(ControlStateUpdates.reframed(next.registers()));
    }
    DecisionBuilder reasoned =
        quarantined
            .next(next)
            .because(same >= rules.sameSignatureAt() ? Reasons.SAME_SIGNATURE : null);
    if (now.promoted()) {
      return reasoned.because(Reasons.CONTRADICTED).demote(verdict.shown());
    }
    if (now.halted()) {
      return stayHalted(reasoned);
    }
    if (same >= rules.haltAt()) {
      return reasoned.halt();
    }
    return same >= rules.splitAt()
        ? split(reasoned, verdict, rules, edition)
        : retry(reasoned, verdict, plan);
  }

  private static DecisionBuilder split(
      DecisionBuilder builder, Verdict verdict, Rules rules, Edition edition) {
    GovernanceState now = builder.subject().now();
    return now.family().depth() >= rules.splitDepthMax() || !now.family().children().isEmpty()
        ? builder.because(Reasons.SPLIT_DEPTH_REACHED).halt()
        : builder.split(
            verdict.signatures(),
            rules.childrenMax(),
            edition.isAfter(Edition.BEFORE_REMEMBERED_FAILURES)
                ? now.requirements()
                : Requirements.NONE);
  }

  private static DecisionBuilder retry(DecisionBuilder builder, Verdict verdict, Plan plan) {
    var data = builder.subject().execution().event().data();
    int allowed =
        Objects.requireNonNullElse(data.maxVerifyRetries(), plan.basis().rules().retriesMax());
    int used = Math.max(data.attemptNumber(), builder.next().failures().all());
    List<String> exhausted = exhausted(builder.next(), plan);
    if (!exhausted.isEmpty()) {
      return builder.because(exhausted).halt();
    }
    return used <= allowed
        ? builder.retry(
            plan.basis().beforeEvidence()
                ? RetryPrompt.ofReports(verdict.judging())
                : RetryPrompt.ofTold(plan, verdict.judging()))
        : builder.because(Reasons.RETRIES_EXHAUSTED).escalate();
  }

  private static DecisionBuilder undecided(DecisionBuilder builder, Plan plan) {
    if (plan.closed() != null && !plan.closed().equals(Reasons.VERIFICATION_OVERDUE)) {
      return builder.atom(AtomState.UNTRUSTED).halt();
    }
    DecisionBuilder quarantined = builder.atom(AtomState.QUARANTINED);
    if (builder.subject().now().halted()) {
      return stayHalted(quarantined);
    }
    List<String> exhausted = exhausted(builder.next(), plan);
    return exhausted.isEmpty() ? quarantined.escalate() : quarantined.because(exhausted).halt();
  }

  /** Why a budget is used up; empty when none is. */
  private static List<String> exhausted(GovernanceState next, Plan plan) {
    Cost all = next.spending().all();
    String ofItem = plan.basis().rules().budget().exhaustedBy(all);
    if (ofItem != null) {
      return List.of(Reasons.BUDGET_EXHAUSTED, ofItem);
    }
    String ofMood =
        next.mood().now() == plan.mood()
            ? plan.basis().moodBudget().exhaustedBy(all.since(next.spending().atMood()))
            : null;
    return ofMood == null
        ? List.of()
        : List.of(Reasons.BUDGET_EXHAUSTED, Reasons.MOOD_BUDGET, ofMood);
  }
}
