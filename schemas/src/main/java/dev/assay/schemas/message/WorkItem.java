package dev.assay.schemas.message;

import dev.assay.schemas.Require;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A work item as the director shows it: the compacted topic's value, one per key. */
public record WorkItem(
    String workItem,
    WorkItemStatus status,
    Mood mood,
    int attempt,
    @Nullable Agent agent,
    ControlState controlState,
    List<Atom> atoms,
    String firstTime,
    String lastTime) {

  /** Atoms shown of a work item. */
  public static final int ATOMS_MAX = 128;

  /**
   * A promotable object and where it stands.
   *
   * @param id the execution's content hash
   */
  public record Atom(String id, AtomState state, List<String> attestations) {}

  public WorkItem {
    workItem = Require.id("workItem", workItem);
    status = Require.present("status", status);
    mood = Require.present("mood", mood);
    controlState = Require.present("controlState", controlState);
    atoms = Require.list("atoms", atoms, ATOMS_MAX);
    firstTime = Require.present("firstTime", firstTime);
    lastTime = Require.present("lastTime", lastTime);
  }
}
