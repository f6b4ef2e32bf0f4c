package dev.assay.system;

import dev.assay.service.Hop;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long {@code assay up} takes to decide: one caller, many callers, and fixed rates;
 * for one caller also where the time goes, hop by hop. Arguments: a directory on the disk to
 * measure, seconds of the warm-up and seconds of each phase.
 */
public final class LatencyBench {

  private static final List<Integer> CALLERS = List.of(1, 64, 256);
  private static final List<Integer> RATES = List.of(300, 500);
  private static final int WARM_UP_CALLERS = 64;

  private final UpSystem system;
  private final Load load;
  private final Duration phase;
  private final PrintStream out;

  private LatencyBench(UpSystem system, Duration phase, PrintStream out) throws Exception {
    this.system = system;
    this.load = new Load(system.api(), LoadEvents.known(system.api()), 0);
    this.phase = phase;
    this.out = out;
  }

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "assay-bench");
    try (UpSystem system = UpSystem.installed(directory.resolve("data"), List.of())) {
      var _ = system.start();
      LatencyBench bench =
          new LatencyBench(system, Duration.ofSeconds(Long.parseLong(args[2])), System.out);
      var _ = bench.load.callers(WARM_UP_CALLERS, Duration.ofSeconds(Long.parseLong(args[1])));
      bench.run();
      system.stop();
    }
  }

  private void run() throws Exception {
    for (int callers : CALLERS) {
      var _ = load.callers(callers, phase);
      ProcessCost before = ProcessCost.of(system.pid());
      Load.Calls calls = load.callers(callers, phase);
      ProcessCost cost = ProcessCost.of(system.pid()).since(before);
      line(
          callers + (callers == 1 ? " caller" : " callers") + ", ?wait, artifact known",
          calls.millis(),
          calls.perSecond(),
          cost);
    }
    for (int rate : RATES) {
      var _ = load.openLoop(rate, phase);
      ProcessCost before = ProcessCost.of(system.pid());
      Load.Latencies latencies = load.openLoop(rate, phase);
      ProcessCost cost = ProcessCost.of(system.pid()).since(before);
      line("open loop " + rate + "/s, POST to decision", latencies.decisions(), rate, cost);
      line("open loop " + rate + "/s, POST to checked proof", latencies.proofs(), rate / 5.0, null);
    }
    hops();
    out.printf("%-44s %d%n", "refused or undecided", load.refused());
  }

  private void hops() throws Exception {
    HopBudget before = HopBudget.of(system.api());
    Load.Calls calls = load.callers(1, phase);
    HopBudget budget = HopBudget.of(system.api()).since(before);
    out.println("one caller, hop by hop, from assay_hop_seconds of /metrics");
    double sum = 0;
    for (Hop hop : Hop.values()) {
      HopBudget.Times times = budget.times(hop);
      double millis = times.seconds() * 1_000 / calls.millis().size();
      sum += millis;
      out.printf(
          "  %-42s mean %7.2f  p50 <= %6.0f  p99 <= %6.0f ms  %,7.0f times%n",
          hop.label(), millis, times.boundMillis(0.5), times.boundMillis(0.99), times.count());
    }
    double mean = calls.millis().stream().mapToDouble(Double::doubleValue).average().orElse(0);
    out.printf("  %-42s mean %7.2f of %.2f ms from post to answer%n", "all hops", sum, mean);
    line("  answer", calls.millis(), Double.NaN, null);
  }

  private void line(
      String name, List<Double> millis, double perSecond, @Nullable ProcessCost cost) {
    out.printf(
        "%-44s p50 %6.1f  p90 %6.1f  p99 %6.1f  max %6.1f ms%s%s%n",
        name,
        Load.Latencies.percentile(millis, 0.5),
        Load.Latencies.percentile(millis, 0.9),
        Load.Latencies.percentile(millis, 0.99),
        Load.Latencies.percentile(millis, 1),
        Double.isNaN(perSecond) ? "" : "  %,7.0f/s".formatted(perSecond),
        cost == null
            ? ""
            : "  %.2f ms CPU an event".formatted(1_000 * cost.cpuSeconds() / millis.size()));
    out.flush();
  }
}
