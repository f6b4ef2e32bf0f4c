package dev.assay.system;

import dev.assay.broker.ClientFiles;
import dev.assay.runtime.kafka.KafkaConfig;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Measures {@code assay up} as a user starts it: start-up, raw Kafka, the sustained rate of
 * attested events with all rows and log entries written, and latencies at a fixed rate. Arguments:
 * a directory on the disk to measure, seconds of the sustained phase, events a second of the open
 * loop, a file for a flight recording or {@code -}, and seconds of the warm-up.
 */
public final class PipelineBench {

  private static final int SENDERS = 4;
  private static final int SINGLE_SENDERS = 32;
  private static final int BATCH = 100;
  private static final int CHECKED_ITEMS = 500;

  /** More events than the phases before it send. */
  private static final int UPLOADING_FIRST = 100_000_000;

  private static final Duration LATENCY_TIME = Duration.ofSeconds(30);
  private static final Duration SINGLES_TIME = Duration.ofSeconds(20);
  private static final Duration WAITS_WARM_UP = Duration.ofMinutes(2);

  private final UpSystem system;
  private final Pace pace;
  private final PrintStream out;

  private PipelineBench(UpSystem system, Pace pace, PrintStream out) {
    this.system = system;
    this.pace = pace;
    this.out = out;
  }

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "assay-bench");
    Duration sustained = Duration.ofSeconds(Long.parseLong(args[1]));
    List<String> options =
        args[3].equals("-")
            ? List.of()
            : List.of(
                "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + args[3]);
    long began = System.nanoTime();
    try (UpSystem system = UpSystem.installed(directory.resolve("data"), options);
        Pace pace = Pace.start()) {
      var _ = system.start();
      double startSeconds = (System.nanoTime() - began) / 1e9;
      PipelineBench bench = new PipelineBench(system, pace, System.out);
      bench.line("start until /readyz answers 200", "%.1f s".formatted(startSeconds));
      bench.run(Duration.ofSeconds(Long.parseLong(args[4])), sustained, Integer.parseInt(args[2]));
      system.stop();
    }
  }

  private void run(Duration warmUp, Duration sustained, int rate) throws Exception {
    long pid = system.pid();
    Load load = new Load(system.api(), LoadEvents.known(system.api()), 0);
    var _ = load.closedLoop(SENDERS, BATCH, warmUp);
    RawKafka raw =
        RawKafka.measure(
            KafkaConfig.embedded(system.bootstrap(), system.client(ClientFiles.ADMIN)));
    line(
        "raw Kafka, %,d records of %,d bytes, acks=all"
            .formatted(RawKafka.RECORDS, RawKafka.RECORD_BYTES),
        "%,.0f/s produced, %,.0f/s consumed"
            .formatted(raw.producedPerSecond(), raw.consumedPerSecond()));

    int mark = pace.mark();
    ProcessCost before = ProcessCost.of(pid);
    Load.Rate batches = load.closedLoop(SENDERS, BATCH, sustained);
    ProcessCost cost = ProcessCost.of(pid).since(before);
    rate("sustained, batches of " + BATCH, batches, cost);
    pace(mark);
    shares(cost);

    Load uploading = new Load(system.api(), LoadEvents.uploaded(system.api()), UPLOADING_FIRST);
    mark = pace.mark();
    before = ProcessCost.of(pid);
    Load.Rate uploaded = uploading.closedLoop(SENDERS, BATCH, sustained);
    cost = ProcessCost.of(pid).since(before);
    rate("the same, an artifact uploaded for each event", uploaded, cost);
    pace(mark);
    shares(cost);

    mark = pace.mark();
    before = ProcessCost.of(pid);
    Load.Rate singles = load.closedLoop(SINGLE_SENDERS, 1, SINGLES_TIME);
    rate("sustained, single POSTs", singles, ProcessCost.of(pid).since(before));
    pace(mark);

    var _ = load.openLoop(rate, WAITS_WARM_UP);
    mark = pace.mark();
    before = ProcessCost.of(pid);
    Load.Latencies latencies = load.openLoop(rate, LATENCY_TIME);
    ProcessCost waiting = ProcessCost.of(pid).since(before);
    line("open loop " + rate + "/s: POST to decision", latencies(latencies.decisions()));
    line("open loop " + rate + "/s: POST to checked proof", latencies(latencies.proofs()));
    line(
        "open loop " + rate + "/s: CPU",
        "%.2f ms an event"
            .formatted(1_000 * waiting.cpuSeconds() / (rate * (double) LATENCY_TIME.toSeconds())));
    pace(mark);
    shares(waiting);
    line("requests refused or undecided", Integer.toString(load.refused() + uploading.refused()));
    line(
        "work items without all rows, of " + CHECKED_ITEMS + " looked at",
        Integer.toString(load.incomplete(CHECKED_ITEMS)));
    line(
        "resident memory",
        "%,d MiB now, %,d MiB at most"
            .formatted(ProcessCost.mebibytes(pid, "VmRSS"), ProcessCost.mebibytes(pid, "VmHWM")));
  }

  private void rate(String name, Load.Rate rate, ProcessCost cost) {
    line(
        name,
        "%,.0f events/s over %.0f s, %.2f ms CPU an event"
            .formatted(
                rate.perSecond(), rate.seconds(), 1_000 * cost.cpuSeconds() / rate.finished()));
  }

  private void pace(int mark) {
    line("  an Ed25519 signature in that phase", "%.0f us CPU".formatted(pace.microsSince(mark)));
  }

  private void shares(ProcessCost cost) {
    out.println("  CPU by kind of thread in that phase:");
    cost.shares(14).forEach(share -> out.println("    " + share));
  }

  private static String latencies(List<Double> millis) {
    return "p50 %.1f ms, p99 %.1f ms, max %.1f ms (%,d)"
        .formatted(
            Load.Latencies.percentile(millis, 0.5),
            Load.Latencies.percentile(millis, 0.99),
            Load.Latencies.percentile(millis, 1),
            millis.size());
  }

  private void line(String name, String value) {
    out.printf("%-52s %s%n", name, value);
    out.flush();
  }
}
