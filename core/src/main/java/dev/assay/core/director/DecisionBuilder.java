package dev.assay.core.director;

import dev.assay.core.director.Family.Awaited;
import dev.assay.core.director.Family.Child;
import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.MoodState;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A decision in the making: every method returns the next one.
 *
 * @param next where the decision leaves the work item
 */
record DecisionBuilder(
    Subject subject, GovernanceState next, DecisionKind kind, List<String> reasons, Made made) {

  /** What a decision makes. */
  record Made(
      List<Statement> statements,
      List<GovernanceFact> facts,
      List<String> children,
      @Nullable String promotion,
      @Nullable String retryPrompt) {

    Made with(List<Statement> stated, List<GovernanceFact> told) {
      return new Made(stated, told, children, promotion, retryPrompt);
    }
  }

  /** Where a decision leaves the work item, with all that follows from it. */
  record Result(GovernanceState next, DecisionOutputs outputs) {}

  /** Nothing is decided yet; what nobody decides escalates. */
  static DecisionBuilder of(Subject subject, GovernanceState next) {
    return new DecisionBuilder(
        subject,
        next,
        DecisionKind.ESCALATE,
        List.of(),
        new Made(List.of(), List.of(), List.of(), null, null));
  }

  DecisionBuilder because(@Nullable String reason) {
    return reason == null || reasons.contains(reason)
        ? this
        : new DecisionBuilder(subject, next, kind, plus(reasons, reason), made);
  }

  DecisionBuilder because(List<String> all) {
    DecisionBuilder builder = this;
    for (String reason : all) {
      builder = builder.because(reason);
    }
    return builder;
  }

  DecisionBuilder as(DecisionKind now) {
    return new DecisionBuilder(subject, next, now, reasons, made);
  }

  DecisionBuilder next(GovernanceState now) {
    return new DecisionBuilder(subject, now, kind, reasons, made);
  }

  DecisionBuilder next(ControlState registers) {
    return next(next.with(registers));
  }

  private DecisionBuilder make(Made now) {
    return new DecisionBuilder(subject, next, kind, reasons, now);
  }

  private DecisionBuilder attest(Statement statement) {
    return make(made.with(plus(made.statements(), statement), made.facts()));
  }

  private DecisionBuilder notify(GovernanceFact fact) {
    return make(made.with(made.statements(), plus(made.facts(), fact)));
  }

  /** Puts the execution's atom, which is not promoted, into {@code state}. */
  DecisionBuilder atom(AtomState state) {
    return next(next.with(Atom.of(subject.execution().eventKey(), state, subject.attestations())));
  }

  /** Lets the execution's atom, which passed, wait for the children's promotion. */
  DecisionBuilder waitForChildren() {
    return next(next.with(passed().waiting()));
  }

  /** Keeps the answer that was just attested with what it agreed to. */
  DecisionBuilder agreed() {
    return next(next.with(passed().agreed(made.statements().getLast().id())));
  }

  /** The execution's atom, which passed and is not promoted. */
  private Atom passed() {
    String id = subject.execution().eventKey();
    return next.atoms().stream()
        .filter(atom -> atom.id().equals(id) && atom.state() == AtomState.PROMOTION_PENDING)
        .findFirst()
        .orElseGet(() -> Atom.of(id, AtomState.PROMOTION_PENDING, subject.attestations()));
  }

  /** The same delegate tries again. */
  DecisionBuilder retry(String prompt) {
    return as(DecisionKind.RETRY)
        .make(new Made(made.statements(), made.facts(), made.children(), made.promotion(), prompt));
  }

  /**
   * Promotes the execution's atom on its attestations, the promotions of all children and the
   * answers of those who agreed. A promotion cites all of its inputs: when one statement can't,
   * nobody decides it alone.
   */
  DecisionBuilder promote() {
    Atom passed = passed();
    List<String> attestations = subject.attestations();
    List<String> inputs = new ArrayList<>(attestations);
    subject.now().family().children().stream()
        .map(Child::promotion)
        .filter(Objects::nonNull)
        .forEach(inputs::add);
    inputs.addAll(passed.answers());
    List<Hyperthesis> disclosed =
        new ArrayList<>(subject.evidence().disclosed(subject.basis().evidence()));
    disclosed.addAll(Clearing.disclosed(subject.uncleared()));
    Optional<Statement> fitting = Statements.promotion(summary(inputs), disclosed);
    if (fitting.isEmpty()) {
      return because(Reasons.STATEMENT_TOO_LARGE).atom(AtomState.PROMOTION_PENDING).escalate();
    }
    Statement statement = fitting.get();
    GovernanceState promoted = next.with(passed.promoted(statement.id()));
    return as(DecisionKind.PROMOTE)
        .attest(statement)
        .promotedBy(statement.id())
        .next(promoted)
        .next(
            ControlStateUpdates.disclosed(
                ControlStateUpdates.promoted(
                    promoted.registers(), passed.id(), statement.id(), attestations),
                disclosed,
                statement.id()))
        .tellParent(ChildState.PROMOTED, statement.id());
  }

  private DecisionBuilder promotedBy(String promotion) {
    return make(
        new Made(made.statements(), made.facts(), made.children(), promotion, made.retryPrompt()));
  }

  /** Retracts every promoted atom; every assertion falls with it. */
  DecisionBuilder demote(List<String> signatures) {
    List<String> inputs = new ArrayList<>();
    GovernanceState retracted = next;
    for (Atom atom : next.atoms()) {
      if (atom.state() == AtomState.PROMOTED) {
        if (atom.promotion() != null) {
          inputs.add(atom.promotion());
        }
        retracted = retracted.with(atom.retracted());
      }
    }
    inputs.addAll(subject.attestations());
    Statement statement = Statements.demotion(summary(inputs));
    return as(DecisionKind.DEMOTE)
        .attest(statement)
        .next(retracted)
        .next(ControlStateUpdates.demoted(retracted.registers(), signatures))
        .tellParent(ChildState.DEMOTED, statement.id());
  }

  /** Splits the work item into children, which require {@code required}. */
  DecisionBuilder split(List<String> signatures, int childrenMax, Requirements required) {
    List<GovernanceFact> facts =
        subject.now().family().split(subject.workItem(), signatures, childrenMax, required);
    List<String> names = facts.stream().map(GovernanceFact::workItem).toList();
    return as(DecisionKind.SPLIT)
        .next(next.with(next.family().opened(names)))
        .make(new Made(made.statements(), facts, names, made.promotion(), made.retryPrompt()));
  }

  /** Stops; a person may resume. */
  DecisionBuilder halt() {
    DecisionBuilder stopped = next(next.halted(true));
    DecisionBuilder asked =
        next.question() == null
            ? stopped.ask(
                DecisionKind.HALT,
                "The work item has halted. Resume it with a further attempt, or keep it halted?",
                "resume",
                "stay-halted")
            : stopped;
    return asked.as(DecisionKind.HALT).tellParent(ChildState.HALTED, subject.cause());
  }

  DecisionBuilder escalate() {
    return subject.basis().rules().askOnEscalate()
        ? ask(
            DecisionKind.REQUEST_APPROVAL,
            "Verification did not decide. Go on with a further attempt, or halt?",
            "proceed",
            "halt")
        : as(DecisionKind.ESCALATE);
  }

  /** Asks a person; the conservative answer holds after the deadline. */
  DecisionBuilder ask(DecisionKind as, String question, String proceed, String conservative) {
    String eventKey = subject.execution().eventKey();
    String id =
        Json.contentId(
            "approval",
            Map.of(
                "execution",
                eventKey,
                "cause",
                subject.cause(),
                "question",
                question,
                "attestations",
                subject.attestations()));
    Approval approval =
        new Approval(id, question, List.of(proceed, conservative), deadline(), conservative);
    return as(as).next(next.asking(new Question(approval, eventKey, proceed, List.of())));
  }

  /** Until when a person may answer, and children may settle. */
  private String deadline() {
    return subject.basis().rules().deadline(next.progress().lastTime());
  }

  /** Attests what a person answered, or that nobody did. */
  DecisionBuilder approve(Approval question, String answer, Fact.@Nullable ApprovalAnswered given) {
    return attest(
        Statements.approval(
            subject.workItem(),
            subject.execution().event().data().attemptNumber(),
            question,
            answer,
            given == null ? null : given.by(),
            given == null ? null : given.role(),
            given == null ? null : given.reason(),
            next.progress().lastTime()));
  }

  /** Tells the parent, when there is one, which attestation or plan settled this child. */
  DecisionBuilder tellParent(ChildState state, String by) {
    String parent = subject.now().family().parent();
    return parent == null
        ? this
        : notify(GovernanceFact.childSettled(parent, subject.workItem(), state, by));
  }

  Result finish() {
    GovernanceState left =
        next.with(next.progress().decided(WorkItemStatus.after(kind))).with(family());
    MoodState mood = left.mood();
    ExecutionEvent event = subject.execution().event();
    Decision decision =
        new Decision(
            id(),
            subject.workItem(),
            event.data().attemptNumber(),
            kind,
            reasons,
            subject.attestations(),
            made.promotion(),
            mood.transitions().isEmpty() ? mood.now() : mood.transitions().getFirst().from(),
            mood.now(),
            mood.transitions(),
            subject.reached(),
            subject.needed(reasons),
            Clearing.shown(subject.uncleared()),
            made.retryPrompt(),
            made.children(),
            left.question() == null ? null : left.question().approval(),
            subject.execution().eventKey(),
            event.id(),
            event.data().agent(),
            left.progress().lastTime(),
            left.progress().decisions());
    return new Result(
        left.with(new MoodState(mood.now(), mood.before(), List.of())),
        new DecisionOutputs(
            decision, made.statements().stream().map(Statement::text).toList(), made.facts()));
  }

  /** Children that are open are awaited, unless a person is asked already. */
  private Family family() {
    Family family = next.family();
    if (!family.open() || next.halted() || next.question() != null) {
      return family.awaiting(null);
    }
    return family.awaited() == null
        ? family.awaiting(Awaited.of(subject.execution().eventKey(), subject.cause(), deadline()))
        : family;
  }

  private String id() {
    Map<String, Object> rests = new LinkedHashMap<>();
    rests.put("execution", subject.execution().eventKey());
    rests.put("plan", subject.cause());
    rests.put("kind", kind.name());
    rests.put("reasons", reasons);
    rests.put("attestations", subject.attestations());
    return Json.contentId("decision", rests);
  }

  private Statements.Summary summary(List<String> inputs) {
    return new Statements.Summary(
        subject.workItem(),
        subject.execution().event().data().artifacts(),
        inputs,
        subject.basis().policy(),
        subject.basis().policyDigest(),
        next.progress().lastTime());
  }

  private static <T> List<T> plus(List<T> list, T last) {
    List<T> all = new ArrayList<>(list);
    all.add(last);
    return List.copyOf(all);
  }
}
