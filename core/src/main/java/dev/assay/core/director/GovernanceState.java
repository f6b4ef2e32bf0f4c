package dev.assay.core.director;

import dev.assay.schemas.Limits;
import dev.assay.schemas.message.Approval;
import dev.assay.schemas.message.AtomState;
import dev.assay.schemas.message.ChildState;
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
 * Where a work item stands: the fold over everything that was decided about it. Changed only by the
 * director, through the methods of {@link Change}.
 *
 * @param moodBefore the mood that a crash, an attack or a question interrupted
 * @param costBefore what the work item had cost when its present mood began, or when a person last
 *     let it go on
 * @param transitions changes of mood since the last decision
 * @param signatures the failure signatures of the last failure, sorted
 * @param sameSignature how often in a row they came
 * @param failures failures in a row
 * @param halted whether nothing more is verified until a person resumes it
 * @param question what a person is asked now, or null
 * @param parent the work item that was split into this one, or null
 * @param depth splits above this one
 * @param atoms promotable objects, one per execution, oldest first
 * @param lastTime RFC 3339 time of the last decision, or of the first fact; empty before any
 */
public record GovernanceState(
    Mood mood,
    Mood moodBefore,
    Cost costBefore,
    List<MoodTransition> transitions,
    List<String> signatures,
    int sameSignature,
    int failures,
    boolean halted,
    @Nullable Question question,
    @Nullable String parent,
    int depth,
    List<Child> children,
    List<Atom> atoms,
    ControlState registers,
    Cost cost,
    WorkItemStatus status,
    int decisions,
    String firstTime,
    String lastTime) {

  /**
   * A question with what it is about.
   *
   * @param eventKey the execution
   * @param proceed the answer that means to go on; every other one means to stop
   */
  public record Question(Approval approval, String eventKey, String proceed) {}

  /**
   * A work item that this one was split into.
   *
   * @param promotion the attestation of its promotion, or null
   */
  public record Child(String workItem, ChildState state, @Nullable String promotion) {}

  /**
   * A promotable object.
   *
   * @param id the execution's key
   * @param attestations what it rests on
   * @param promotion the attestation of its promotion, or null
   * @param waitsForChildren whether it passed and only waits for the children's promotion
   */
  public record Atom(
      String id,
      AtomState state,
      List<String> attestations,
      @Nullable String promotion,
      boolean waitsForChildren) {

    public Atom {
      attestations = List.copyOf(attestations);
    }

    /** The same object, contradicted before it was promoted. */
    Atom quarantined() {
      return new Atom(id, AtomState.QUARANTINED, attestations, null, false);
    }
  }

  public GovernanceState {
    transitions = List.copyOf(transitions);
    signatures = List.copyOf(signatures);
    children = List.copyOf(children);
    atoms = List.copyOf(atoms);
  }

  /** Of a work item of which nothing is known. */
  static GovernanceState unknown() {
    return new GovernanceState(
        Mood.CALM,
        Mood.CALM,
        Cost.none(),
        List.of(),
        List.of(),
        0,
        0,
        false,
        null,
        null,
        0,
        List.of(),
        List.of(),
        ControlState.empty(),
        Cost.none(),
        WorkItemStatus.PENDING,
        0,
        "",
        "");
  }

  /** Whether an atom is promoted now. */
  boolean promoted() {
    return atoms.stream().anyMatch(atom -> atom.state() == AtomState.PROMOTED);
  }

  /** Whether a child is not promoted. */
  boolean waitsForChildren() {
    return children.stream().anyMatch(child -> child.state() != ChildState.PROMOTED);
  }

  /** Atoms that passed and only wait for the children's promotion. */
  List<Atom> waiting() {
    return atoms.stream()
        .filter(atom -> atom.state() == AtomState.PROMOTION_PENDING && atom.waitsForChildren())
        .toList();
  }

  Change change() {
    return new Change(this);
  }

  /** The next standing in the making. */
  static final class Change {

    Mood mood;
    Mood moodBefore;
    Cost costBefore;
    List<MoodTransition> transitions;
    List<String> signatures;
    int sameSignature;
    int failures;
    boolean halted;
    @Nullable Question question;
    @Nullable String parent;
    int depth;
    List<Child> children;
    List<Atom> atoms;
    ControlState registers;
    Cost cost;
    WorkItemStatus status;
    int decisions;
    String firstTime;
    String lastTime;

    private Change(GovernanceState now) {
      mood = now.mood;
      moodBefore = now.moodBefore;
      costBefore = now.costBefore;
      transitions = new ArrayList<>(now.transitions);
      signatures = now.signatures;
      sameSignature = now.sameSignature;
      failures = now.failures;
      halted = now.halted;
      question = now.question;
      parent = now.parent;
      depth = now.depth;
      children = new ArrayList<>(now.children);
      atoms = new ArrayList<>(now.atoms);
      registers = now.registers;
      cost = now.cost;
      status = now.status;
      decisions = now.decisions;
      firstTime = now.firstTime;
      lastTime = now.lastTime;
    }

    /** A fact came at {@code time}. */
    Change at(String time) {
      firstTime = firstTime.isEmpty() ? time : firstTime;
      lastTime = later(lastTime, time);
      return this;
    }

    Change move(MoodTransition transition) {
      if (mood != Mood.CONTRITE) {
        moodBefore = mood;
      }
      mood = transition.to();
      costBefore = cost;
      if (transitions.size() < Limits.REASONS_MAX) {
        transitions.add(transition);
      }
      return this;
    }

    /** Puts {@code atom} in the place of the one with its id, or adds it; the oldest give way. */
    Change atom(Atom atom) {
      int index = -1;
      for (int i = 0; i < atoms.size(); i++) {
        index = atoms.get(i).id().equals(atom.id()) ? i : index;
      }
      if (index >= 0) {
        atoms.set(index, atom);
      } else {
        atoms.add(atom);
      }
      bound(atoms, Atom::state);
      return this;
    }

    GovernanceState done() {
      return new GovernanceState(
          mood,
          moodBefore,
          costBefore,
          transitions,
          signatures,
          sameSignature,
          failures,
          halted,
          question,
          parent,
          depth,
          children,
          atoms,
          registers,
          cost,
          status,
          decisions,
          firstTime,
          lastTime);
    }
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
