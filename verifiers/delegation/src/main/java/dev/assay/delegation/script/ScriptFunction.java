package dev.assay.delegation.script;

import dev.assay.delegation.DelegationLimits;
import dev.assay.delegation.vocabulary.Vocabulary;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkModule;
import dev.assay.starlark.StarlarkProgram;
import dev.assay.starlark.StarlarkValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A compiled script with one entry point, run afresh for each call. */
public final class ScriptFunction {

  private final StarlarkProgram program;
  private final String entry;
  private final Vocabulary vocabulary;
  private final Map<String, StarlarkValue> extra;

  private ScriptFunction(
      StarlarkProgram program,
      String entry,
      Vocabulary vocabulary,
      Map<String, StarlarkValue> extra) {
    this.program = program;
    this.entry = entry;
    this.vocabulary = vocabulary;
    this.extra = extra;
  }

  /**
   * Compiles {@code source}.
   *
   * @param extra names beside the vocabulary's, with their values
   * @throws StarlarkError.Syntax when it is not a program
   */
  public static ScriptFunction compile(
      String name,
      String source,
      String entry,
      Vocabulary vocabulary,
      Map<String, StarlarkValue> extra) {
    List<String> names = new ArrayList<>(Vocabulary.NAMES);
    names.addAll(extra.keySet());
    return new ScriptFunction(
        StarlarkProgram.compile(name, source, DelegationLimits.EVALUATION, names),
        entry,
        vocabulary,
        extra);
  }

  /** What a call gave, with the evaluation that must read it. */
  public record Returned(StarlarkValue value, Evaluation evaluation) {}

  /**
   * Runs the script's statements and calls its entry point.
   *
   * @throws StarlarkError when it fails or uses up its budget
   * @throws InterruptedException when the thread was interrupted meanwhile
   */
  public Returned call(Function<Evaluation, StarlarkValue[]> arguments)
      throws InterruptedException {
    try {
      Evaluation evaluation = vocabulary.evaluation();
      Map<String, StarlarkValue> values = new LinkedHashMap<>(vocabulary.values(evaluation));
      values.putAll(extra);
      StarlarkModule module = program.run(values, evaluation);
      return new Returned(module.call(evaluation, entry, arguments.apply(evaluation)), evaluation);
    } catch (StarlarkError.Interrupted e) {
      throw interrupted(e);
    }
  }

  /** What a thread throws whose script was interrupted; its flag is clear again. */
  public static InterruptedException interrupted(StarlarkError.Interrupted e) {
    Thread.interrupted();
    InterruptedException interrupted = new InterruptedException("a script was interrupted");
    interrupted.initCause(e);
    return interrupted;
  }

  /** One line about a failure: what, and where. */
  public static String describe(StarlarkError error) {
    var position = error.position();
    return position == null
        ? String.valueOf(error.getMessage())
        : position + ": " + error.getMessage();
  }
}
