package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.Emission;
import dev.assay.core.director.ItemState;
import dev.assay.core.director.Outcome;
import dev.assay.core.director.Rules;
import dev.assay.core.sim.Messages.Verdict;
import dev.assay.schemas.Times;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.ReportMessage;
import dev.assay.schemas.message.Result;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Measures the director's pure step on one thread, and the encoding of its state: inputs for each
 * second of the thread's own CPU time, so that a busy machine does not count.
 */
public final class DirectorBench {

  private static final int WARM_UP_ROUNDS = 2;
  private static final int TYPICAL_ITEMS = 3_000;
  private static final int ATTEMPTS = 60;
  private static final int LONG_ITEMS = 15;
  private static final long START = 1_795_000_000_000L;

  private final DirectorStep director = new DirectorStep(Messages.policy(Rules.standard(), false));
  private final StateCodec codec = new StateCodec();
  private long clock = START;
  private long inputs;
  private long spentNanos;

  private DirectorBench() {}

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) {
    DirectorBench bench = new DirectorBench();
    System.out.printf(Locale.ROOT, "%-52s %14s %12s%n", "inputs", "inputs/CPU s", "µs an input");
    bench.measured("execution, report, promoted", () -> bench.items(TYPICAL_ITEMS, 1, false));
    bench.measured(
        "the same, state decoded and encoded", () -> bench.items(TYPICAL_ITEMS, 1, true));
    bench.measured(
        ATTEMPTS + " attempts of one item", () -> bench.items(LONG_ITEMS, ATTEMPTS, false));
    bench.measured(
        "the same, state decoded and encoded", () -> bench.items(LONG_ITEMS, ATTEMPTS, true));
  }

  private void measured(String name, Runnable work) {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      work.run();
    }
    inputs = 0;
    spentNanos = 0;
    work.run();
    double seconds = spentNanos / 1e9;
    System.out.printf(
        Locale.ROOT, "%-52s %,14.0f %12.1f%n", name, inputs / seconds, seconds * 1e6 / inputs);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void items(int count, int attempts, boolean stored) {
    for (int i = 0; i < count; i++) {
      ItemState state = null;
      byte[] bytes = null;
      for (int attempt = 1; attempt <= attempts; attempt++) {
        for (Input input : attempt("w" + i, attempt, state, attempts > 1)) {
          long start = cpu();
          state = bytes == null ? state : codec.decode(bytes);
          state = input.step(director, state).next();
          bytes = stored ? codec.encode(state) : null;
          spentNanos += cpu() - start;
          inputs++;
        }
      }
    }
  }

  /** The inputs of one attempt: the execution and the reports that it is going to be asked for. */
  private List<Input> attempt(
      String workItem, int attempt, @Nullable ItemState state, boolean varied) {
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
      if (emission instanceof Emission.Ask(var request, _)) {
        Verdict verdict =
            varied && attempt % 3 != 0
                ? Verdict.failing(Integer.toHexString(attempt))
                : Verdict.of(Result.PASS);
        ReportMessage report = Messages.report(request, verdict, "worker");
        made.add(new Input.Report(report, Times.text(clock++)));
      }
    }
    return made;
  }
}
