package dev.assay.delegation.hook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.delegation.BrokenVerifierException;
import dev.assay.delegation.DelegationLimits;
import dev.assay.delegation.vocabulary.Vocabulary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A set of hooks in dispatch order: by priority, and by registration among equals. Each sees the
 * payload as those before it left it; the first block ends the dispatch.
 */
public final class Hooks {

  private final List<LoadedHook> hooks;

  private Hooks(List<LoadedHook> hooks) {
    this.hooks = hooks;
  }

  /** No hooks. */
  public static Hooks none() {
    return new Hooks(List.of());
  }

  /**
   * Compiles hooks given in registration order.
   *
   * @param warnings takes one line for what a hook does and should not
   * @throws HookFormatException when a script or expression does not compile
   */
  public static Hooks load(List<Hook> given, Vocabulary vocabulary, Consumer<String> warnings)
      throws HookFormatException {
    if (given.size() > DelegationLimits.HOOKS_MAX) {
      throw HookFormatException.of(
          given.getLast().file(),
          given.getLast().name(),
          "expected at most " + DelegationLimits.HOOKS_MAX + " hooks, found " + given.size());
    }
    List<LoadedHook> hooks = new ArrayList<>();
    for (Hook hook : given) {
      hooks.add(LoadedHook.of(hook, vocabulary, warnings));
    }
    hooks.sort(Comparator.comparingInt(loaded -> loaded.hook().priority()));
    return new Hooks(hooks);
  }

  /** What all hooks of one event say together. */
  public sealed interface Composed {

    /**
     * Nobody objects.
     *
     * @param decisions how many hooks ran and decided; with none, nothing was checked
     */
    record Allowed(ObjectNode payload, int decisions) implements Composed {}

    /** One objects; {@code reason} names it. */
    record Blocked(String reason) implements Composed {}
  }

  /** Whether a hook is registered on {@code event}, whatever its condition. */
  public boolean listenTo(String event) {
    return hooks.stream().anyMatch(loaded -> loaded.hook().event().equals(event));
  }

  /**
   * Asks every hook of {@code event} in turn.
   *
   * @throws BrokenVerifierException when one fails
   */
  public Composed dispatch(String event, ObjectNode payload)
      throws BrokenVerifierException, InterruptedException {
    ObjectNode current = payload.deepCopy();
    int decisions = 0;
    for (LoadedHook loaded : hooks) {
      if (!loaded.hook().event().equals(event)) {
        continue;
      }
      switch (loaded.ask(event, current)) {
        case LoadedHook.Answer.Abstain _ -> {}
        case LoadedHook.Answer.Allow _ -> decisions++;
        case LoadedHook.Answer.Modify(ObjectNode changes) -> {
          decisions++;
          current.setAll(changes);
        }
        case LoadedHook.Answer.Block(String reason) -> {
          return new Composed.Blocked(
              "blocked by hook \"" + loaded.hook().name() + "\": " + reason);
        }
      }
    }
    return new Composed.Allowed(current, decisions);
  }
}
