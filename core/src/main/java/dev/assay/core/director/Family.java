package dev.assay.core.director;

import dev.assay.schemas.Digests;
import dev.assay.schemas.Limits;
import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ChildState;
import dev.assay.schemas.message.GovernanceFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The work items above and below one.
 *
 * @param parent the work item that was split into this one, or null
 * @param depth splits above this one
 * @param awaited until when children may settle, or null when nothing waits for them
 */
public record Family(
    @Nullable String parent, int depth, List<Child> children, @Nullable Awaited awaited) {

  private static final int CHILD_SUFFIX_CHARS_MAX = 8;
  private static final int CHILD_DIGEST_CHARS = 32;

  /**
   * A work item that this one was split into.
   *
   * @param promotion the attestation of its promotion, or null
   */
  public record Child(String workItem, ChildState state, @Nullable String promotion) {}

  /**
   * A wait for children.
   *
   * @param id content hash of what began it, by which the fact of its end names it
   * @param eventKey the execution after which it began
   * @param deadline RFC 3339 time after which the work item halts
   */
  public record Awaited(String id, String eventKey, String deadline) {

    /** The wait that a decision on {@code cause} began. */
    static Awaited of(String eventKey, String cause, String deadline) {
      String id = Json.contentId("children", Map.of("execution", eventKey, "cause", cause));
      return new Awaited(id, eventKey, deadline);
    }
  }

  public Family {
    children = List.copyOf(children);
  }

  Family with(List<Child> now) {
    return new Family(parent, depth, now, awaited);
  }

  Family awaiting(@Nullable Awaited now) {
    return new Family(parent, depth, children, now);
  }

  /** Whether a child is not promoted. */
  boolean open() {
    return children.stream().anyMatch(child -> child.state() != ChildState.PROMOTED);
  }

  /**
   * What the children of a split of {@code workItem} are told: one for each failure signature
   * within the bound, and one for the rest; each requires what the parent does.
   */
  List<GovernanceFact> split(
      String workItem, List<String> signatures, int childrenMax, Requirements required) {
    int single = Math.min(signatures.size(), childrenMax - 1);
    List<GovernanceFact> facts = new ArrayList<>();
    for (int i = 0; i <= single; i++) {
      List<String> about = signatures.subList(i, i < single ? i + 1 : signatures.size());
      facts.add(
          GovernanceFact.childOpened(
              childId(workItem, i + 1),
              workItem,
              about,
              depth + 1,
              required.risk(),
              required.verifiers().stream().limit(GovernanceFact.REQUIRES_MAX).toList()));
    }
    return List.copyOf(facts);
  }

  /** With children of these names. */
  Family opened(List<String> names) {
    List<Child> all = new ArrayList<>(children);
    names.forEach(name -> all.add(new Child(name, ChildState.OPEN, null)));
    return with(all);
  }

  /** The name of the child with that number, from 1: the same split gives the same names. */
  private static String childId(String parent, int number) {
    boolean fits = parent.length() + CHILD_SUFFIX_CHARS_MAX <= Limits.ID_CHARS_MAX;
    String stem =
        fits ? parent : "split:" + Digests.sha256Hex(parent).substring(0, CHILD_DIGEST_CHARS);
    return stem + ":s" + number;
  }
}
