package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Policy;
import dev.assay.schemas.message.DecisionKind;
import dev.assay.schemas.message.GovernanceFact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks every state of one work item that an alphabet reaches within a number of inputs, breadth
 * first. Two ways that lead to the same encoded state meet. In every state, every input that led
 * there is given once more.
 */
final class Explorer {

  private final DirectorStep director;
  private final Alphabet alphabet;
  private final Invariants invariants = new Invariants();

  Explorer(Policy policy, Alphabet alphabet) {
    this.director = new DirectorStep(policy);
    this.alphabet = alphabet;
  }

  /**
   * How far a walk came.
   *
   * @param depth inputs of the longest way that was walked to its end
   * @param exhausted whether no state within {@code depth} was left out
   */
  record Walk(int states, int transitions, int depth, boolean exhausted, Set<DecisionKind> seen) {}

  /** A state and the way to it, the newest step last. */
  private record Node(
      Item state,
      @Nullable Node before,
      @Nullable Input input,
      List<Emission> said,
      boolean refused,
      int depth) {}

  /** Walks at most {@code depthMax} inputs deep and through at most {@code statesMax} states. */
  Walk walk(int depthMax, int statesMax) {
    Set<String> known = new HashSet<>();
    Set<DecisionKind> seen = EnumSet.noneOf(DecisionKind.class);
    Deque<Node> open = new ArrayDeque<>();
    open.add(new Node(Item.nothing(), null, null, List.of(), false, 0));
    int transitions = 0;
    int depth = 0;
    while (!open.isEmpty()) {
      Node node = open.remove();
      if (node.depth() >= depthMax || known.size() >= statesMax) {
        return new Walk(known.size(), transitions, depth, known.size() < statesMax, seen);
      }
      depth = node.depth() + 1;
      for (Input input : alphabet.next(director, node.state())) {
        transitions++;
        Node next = stepped(node, input);
        note(next.said(), seen);
        if (!next.refused() && known.add(next.state().digest())) {
          repeated(next);
          open.add(next);
        }
      }
    }
    return new Walk(known.size(), transitions, depth, true, seen);
  }

  private Node stepped(Node node, Input input) {
    try {
      Item.Step outcome = input.step(director, node.state());
      invariants.check(node.state(), outcome);
      boolean refused =
          outcome.emissions().stream()
              .anyMatch(said -> said instanceof Emission.Refuse(_, var early) && early == null);
      if (refused && outcome.emissions().size() == 1) {
        Invariants.that(outcome.next().equals(node.state()), "what is refused changes nothing");
      }
      return new Node(outcome.next(), node, input, outcome.emissions(), refused, node.depth() + 1);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(e.getMessage() + "\n" + trace(node, input), e);
    }
  }

  /**
   * Everything that came before comes once more: the state stays, and all is said again. Of a
   * report whose execution did not come nothing is left, so that it waits anew.
   */
  private void repeated(Node node) {
    for (Node past = node; past != null && past.input() != null; past = past.before()) {
      Item.Step again = past.input().step(director, node.state());
      try {
        Invariants.that(
            unclaimed(again.next()).equals(unclaimed(node.state())), "a duplicate changes nothing");
        Invariants.that(
            Invariants.saysAgain(past.said(), again.emissions(), node.state()),
            "a duplicate says again what was said");
      } catch (AssertionError e) {
        throw new AssertionError(
            e.getMessage() + "\n" + trace(node, past.input()) + "  (once more)", e);
      }
    }
  }

  /** The state after all reports are refused that wait for their executions. */
  private Item unclaimed(Item state) {
    String since = ItemState.of(state).earlySince();
    return since == null
        ? state
        : new Input.Tell(GovernanceFact.unclaimed(Alphabet.WORK_ITEM, since), since)
            .step(director, state)
            .next();
  }

  private static void note(Collection<Emission> said, Set<DecisionKind> seen) {
    for (Emission emission : said) {
      if (emission instanceof Emission.Decide(var decision)) {
        seen.add(decision.kind());
      }
    }
  }

  private static String trace(Node node, @Nullable Input last) {
    List<String> lines = new ArrayList<>();
    for (Node past = node; past != null && past.input() != null; past = past.before()) {
      lines.addFirst("  " + past.input());
    }
    lines.add("  " + last);
    return String.join("\n", lines);
  }
}
