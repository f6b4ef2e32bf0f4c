package dev.assay.cli.replay;

import dev.assay.core.director.Emission;
import dev.assay.core.director.Outcome;
import dev.assay.director.DirectorInput;
import dev.assay.director.ItemFold;
import dev.assay.schemas.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds the inputs of one work item again. The order within a topic is known; the order between
 * topics is not, so it is searched: records are taken by time, and where what they give is not what
 * the topics hold, in another order, until everything on the topics is explained or no order does.
 */
final class ItemReplay {

  /**
   * An input of the work item.
   *
   * @param settled whether the director had committed it, so that its outputs must be there
   * @param roleless whether it is a fact without the role that it needs, behind one of its
   *     partition that has one: only editions that took such facts no more can have read it
   */
  record Input(
      Entry entry, long timeMillis, DirectorInput content, boolean settled, boolean roleless) {}

  /**
   * An input with what it gives.
   *
   * @param outputs the attestations and decisions among {@code emissions}
   */
  record Step(Input input, List<Emission> emissions, List<OutputRecord> outputs) {

    static Step of(Input input, List<Emission> emissions) {
      RecordPosition place = input.entry().place();
      List<OutputRecord> outputs = new ArrayList<>();
      for (Emission emission : emissions) {
        switch (emission) {
          case Emission.Attest attest ->
              outputs.add(OutputRecord.of(attest, place, input.timeMillis()));
          case Emission.Decide(var decision) ->
              outputs.add(OutputRecord.of(decision, place, input.timeMillis()));
          case Emission.RequestVerification _,
              Emission.NotifyWorkItem _,
              Emission.Refuse _,
              Emission.PublishWorkItem _ -> {}
        }
      }
      return new Step(input, emissions, outputs);
    }
  }

  /**
   * How it went.
   *
   * @param steps in the order that was found, or that came furthest
   * @param explained whether the topics hold just this
   * @param byTime whether that is the order of time
   * @param searched steps beyond one for each input
   */
  record Result(
      List<Step> steps, boolean explained, boolean byTime, boolean exhausted, long searched) {}

  private final List<List<Input>> topics;
  private final List<ItemFold> folds;
  private final int askingRoles;
  private final PublishedOutputs found;
  private final PublishedOutputs.OfItem outputs;
  private final Set<String> dead = new HashSet<>();

  /**
   * A replay of one work item.
   *
   * @param topics its executions, reports and facts, each in order
   * @param folds one for each policy that may have been in force, oldest first
   * @param askingRoles place of the first of them that takes no fact without the role for it
   */
  ItemReplay(
      List<List<Input>> topics,
      List<ItemFold> folds,
      int askingRoles,
      PublishedOutputs found,
      PublishedOutputs.OfItem outputs) {
    this.topics = topics;
    this.folds = folds;
    this.askingRoles = askingRoles;
    this.found = found;
    this.outputs = outputs;
  }

  /** Where a search stands: some of the inputs are taken. */
  private final class Node {

    private final @Nullable Node parent;
    private final @Nullable Step step;
    private final ReplayedItem known;
    private final int[] taken;
    private final int policy;
    private final boolean byTime;
    private final int depth;
    private int decided;
    private int tried;
    private @Nullable List<Choice> choices;

    Node(
        @Nullable Node parent,
        @Nullable Step step,
        ReplayedItem known,
        int[] taken,
        int policy,
        boolean byTime) {
      this.parent = parent;
      this.step = step;
      this.known = known;
      this.taken = taken;
      this.policy = policy;
      this.byTime = byTime;
      this.depth = parent == null ? 0 : parent.depth + 1;
      this.decided = parent == null ? 0 : parent.decided;
    }

    @Nullable Choice next() {
      List<Choice> all = choices;
      if (all == null) {
        all = choices(this);
        choices = all;
      }
      return tried < all.size() ? all.get(tried++) : null;
    }

    Node after(Choice choice) {
      Input input = topics.get(choice.topic()).get(taken[choice.topic()]);
      Outcome folded =
          folds.get(choice.policy()).fold(known, input.content(), Times.text(input.timeMillis()));
      int[] next = taken.clone();
      next[choice.topic()]++;
      return new Node(
          this,
          Step.of(input, folded.emissions()),
          known.after(folded.next()),
          next,
          choice.policy(),
          byTime && choice.first());
    }

