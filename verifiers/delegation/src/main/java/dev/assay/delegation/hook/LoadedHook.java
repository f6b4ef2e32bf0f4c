package dev.assay.delegation.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.delegation.BoundedText;
import dev.assay.delegation.BrokenVerifierException;
import dev.assay.delegation.DelegationJson;
import dev.assay.delegation.script.ScriptFunction;
import dev.assay.delegation.vocabulary.Vocabulary;
import dev.assay.starlark.StarlarkDict;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkNone;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.Values;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A hook whose expression and script are compiled. */
final class LoadedHook {

  private final Hook hook;
  private final Optional<Condition> condition;
  private final Optional<ScriptFunction> script;
  private final Consumer<String> warnings;

  private LoadedHook(
      Hook hook,
      Optional<Condition> condition,
      Optional<ScriptFunction> script,
      Consumer<String> warnings) {
    this.hook = hook;
    this.condition = condition;
    this.script = script;
    this.warnings = warnings;
  }

  /** What one hook says. */
  sealed interface Answer {

    /** The hook decided nothing: it has no script, does not apply, or returned None. */
    record Abstain() implements Answer {}

    /** Go on, with the payload as it is. */
    record Allow() implements Answer {}

    /** Stop. */
    record Block(String reason) implements Answer {}

    /** Go on, with these top-level members in place of the payload's. */
    record Modify(ObjectNode changes) implements Answer {}
  }

  static LoadedHook of(Hook hook, Vocabulary vocabulary, Consumer<String> warnings)
      throws HookFormatException {
    try {
      String when = hook.when();
      String script = hook.script();
      if (script == null) {
        warnings.accept(
            "warning: hook \"" + hook.name() + "\": it has no script and decides nothing");
      }
      return new LoadedHook(
          hook,
          when == null ? Optional.empty() : Optional.of(new Condition(hook.name() + ".when", when)),
          script == null
              ? Optional.empty()
              : Optional.of(
                  ScriptFunction.compile(
                      hook.name(), script, "handle", vocabulary, Decisions.constructors())),
          warnings);
    } catch (StarlarkError e) {
      throw HookFormatException.ofScript(
          hook.file(), hook.name(), "compile script: " + ScriptFunction.describe(e));
    }
  }

  Hook hook() {
    return hook;
  }

  /**
   * Asks the hook; one whose condition does not hold abstains.
   *
   * @throws BrokenVerifierException when its condition or script fails, or what it returns is no
   *     decision
   */
  Answer ask(String event, ObjectNode payload)
      throws BrokenVerifierException, InterruptedException {
    if (script.isEmpty() || !applies(event, payload)) {
      return new Answer.Abstain();
    }
    try {
      ScriptFunction.Returned returned =
          script
              .get()
              .call(evaluation ->
                  new StarlarkValue[] {
                    StarlarkString.of(event),
                    Values.fromJava(DelegationJson.plain(payload), evaluation.budget())
                  });
      return answer(returned);
    } catch (StarlarkError e) {
      throw BrokenVerifierException.hook(hook.name(), ScriptFunction.describe(e));
    } catch (IllegalArgumentException e) {
      throw BrokenVerifierException.hook(
          hook.name(), "modify: " + BoundedText.of(String.valueOf(e.getMessage())));
    }
  }

  private boolean applies(String event, ObjectNode payload)
      throws BrokenVerifierException, InterruptedException {
    try {
      return condition.isEmpty() || condition.get().holds(event, payload);
    } catch (StarlarkError.Interrupted e) {
      throw ScriptFunction.interrupted(e);
    } catch (StarlarkError e) {
      throw broken("its when expression failed: " + ScriptFunction.describe(e));
    }
  }

  private Answer answer(ScriptFunction.Returned returned) throws BrokenVerifierException {
    if (returned.value() == StarlarkNone.NONE) {
      warnings.accept(
          "warning: hook \"" + hook.name() + "\": it returned None, which decides nothing");
      return new Answer.Abstain();
    }
    if (!(returned.value() instanceof StarlarkDict decision)) {
      throw broken(
          "expected allow(), block(reason) or modify(payload), found a value of type "
              + returned.value().type());
    }
    StarlarkValue action = decision.find(Decisions.ACTION);
    String word = action instanceof StarlarkString(String text) ? text : "";
    return switch (word) {
      case "allow" -> new Answer.Allow();
      case "block" -> new Answer.Block(reason(decision));
      case "modify" -> new Answer.Modify(changes(decision, returned));
      default -> throw broken("expected the action allow, block or modify, found " + shown(action));
    };
  }

  private static String reason(StarlarkDict decision) {
    String reason =
        decision.find(Decisions.REASON) instanceof StarlarkString(String text) ? text : "";
    return reason.isBlank() ? "no reason given" : reason;
  }

  private static ObjectNode changes(StarlarkDict decision, ScriptFunction.Returned returned) {
    StarlarkValue payload = decision.find(Decisions.PAYLOAD);
    JsonNode changes =
        DelegationJson.tree(
            Values.toJava(payload == null ? decision : payload, returned.evaluation().budget()));
    if (!(changes instanceof ObjectNode object)) {
      throw new IllegalArgumentException("expected a dict as payload, found another value");
    }
    if (payload == null) {
      object.remove(Decisions.ACTION);
    }
    return object;
  }

  private static String shown(@Nullable StarlarkValue action) {
    return action == null ? "none" : BoundedText.of(action.toString());
  }

  private BrokenVerifierException broken(String what) {
    return BrokenVerifierException.hook(hook.name(), what);
  }
}
