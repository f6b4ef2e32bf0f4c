package dev.assay.core.director;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ControlState;
import dev.assay.schemas.message.Cost;
import dev.assay.schemas.message.Mood;
import dev.assay.schemas.message.MoodTransition;
import dev.assay.schemas.message.WorkItem;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a work item stands: the fold over everything that was decided about it, by concern.
 *
 * @param halted whether nothing more is verified until a person resumes it
 * @param question what a person is asked now, or null
 * @param atoms promotable objects, one per execution, oldest first
 */
public record GovernanceState(
    MoodState mood,
    FailureStreak failures,
    boolean halted,
    @Nullable Question question,
    Family family,
    List<Atom> atoms,
    ControlState registers,
    Requirements requirements,
    Spending spending,
    Progress progress) {

  /**
   * How strictly the work item is treated.
   *
   * @param before the mood that a crash, an attack or a question interrupted
   * @param transitions changes of mood since the last decision
   */
  public record MoodState(Mood now, Mood before, List<MoodTransition> transitions) {

    public MoodState {
      transitions = List.copyOf(transitions);
    }

    MoodState moved(MoodTransition transition) {
      List<MoodTransition> moves = new ArrayList<>(transitions);
      if (moves.size() < Limits.REASONS_MAX) {
        moves.add(transition);
      }
      return new MoodState(transition.to(), now == Mood.CONTRITE ? before : now, moves);
    }
  }

  /**
   * Failures in a row.
   *
   * @param signatures the failure signatures of the last failure, sorted
   * @param same how often in a row they came
   * @param all failures in a row, whatever their signatures
   */
  public record FailureStreak(List<String> signatures, int same, int all) {

    static final FailureStreak NONE = new FailureStreak(List.of(), 0, 0);

    public FailureStreak {
      signatures = List.copyOf(signatures);
    }

    FailureStreak failed(List<String> now) {
      return new FailureStreak(now, same > 0 && now.equals(signatures) ? same + 1 : 1, all + 1);
    }

    /** A person lets the work item go on: what it failed with is remembered, not counted. */
    FailureStreak forgiven() {
      return new FailureStreak(signatures, 0, 0);
    }
  }

  /**
   * A question with what it is about.
   *
   * @param eventKey the execution
   * @param proceed the answer that means to go on; every other one means to stop
   * @param agreed who agreed to a promotion already that more people have to agree to
   */
  public record Question(Approval approval, String eventKey, String proceed, List<String> agreed) {

    /** The answer that promotes what passed. */
    static final String PROMOTE = "promote";

    public Question {
      agreed = List.copyOf(agreed);
    }

    /** Whether it is about the promotion of what passed, not about a further attempt. */
    boolean promotes() {
      return proceed.equals(PROMOTE);
    }
  }

  /**
   * A promotable object.
   *
   * @param id the execution's key
   * @param attestations the first of those that it rests on; the decision names them all
   * @param promotion the attestation of its promotion, or null
   * @param waitsForChildren whether it passed and only waits for the children's promotion
   * @param answers attestations of the answers of people who agreed to its promotion
   */
  public record Atom(
      String id,
      AtomState state,
      List<String> attestations,
      @Nullable String promotion,
      boolean waitsForChildren,
      List<String> answers) {

    /** Attestations that are kept of an atom: as many as a work item shows. */
    static final int ATTESTATIONS_MAX = 4;

    public Atom {
      attestations =
          List.copyOf(attestations.subList(0, Math.min(attestations.size(), ATTESTATIONS_MAX)));
      answers = List.copyOf(answers);
    }

    /** An object that nobody was asked about. */
    static Atom of(String id, AtomState state, List<String> attestations) {
      return new Atom(id, state, attestations, null, false, List.of());
    }

    /** The same object, contradicted before it was promoted. */
    Atom quarantined() {
      return of(id, AtomState.QUARANTINED, attestations);
    }

    /** The same object, which waits for nothing but its children's promotion. */
    Atom waiting() {
      return new Atom(id, state, attestations, promotion, true, answers);
    }

    /** The same object, whose promotion a person agreed to, as {@code answer} attests. */
    Atom agreed(String answer) {
      List<String> all = new ArrayList<>(answers);
      all.add(answer);
      return new Atom(id, state, attestations, promotion, waitsForChildren, all);
    }

    /** The same object, promoted by {@code statement}. */
    Atom promoted(String statement) {
      return new Atom(id, AtomState.PROMOTED, attestations, statement, false, answers);
    }

    /** The same object, whose promotion was taken back. */
    Atom retracted() {
      return new Atom(id, AtomState.RETRACTED, attestations, promotion, false, answers);
    }
  }

  /**
   * What was used.
   *
   * @param atMood {@code all} when the present mood began, or when a person last let it go on
   */
  public record Spending(Cost all, Cost atMood) {

    Spending now(Cost cost) {
      return new Spending(cost, atMood);
    }

    /** What is used from now on counts for the mood anew. */
    Spending anew() {
      return new Spending(all, all);
    }
  }

  /**
   * How far it is.
   *
   * @param status after the last decision
   * @param decisions how many were made
   * @param firstTime RFC 3339 time of the first fact; empty before any
   * @param lastTime RFC 3339 time of the last decision, or of the first fact; empty before any
   */
  public record Progress(WorkItemStatus status, int decisions, String firstTime, String lastTime) {

    /** A fact came at {@code time}. */
    Progress at(String time) {
      return new Progress(
          status, decisions, firstTime.isEmpty() ? time : firstTime, later(lastTime, time));
    }

    Progress decided(WorkItemStatus now) {
      return new Progress(now, decisions + 1, firstTime, lastTime);
    }
  }

  public GovernanceState {
    atoms = List.copyOf(atoms);
  }

  /** Of a work item of which nothing is known. */
  static GovernanceState unknown() {
    return new GovernanceState(
        new MoodState(Mood.CALM, Mood.CALM, List.of()),
        FailureStreak.NONE,
        false,
        null,
        new Family(null, 0, List.of(), null),
        List.of(),
        ControlState.empty(),
        Requirements.NONE,
        new Spending(Cost.none(), Cost.none()),
        new Progress(WorkItemStatus.PENDING, 0, "", ""));
  }

  /** Whether an atom is promoted now. */
  boolean promoted() {
    return atoms.stream().anyMatch(atom -> atom.state() == AtomState.PROMOTED);
  }

  /** Atoms that passed and only wait for the children's promotion. */
  List<Atom> waiting() {
    return atoms.stream()
        .filter(atom -> atom.state() == AtomState.PROMOTION_PENDING && atom.waitsForChildren())
        .toList();
  }

  GovernanceState moved(MoodTransition transition) {
    return new GovernanceState(
        mood.moved(transition),
        failures,
        halted,
        question,
        family,
        atoms,
        registers,
        requirements,
        spending.anew(),
        progress);
  }

  GovernanceState with(MoodState now) {
    return new GovernanceState(
        now,
        failures,
        halted,
        question,
        family,
        atoms,
        registers,
        requirements,
        spending,
        progress);
  }

  GovernanceState with(FailureStreak now) {
    return new GovernanceState(
        mood, now, halted, question, family, atoms, registers, requirements, spending, progress);
  }

  GovernanceState halted(boolean now) {
    return new GovernanceState(
        mood, failures, now, question, family, atoms, registers, requirements, spending, progress);
  }

  GovernanceState asking(@Nullable Question now) {
    return new GovernanceState(
        mood, failures, halted, now, family, atoms, registers, requirements, spending, progress);
  }

  GovernanceState with(Family now) {
    return new GovernanceState(
        mood, failures, halted, question, now, atoms, registers, requirements, spending, progress);
  }

  /** Puts {@code atom} in the place of the one with its id, or adds it; the oldest give way. */
  GovernanceState with(Atom atom) {
    List<Atom> next = new ArrayList<>(atoms);
    next.replaceAll(known -> known.id().equals(atom.id()) ? atom : known);
    if (!next.contains(atom)) {
      next.add(atom);
    }
    bound(next, Atom::state);
    return new GovernanceState(
        mood,
        failures,
        halted,
        question,
        family,
        next,
        registers,
        requirements,
        spending,
        progress);
  }

  GovernanceState with(ControlState now) {
    return new GovernanceState(
        mood, failures, halted, question, family, atoms, now, requirements, spending, progress);
  }

  GovernanceState with(Requirements now) {
    return new GovernanceState(
        mood, failures, halted, question, family, atoms, registers, now, spending, progress);
  }

  GovernanceState with(Spending now) {
    return new GovernanceState(
        mood, failures, halted, question, family, atoms, registers, requirements, now, progress);
  }

  GovernanceState with(Progress now) {
    return new GovernanceState(
        mood, failures, halted, question, family, atoms, registers, requirements, spending, now);
  }

  /** Removes the oldest atoms above the bound, promoted ones last. */
  static <T> void bound(List<T> atoms, Function<T, AtomState> state) {
    while (atoms.size() > WorkItem.ATOMS_MAX) {
      atoms.remove(
          atoms.stream()
              .filter(atom -> state.apply(atom) != AtomState.PROMOTED)
              .findFirst()
              .orElse(atoms.getFirst()));
    }
  }

  static String later(String a, String b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
