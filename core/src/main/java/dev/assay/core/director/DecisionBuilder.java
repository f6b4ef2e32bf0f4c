package dev.assay.core.director;

import dev.assay.core.director.GovernanceState.Atom;
import dev.assay.core.director.GovernanceState.Change;
import dev.assay.core.director.GovernanceState.Child;
import dev.assay.core.director.GovernanceState.Question;
import dev.assay.core.director.Governor.Decided;
import dev.assay.core.director.ItemState.Execution;
import dev.assay.core.statement.Statement;
import dev.assay.core.statement.Statements;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.Decision;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A decision in the making, with what it changes and what it makes. */
final class DecisionBuilder {

  final Execution execution;
  final Change next;
  final GovernanceState now;
  final List<String> attestations;
  DecisionKind kind = DecisionKind.ESCALATE;
  @Nullable String retryPrompt;

  private final Plan.Basis basis;
  private final String cause;
  private final Set<String> reasons = new LinkedHashSet<>();
  private final List<Statement> statements = new ArrayList<>();
  private final List<GovernanceFact> tells = new ArrayList<>();
  private final List<String> children = new ArrayList<>();
  private @Nullable String promotion;

  /**
   * A draft of nothing yet.
   *
   * @param cause the plan's id, or the id of the fact that led here
   * @param attestations what it rests on
   */
  DecisionBuilder(
      Execution execution,
      Plan.Basis basis,
      String cause,
      Change next,
      GovernanceState now,
      List<String> attestations) {
    this.execution = execution;
    this.basis = basis;
    this.cause = cause;
    this.next = next;
    this.now = now;
    this.attestations = attestations;
  }

  void because(String reason) {
    reasons.add(reason);
  }

  /** Puts the execution's atom, which is not promoted, into {@code state}. */
  void atom(AtomState state, boolean waitsForChildren) {
    String id = execution.event().eventKey();
    next.atom(new Atom(id, state, attestations, null, waitsForChildren));
  }

  /**
   * Promotes the execution's atom on its attestations and the promotions of all children. A
   * promotion cites all of its inputs: when one statement can't, nobody decides it alone.
   */
  void promote() {
    String atom = execution.event().eventKey();
    List<String> inputs = new ArrayList<>(attestations);
    now.children().stream().map(Child::promotion).filter(Objects::nonNull).forEach(inputs::add);
    Optional<Statement> fitting = Statements.promotion(summary(inputs));
    if (fitting.isEmpty()) {
      because(Reasons.STATEMENT_TOO_LARGE);
      atom(AtomState.PROMOTION_PENDING, false);
      escalate(basis.rules());
      return;
    }
    Statement statement = fitting.get();
    kind = DecisionKind.PROMOTE;
    statements.add(statement);
    promotion = statement.id();
    next.atom(new Atom(atom, AtomState.PROMOTED, attestations, promotion, false));
    next.registers =
        ControlStateUpdates.promoted(next.registers, atom, statement.id(), attestations);
    tellParent(ChildState.PROMOTED, statement.id());
  }

  /** Retracts every promoted atom; every assertion falls with it. */
  void demote(List<String> signatures) {
    kind = DecisionKind.DEMOTE;
    List<String> inputs = new ArrayList<>();
    for (Atom atom : List.copyOf(next.atoms)) {
      if (atom.state() == AtomState.PROMOTED) {
        if (atom.promotion() != null) {
          inputs.add(atom.promotion());
        }
        next.atom(
            new Atom(atom.id(), AtomState.RETRACTED, atom.attestations(), atom.promotion(), false));
      }
    }
    inputs.addAll(attestations);
    Statement statement = Statements.demotion(summary(inputs));
    statements.add(statement);
    next.registers = ControlStateUpdates.demoted(next.registers, signatures);
    tellParent(ChildState.DEMOTED, statement.id());
  }

  /** Splits the work item: a child per failure signature within the bound, and one for the rest. */
  void split(List<String> signatures, int childrenMax) {
    kind = DecisionKind.SPLIT;
    for (GovernanceFact child : Governor.opened(workItem(), now.depth(), signatures, childrenMax)) {
      tells.add(child);
      children.add(child.workItem());
      next.children.add(new Child(child.workItem(), ChildState.OPEN, null));
    }
  }

