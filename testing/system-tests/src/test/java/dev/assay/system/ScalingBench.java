package dev.assay.system;

import dev.assay.system.ScalingModel.Pool;
import dev.assay.system.ScalingModel.Result;
import dev.assay.system.ScalingModel.Step;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Prints what the simulation says: of two processors beside what was measured there, and of fleets.
 * {@code docs/scaling.md} has the tables and where the costs come from.
 */
public final class ScalingBench {

  /** Of a machine of a fleet. */
  private static final int CORES = 16;

  /** Share of the processors, and of a lane, that is to be busy. */
  private static final double BUSY = 0.6;

  private static final double VCPU_HOUR_DOLLARS = 0.05;
  private static final double GIB_MONTH_DOLLARS = 0.08;
  private static final double KIB_OF_EVENT = 7.6;
  private static final int DAYS_KEPT = 30;
  private static final int EVENTS = 200_000;

  /** Microseconds of processor time of an event in batches, by part; docs/performance.md. */
  static final double ACCEPT = 110;

  static final double BROKER = 280;
  static final double PRODUCE = 71;
  static final double DIRECT = 212;
  static final double VERIFY = 86;
  static final double SINK = 289;

  /** With the collector, and while the compiler is busy, everything takes longer. */
  static final double COLLECTOR = 1_091.0 / 1_048;

  static final double COMPILER = 1_260.0 / 1_091;

  /** Topics that an event passes on its way. */
  private static final int HOPS = 4;

  /** Each broker's record is fetched and written by two more. */
  private static final double REPLICATION = 2;

  private ScalingBench() {}

  /**
   * A figure of two processors.
   *
   * @param millis processor time of an event, measured with the figure
   * @param generatorMillis of the load generator on the same machine
   */
  record Measured(String name, double millis, double generatorMillis, double perSecond) {}

  /** The generator's share follows from the first edition, when 3 % of the processors were idle. */
  static final List<Measured> MEASURED =
      List.of(
          new Measured("first edition, batches", 0.80, 0.12, 2_110),
          new Measured("first edition, single POSTs", 0.94, 0.25, 1_625),
          new Measured("24 November, batches", 1.26, 0.12, 1_381),
          new Measured("24 November, single POSTs", 1.40, 0.25, 1_022),
          new Measured("25 November, batches", 1.46, 0.12, 1_160));

  /** Prints both tables. */
  public static void main(String[] args) {
    PrintStream out = System.out;
    out.printf("%-30s %12s %12s %9s%n", "two processors", "measured/s", "simulated/s", "off by");
    for (Measured each : MEASURED) {
      double simulated = twoProcessors(each).perSecond();
      out.printf(
          "%-30s %,12.0f %,12.0f %+8.0f %%%n",
          each.name(), each.perSecond(), simulated, 100 * (simulated / each.perSecond() - 1));
    }
    out.println();
    for (double perSecond : new double[] {1e4, 1e5, 1e6}) {
      fleet(out, perSecond);
    }
  }

  /** The closed loop of {@code ./dev bench pipeline} on the machine of one figure. */
  static Result twoProcessors(Measured figure) {
    Pool machine = new Pool("machine", 2);
    double whole = ACCEPT + BROKER + PRODUCE + DIRECT + VERIFY + SINK;
    double scale = 1_000 * figure.millis() / whole;
    List<Step> steps = new ArrayList<>();
    steps.add(new Step("generator", machine, 1_000 * figure.generatorMillis(), 0, ""));
    steps.addAll(pipeline(machine, machine, machine, machine, machine, scale, 1, 1, 1));
    return ScalingModel.closedLoop(List.of(machine), steps, 4_000, 40_000);
  }

  /** What an event passes; {@code director} partitions, {@code stores} with a log each. */
  private static List<Step> pipeline(
      Pool ingest,
      Pool broker,
      Pool director,
      Pool worker,
      Pool store,
      double scale,
      double replication,
      int partitions,
      int stores) {
    double hop = BROKER / HOPS * scale * replication;
    double produce = PRODUCE / HOPS * scale;
    return List.of(
        new Step("accept", ingest, ACCEPT * scale + produce, 0, ""),
        new Step("executions", broker, hop, 0, ""),
        new Step("plan", director, DIRECT / 2 * scale + produce, partitions, "director"),
        new Step("verifications", broker, hop, 0, ""),
        new Step("verify", worker, VERIFY * scale + produce, 0, ""),
        new Step("reports", broker, hop, 0, ""),
        new Step("decide", director, DIRECT / 2 * scale + produce, partitions, "director"),
        new Step("decisions", broker, hop, 0, ""),
        new Step("sink", store, SINK * scale, stores, "sink"));
  }

  private static int cores(double perSecond, double micros) {
    return (int) Math.ceil(perSecond * micros / 1e6 / BUSY);
  }

  private static void fleet(PrintStream out, double perSecond) {
    double produce = PRODUCE / HOPS;
    double direct = (DIRECT + 2 * produce) * COLLECTOR;
    double sink = SINK * COLLECTOR;
    Pool ingest = new Pool("ingest", cores(perSecond, (ACCEPT + produce) * COLLECTOR));
    Pool broker = new Pool("broker", cores(perSecond, BROKER * COLLECTOR * REPLICATION));
    Pool director = new Pool("director", cores(perSecond, direct));
    Pool worker = new Pool("worker", cores(perSecond, (VERIFY + produce) * COLLECTOR));
    Pool store = new Pool("store", cores(perSecond, sink));
    List<Pool> pools = List.of(ingest, broker, director, worker, store);
    int partitions = cores(perSecond, direct);
    int stores = cores(perSecond, sink);
    Result result =
        ScalingModel.openLoop(
            pools,
            pipeline(
                ingest,
                broker,
                director,
                worker,
                store,
                COLLECTOR,
                REPLICATION,
                partitions,
                stores),
            perSecond,
            EVENTS);
    int all = pools.stream().mapToInt(Pool::cores).sum();
    double gibOfDay = perSecond * 86_400 * KIB_OF_EVENT / (1 << 20);
    out.printf("%,.0f events/s%n", perSecond);
    IntStream.range(0, pools.size())
        .forEach(i ->
            out.printf(
                "  %-9s %,6d processors, %,4d machines of %d, %2.0f %% busy%n",
                pools.get(i).name(),
                pools.get(i).cores(),
                (int) Math.ceil(pools.get(i).cores() / (double) CORES),
                CORES,
                100 * result.busy().get(i)));
    out.printf("  partitions of executions  %,d%n", partitions);
    out.printf("  stores, each with a log   %,d%n", stores);
    out.printf(
        "  queueing, without network and disk: p50 %.1f ms, p99 %.1f ms%n",
        result.p50Millis(), result.p99Millis());
    out.printf(
        "  bytes: %,.0f GiB a day; $ a day: %,.0f processors, %,.0f for what %d days keep%n%n",
        gibOfDay,
        all * 24 * VCPU_HOUR_DOLLARS,
        gibOfDay * DAYS_KEPT * GIB_MONTH_DOLLARS / 30,
        DAYS_KEPT);
  }
}
