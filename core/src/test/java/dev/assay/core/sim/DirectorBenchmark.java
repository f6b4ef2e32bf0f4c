package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemKey;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.ItemValue;
import dev.assay.core.director.Outcome;
import dev.assay.core.director.Rules;
import dev.assay.core.sim.Messages.Verdict;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The director's pure step on one thread: all inputs of one work item after another. */
@State(Scope.Thread)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx1g", "-XX:+UseSerialGC"})
@Warmup(iterations = 5, time = 4)
@Measurement(iterations = 5, time = 4)
public class DirectorBenchmark {

  private static final int ITEMS = 64;
  private static final long START = 1_795_000_000_000L;

  /** Attempts of a work item: 1 is promoted at once, of more two of three fail. */
  @Param({"1", "60"})
  public int attempts;

  /** Whether the state is decoded before each input and encoded after it, as a store does. */
  @Param({"false", "true"})
  public boolean stored;

  private final DirectorStep director = new DirectorStep(Messages.policy(Rules.standard(), false));
  private final List<List<Input>> items = new ArrayList<>();
  private long clock = START;
  private int next;

  /** Inputs folded, the figure to read. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Folded {

    /** Executions and reports. */
    public long inputs;
  }

  /** Finds out what the reports of each work item are, by stepping through it once. */
  @Setup
  public void items() {
    for (int i = 0; i < ITEMS; i++) {
      List<Input> inputs = new ArrayList<>();
      Item state = Item.nothing();
      for (int attempt = 1; attempt <= attempts; attempt++) {
        for (Input input : attempt("w" + i, attempt, state)) {
          state = input.step(director, state).next();
          inputs.add(input);
        }
      }
      items.add(inputs);
    }
  }

  /** Folds all inputs of one work item. */
  @Benchmark
  public Values item(Folded folded) {
    Values values = new Values(stored);
    for (Input input : items.get(next++ % ITEMS)) {
      values.take(input.outcome(director, values));
      folded.inputs++;
    }
    return values;
  }

  /** The values of one work item, as they are or in bytes. */
  public static final class Values implements ItemReader {

    private final Map<ItemKey, Object> values = new HashMap<>();

    /** What the step under way has decoded: a store decodes a value at most once for an input. */
    private final Map<ItemKey, ItemValue> decoded = new HashMap<>();

    private final boolean stored;

    private Values(boolean stored) {
      this.stored = stored;
    }

    @Override
    public @Nullable ItemValue read(ItemKey key) {
      return switch (values.get(key)) {
        case null -> null;
        case byte[] bytes -> decoded.computeIfAbsent(key, absent -> absent.decode(bytes));
        case Object value -> (ItemValue) value;
      };
    }

    private void take(Outcome outcome) {
      decoded.clear();
      outcome
          .next()
          .changes()
          .forEach((key, value) -> {
            if (value == null) {
              values.remove(key);
            } else {
              values.put(key, stored ? key.encode(value) : value);
            }
          });
    }
  }

  /** The execution and the reports that it is going to be asked for. */
  private List<Input> attempt(String workItem, int attempt, Item state) {
    ExecutionEvent event =
        Messages.execution(
            workItem + "-" + attempt,
            workItem,
            attempt,
            List.of(Messages.artifact(ArtifactRole.TEST_REPORT, "report " + attempt)),
            null,
            List.of());
    List<Input> made = new ArrayList<>();
    made.add(new Input.Execute(event, Times.text(clock++)));
    Outcome planned = director.onExecution(state, event, Times.text(clock));
    for (Emission emission : planned.emissions()) {
      if (emission instanceof Emission.RequestVerification(var request, _)) {
        Verdict verdict =
            attempts > 1 && attempt % 3 != 0
                ? Verdict.failing(Integer.toHexString(attempt))
                : Verdict.of(Result.PASS);
        made.add(
            new Input.Report(Messages.report(request, verdict, "worker"), Times.text(clock++)));
      }
    }
    return made;
  }
}