  /** Stops; a person may resume. */
  void halt() {
    next.halted = true;
    if (next.question == null) {
      ask(
          DecisionKind.HALT,
          "The work item has halted. Resume it with a further attempt, or keep it halted?",
          "resume",
          "stay-halted");
    }
    kind = DecisionKind.HALT;
    tellParent(ChildState.HALTED, cause);
  }

  void escalate(Rules rules) {
    if (rules.askOnEscalate()) {
      ask(
          DecisionKind.REQUEST_APPROVAL,
          "Verification did not decide. Go on with a further attempt, or halt?",
          "proceed",
          "halt");
    } else {
      kind = DecisionKind.ESCALATE;
    }
  }

  /** Asks a person; the conservative answer holds after the deadline. */
  void ask(DecisionKind as, String question, String proceed, String conservative) {
    kind = as;
    String deadline =
        Times.text(Times.epochMillis(next.lastTime) + basis.rules().approvalSeconds() * 1_000);
    String id =
        Json.contentId(
            "approval",
            Map.of(
                "execution", execution.event().eventKey(),
                "cause", cause,
                "question", question,
                "attestations", attestations));
    next.question =
        new Question(
            new Approval(id, question, List.of(proceed, conservative), deadline, conservative),
            execution.event().eventKey(),
            proceed);
  }

  /** Attests what a person answered, or that nobody did. */
  void approve(Approval question, String answer, GovernanceFact fact) {
    statements.add(
        Statements.approval(
            workItem(),
            execution.event().data().attemptNumber(),
            question,
            answer,
            fact.answer() == null ? null : fact.by(),
            fact.reason(),
            next.lastTime));
  }

  /** Tells the parent, when there is one, which attestation or plan settled this child. */
  void tellParent(ChildState state, String by) {
    if (now.parent() != null) {
      tells.add(GovernanceFact.childSettled(now.parent(), workItem(), state, by));
    }
  }

  Decided finish() {
    next.status = status(kind);
    next.decisions++;
    ExecutionEvent event = execution.event();
    List<String> because = List.copyOf(reasons);
    Decision decision =
        new Decision(
            id(because),
            workItem(),
            event.data().attemptNumber(),
            kind,
            because,
            attestations,
            promotion,
            next.transitions.isEmpty() ? next.mood : next.transitions.getFirst().from(),
            next.mood,
            List.copyOf(next.transitions),
            retryPrompt,
            children,
            next.question == null ? null : next.question.approval(),
            event.eventKey(),
            event.id(),
            event.data().agent(),
            next.lastTime,
            next.decisions);
    next.transitions = new ArrayList<>();
    return new Decided(
        next.done(),
        new DecisionOutputs(decision, statements.stream().map(Statement::text).toList(), tells));
  }

  private String id(List<String> because) {
    Map<String, Object> rests = new LinkedHashMap<>();
    rests.put("execution", execution.event().eventKey());
    rests.put("plan", cause);
    rests.put("kind", kind.name());
    rests.put("reasons", because);
    rests.put("attestations", attestations);
    return Json.contentId("decision", rests);
  }

  private Statements.Summary summary(List<String> inputs) {
    return new Statements.Summary(
        workItem(),
        execution.event().data().artifacts(),
        inputs,
        basis.policy(),
        basis.policyDigest(),
        next.lastTime);
  }

  private String workItem() {
    return execution.event().data().workItem();
  }

  static WorkItemStatus status(DecisionKind kind) {
    return switch (kind) {
      case PROMOTE -> WorkItemStatus.PROMOTED;
      case RETRY, CONTINUE -> WorkItemStatus.RETRYING;
      case SPLIT -> WorkItemStatus.SPLIT;
      case ESCALATE -> WorkItemStatus.ESCALATED;
      case HALT -> WorkItemStatus.HALTED;
      case DEMOTE -> WorkItemStatus.DEMOTED;
      case REQUEST_APPROVAL -> WorkItemStatus.WAITING_FOR_HUMAN;
    };
  }
}
