package dev.assay.schemas.message;

import dev.assay.schemas.Limits;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A work item as the director shows it: the compacted topic's value, one per key.
 *
 * @param parent the work item that was split into this one, or null
 * @param children the work items that this one was split into
 * @param approval the question that is open, or null
 * @param decisions how many decisions were made, all of which show here
 * @param refusals the newest of what was refused, oldest first
 * @param refused how much was refused altogether; absent means nothing
 */
public record WorkItem(
    String workItem,
    WorkItemStatus status,
    Mood mood,
    int attempt,
    @Nullable Agent agent,
    ControlState controlState,
    List<Atom> atoms,
    @Nullable String parent,
    List<Child> children,
    @Nullable Approval approval,
    Cost cost,
    int decisions,
    String firstTime,
    String lastTime,
    List<Refusal> refusals,
    @Nullable Integer refused) {

  /** Atoms shown of a work item. */
  public static final int ATOMS_MAX = 32;

  /**
   * A promotable object and where it stands.
   *
   * @param id the execution's content hash
   */
  public record Atom(String id, AtomState state, List<String> attestations) {

    /** Checks every member. */
    public Atom {
      id = Require.digest("atoms.id", id);
      state = Require.present("atoms.state", state);
      attestations = Require.list("atoms.attestations", attestations, Decision.ATTESTATIONS_MAX);
      attestations.forEach(each -> Require.digest("atoms.attestations", each));
    }
  }

  /** A work item that this one was split into. */
  public record Child(String workItem, ChildState state) {

    /** Checks every member. */
    public Child {
      workItem = Require.id("children.workItem", workItem);
      state = Require.present("children.state", state);
    }
  }

  public WorkItem {
    workItem = Require.id("workItem", workItem);
    status = Require.present("status", status);
    mood = Require.present("mood", mood);
    controlState = Require.present("controlState", controlState);
    atoms = Require.list("atoms", atoms, ATOMS_MAX);
    parent = parent == null ? null : Require.id("parent", parent);
    children = Require.list("children", children, Limits.VERIFIERS_MAX);
    cost = Require.present("cost", cost);
    firstTime = Times.canonical("firstTime", Require.present("firstTime", firstTime));
    lastTime = Times.canonical("lastTime", Require.present("lastTime", lastTime));
    refusals = Require.list("refusals", refusals, Refusal.SHOWN_MAX);
    refused = refused == null ? Integer.valueOf(0) : refused;
  }

  /** How much was refused, as a number; the constructor has put 0 for an absent one. */
  public int refusedAltogether() {
    return refused == null ? 0 : refused;
  }
}