    String key() {
      return taken[0]
          + " "
          + taken[1]
          + " "
          + taken[2]
          + " "
          + policy
          + " "
          + decided
          + " "
          + known.digest();
    }
  }

  /** The next record of a topic, under a policy. */
  private record Choice(int topic, int policy, boolean first) {}

  private List<Choice> choices(Node node) {
    List<Integer> heads = new ArrayList<>();
    for (int topic = 0; topic < topics.size(); topic++) {
      if (node.taken[topic] < topics.get(topic).size()) {
        heads.add(topic);
      }
    }
    heads.sort(
        Comparator.comparingLong((Integer t) -> topics.get(t).get(node.taken[t]).timeMillis())
            .thenComparing(Comparator.naturalOrder()));
    List<Choice> choices = new ArrayList<>();
    for (int topic : heads) {
      boolean roleless = topics.get(topic).get(node.taken[topic]).roleless();
      int first = roleless ? Math.max(node.policy, askingRoles) : node.policy;
      for (int policy = first; policy < folds.size(); policy++) {
        choices.add(new Choice(topic, policy, topic == heads.getFirst()));
      }
    }
    return choices;
  }

  /** Replays, with at most {@code searchMax} steps beyond one for each input. */
  Result run(long searchMax) {
    int all = topics.stream().mapToInt(List::size).sum();
    Node root = new Node(null, null, ReplayedItem.nothing(), new int[3], 0, true);
    Node current = root;
    Node furthest = root;
    long steps = 0;
    while (true) {
      if (current.depth == all && nothingLeft(current)) {
        return result(current, true, false, steps - all);
      }
      Choice choice = current.depth == all ? null : current.next();
      if (choice == null) {
        dead.add(current.key());
        Node parent = current.parent;
        if (parent == null) {
          return result(completed(furthest, all), false, false, steps);
        }
        current = parent;
        continue;
      }
      if (steps++ > all + searchMax) {
        return result(completed(furthest, all), false, true, steps);
      }
      Node next = current.after(choice);
      if (agrees(next) && (dead.isEmpty() || !dead.contains(next.key()))) {
        current = next;
        furthest = next.depth > furthest.depth ? next : furthest;
      }
    }
  }

  /** Goes on from {@code node} by time, whatever the topics hold. */
  private Node completed(Node node, int all) {
    Node current = node;
    while (current.depth < all) {
      current = current.after(choices(current).getFirst());
    }
    return current;
  }

  private static Result result(Node end, boolean explained, boolean exhausted, long searched) {
    List<Step> steps = new ArrayList<>();
    for (Node node = end; node != null; node = node.parent) {
      if (node.step != null) {
        steps.add(node.step);
      }
    }
    return new Result(steps.reversed(), explained, end.byTime, exhausted, Math.max(0, searched));
  }

  /** Whether everything that the last step gives is on the topics, in its order. */
  private boolean agrees(Node node) {
    Step step = node.step;
    if (step == null) {
      return true;
    }
    boolean there = true;
    for (OutputRecord output : step.outputs()) {
      there &=
          switch (output.kind()) {
            case ATTESTATION -> outputs.holdsAttestation(output.content());
            case DECISION -> inTurn(node, output);
          };
    }
    for (Emission emission : step.emissions()) {
      there &=
          switch (emission) {
            case Emission.RequestVerification ask -> found.holds(ask);
            case Emission.NotifyWorkItem(var fact) -> found.holdsFact(fact.id());
            case Emission.Refuse _ -> found.holdsRefusal(step.input().entry().place());
            case Emission.Attest _, Emission.Decide _, Emission.PublishWorkItem _ -> true;
          };
    }
    return there || !step.input().settled();
  }

  /** A decision that was there before, or the one that is next on the topic. */
  private boolean inTurn(Node node, OutputRecord decision) {
    Integer at = outputs.decisionPlace(decision.content());
    if (at == null || at > node.decided) {
      return false;
    }
    if (at == node.decided) {
      node.decided++;
    }
    return true;
  }

  private boolean nothingLeft(Node node) {
    Set<String> given = new HashSet<>();
    for (Node at = node; at != null; at = at.parent) {
      Step step = at.step;
      if (step != null) {
        step.outputs().forEach(output -> given.add(output.content()));
      }
    }
    return outputs.attestations().stream().allMatch(o -> given.contains(o.content()))
        && outputs.decisions().stream().allMatch(o -> given.contains(o.content()));
  }
}
