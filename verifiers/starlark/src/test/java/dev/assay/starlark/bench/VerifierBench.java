package dev.assay.starlark.bench;

import dev.assay.starlark.Budget;
import dev.assay.starlark.Evaluation;
import dev.assay.starlark.JsonModule;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkLimits;
import dev.assay.starlark.StarlarkModule;
import dev.assay.starlark.StarlarkProgram;
import dev.assay.starlark.StarlarkValue;
import dev.assay.starlark.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Evaluations per second of a small verifier and the latency of each at 1,000 in flight. Latency
 * runs from the moment a task is handed over until it ends, so waiting for a core is included.
 */
public final class VerifierBench {
  private static final StarlarkLimits LIMITS = StarlarkLimits.standard();
  private static final String VERIFIER =
      """
      def run(result):
          out = result.get("response", "")
          parsed = json.decode(out, default=None)
          if parsed == None:
              return json.encode({"verified": False, "reason": "response is not valid JSON"})
          if "id" not in parsed:
              return json.encode({"verified": False, "reason": "missing 'id' field"})
          bad = [name for name in parsed["names"] if not name.startswith("n")]
          return json.encode({"verified": len(bad) == 0, "reason": ", ".join(bad)})
      """;
  private static final String ENDLESS =
      "def run(result):\n    for i in range(1000000000):\n        pass\n";
  private static final Map<String, Object> RESULT =
      Map.of("response", "{\"id\": 7, \"names\": [\"n1\", \"n2\", \"n3\"], \"size\": 1.5}");
  private static final StarlarkValue JSON = JsonModule.create();

  private VerifierBench() {}

  /** One evaluation from source or from a compiled program. */
  private interface Task {
    String run(int index);
  }

  private static StarlarkProgram compiled(String source) {
    return StarlarkProgram.compile("delegation.verify", source, LIMITS, List.of("json"));
  }

  private static String evaluate(StarlarkProgram program) {
    Evaluation evaluation = Evaluation.with(Budget.start(LIMITS, System::nanoTime));
    try {
      StarlarkModule module = program.run(Map.of("json", JSON), evaluation);
      StarlarkValue result = Values.fromJava(RESULT, evaluation.budget());
      return Values.str(module.call(evaluation, "run", result), evaluation.budget());
    } catch (StarlarkError.Exhausted e) {
      return e.code();
    }
  }

  /**
   * Arguments: evaluations per run, evaluations in flight.
   *
   * @throws Exception when a worker fails
   */
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    int inFlight = Integer.parseInt(args[1]);
    StarlarkProgram cached = compiled(VERIFIER);
    StarlarkProgram endless = compiled(ENDLESS);
    System.out.printf(
        "machine: %d processors, %s, -Xmx %d MiB%n",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        Runtime.getRuntime().maxMemory() >> 20);
    System.out.printf("command: ./dev bench starlark %d %d%n", count, inFlight);
    System.out.printf("%-44s %12s %9s %9s %9s%n", "run", "evals/s", "p50 ms", "p99 ms", "max ms");
    Task parsing = _ -> evaluate(compiled(VERIFIER));
    Task reusing = _ -> evaluate(cached);
    Task mixed = i -> evaluate(i % 5_000 == 0 ? endless : cached);
    for (int warmUp = 0; warmUp < 2; warmUp++) {
      throughput(parsing, count / 2);
    }
    row("one after another on every core, parsing", throughput(parsing, count));
    row("one after another on every core, cached", throughput(reusing, count));
    row(inFlight + " in flight on virtual threads, parsing", concurrent(parsing, count, inFlight));
    row(inFlight + " in flight on virtual threads, cached", concurrent(reusing, count, inFlight));
    row("same, cached, an endless loop in 5,000", concurrent(mixed, count, inFlight));
    row("bursts of " + inFlight + ", parsing", bursts(parsing, inFlight, 50));
    row("bursts of " + inFlight + ", cached", bursts(reusing, inFlight, 50));
  }

  /** What one run measured. */
  private record Measured(double perSecond, List<Long> sortedNanos) {
    double percentileMillis(double share) {
      int index = (int) Math.min(sortedNanos.size() - 1L, (long) (sortedNanos.size() * share));
      return sortedNanos.get(index) / 1e6;
    }
  }

  private static void row(String name, Measured measured) {
    System.out.printf(
        "%-44s %,12.0f %9.3f %9.3f %9.3f%n",
        name,
        measured.perSecond(),
        measured.percentileMillis(0.50),
        measured.percentileMillis(0.99),
        measured.percentileMillis(1));
  }

  private static Measured measured(long[] nanos, long elapsed) {
    Arrays.sort(nanos);
    return new Measured(nanos.length * 1e9 / elapsed, Arrays.stream(nanos).boxed().toList());
  }

  private static void check(String verdict) {
    if (!verdict.contains("\"verified\":true") && !verdict.equals("starlark-budget-step")) {
      throw new AssertionError("wrong verdict: " + verdict);
    }
  }

  private static Measured throughput(Task task, int count)
      throws InterruptedException, ExecutionException {
    int workers = Runtime.getRuntime().availableProcessors();
    long[] nanos = new long[count];
    var next = new AtomicInteger();
    long start = System.nanoTime();
    try (var pool = Executors.newFixedThreadPool(workers)) {
      for (int w = 0; w < workers; w++) {
        var _ =
            pool.submit(() -> {
              for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                long from = System.nanoTime();
                check(task.run(i));
                nanos[i] = System.nanoTime() - from;
              }
            });
      }
    }
    return measured(nanos, System.nanoTime() - start);
  }

  /** Keeps a fixed number of evaluations in flight. */
  private static Measured concurrent(Task task, int count, int inFlight)
      throws InterruptedException {
    long[] nanos = new long[count];
    var slots = new Semaphore(inFlight);
    long start = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        slots.acquire();
        int index = i;
        long from = System.nanoTime();
        var _ =
            threads.submit(() -> {
              check(task.run(index));
              nanos[index] = System.nanoTime() - from;
              slots.release();
            });
      }
    }
    return measured(nanos, System.nanoTime() - start);
  }

  /** Hands over many evaluations at the same moment, again and again. */
  private static Measured bursts(Task task, int size, int bursts) throws InterruptedException {
    long[] nanos = new long[size * bursts];
    long busy = 0;
    for (int b = 0; b < bursts; b++) {
      int offset = b * size;
      var done = new CountDownLatch(size);
      long from = System.nanoTime();
      for (int i = 0; i < size; i++) {
        int index = offset + i;
        long handedOver = System.nanoTime();
        var _ =
            Thread.startVirtualThread(() -> {
              check(task.run(index));
              nanos[index] = System.nanoTime() - handedOver;
              done.countDown();
            });
      }
      done.await();
      busy += System.nanoTime() - from;
    }
    return measured(nanos, busy);
  }
}
