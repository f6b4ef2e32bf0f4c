package dev.assay.system;

import dev.assay.broker.ClientFiles;
import dev.assay.runtime.kafka.KafkaConfig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Measures {@code assay up} with the kinds of work that people give it, each on a system of its own
 * and beside what the machine does without us in the same run. Arguments: a directory on the disk
 * to measure, seconds of each phase, seconds of the warm-up, and names of scenarios; all without.
 */
public final class ScenarioBench {

  private static final int CALLERS = 64;
  private static final int SENDERS = 4;
  private static final int BATCH = 100;

  /** A kind of work. */
  private enum Scenario {
    SMALL("small reports, an artifact uploaded for each") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        try (UpSystem system = bench.started(home, "")) {
          Load load = new Load(system.api(), LoadEvents.uploaded(system.api()), 0);
          var _ = load.closedLoop(SENDERS, BATCH, bench.warmUp);
          ProcessCost before = ProcessCost.of(system.pid());
          Load.Rate rate = load.closedLoop(SENDERS, BATCH, bench.phase);
          ProcessCost cost = ProcessCost.of(system.pid()).since(before);
          RawKafka raw =
              RawKafka.measure(
                  KafkaConfig.embedded(system.bootstrap(), system.client(ClientFiles.ADMIN)));
          bench.line(
              "  attested in batches of " + BATCH,
              "%,.0f events/s, %.2f ms CPU an event, %d refused"
                  .formatted(
                      rate.perSecond(),
                      1_000 * cost.cpuSeconds() / rate.finished(),
                      load.refused()));
          bench.raw("Kafka records produced", raw.producedPerSecond(), rate.perSecond());
        }
      }
    },
    QUICK("tool traces against PostgreSQL") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        try (TraceWork work = TraceWork.start();
            UpSystem system = bench.started(home, work.configuration())) {
          double perSecond = bench.called(system, work.events(system.api()), CALLERS);
          bench.raw("selects of a row, one connection", work.rawPerSecond(), perSecond);
        }
      }
    },
    REEXECUTION("a command of some milliseconds run again in a sandbox") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        RerunWork work = RerunWork.in(home);
        try (UpSystem system = bench.started(home, work.configuration())) {
          double perSecond = bench.called(system, work.events(system.api()), SENDERS);
          bench.raw(
              "runs of the bare command, one after the other", work.rawPerSecond(), perSecond);
        }
      }
    },
    MIX("of 20: 14 reports, 4 traces against PostgreSQL, 1 failing report, 1 sent again") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        try (TraceWork work = TraceWork.start();
            UpSystem system = bench.started(home, work.configuration())) {
          LoadEvents reports = LoadEvents.uploaded(system.api());
          LoadEvents traces = work.events(system.api());
          LoadEvents failing = LoadEvents.failing(system.api());
          LoadEvents mixed =
              n ->
                  switch (n % 20) {
                    case 3, 8, 13, 18 -> traces.event(n);
                    case 5 -> failing.event(n);
                    case 10 -> reports.event(Math.max(0, n - 8));
                    default -> reports.event(n);
                  };
          double _ = bench.called(system, mixed, CALLERS);
        }
      }
    },
    LARGE("reports of 100 MB, two callers") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        LargeReports large = new LargeReports(home);
        try (UpSystem system = bench.started(home, "");
            Probe probe = Probe.start(system.api().url())) {
          double perSecond = bench.called(system, large.events(system.api()), 2);
          bench.line("  /healthz meanwhile", probe.summary());
          bench.raw(
              "MB/s hashed on one thread", large.hashedPerSecond(), perSecond * LargeReports.MB);
        }
      }
    },
    DUPLICATES("9 of 10 events were sent before") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        try (UpSystem system = bench.started(home, "")) {
          LoadEvents reports = LoadEvents.known(system.api());
          double perSecond = bench.called(system, n -> reports.event(n - n % 10), CALLERS);
          bench.raw("GET /healthz, one caller", Probe.perSecond(system.api()), perSecond);
        }
      }
    },
    BACKLOG("100,000 events posted as fast as they are taken") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        try (UpSystem system = bench.started(home, "")) {
          Load load = new Load(system.api(), LoadEvents.known(system.api()), 0);
          var _ = load.closedLoop(SENDERS, BATCH, bench.warmUp);
          Load.Flood flood = load.flood(100_000, SENDERS, BATCH);
          bench.line(
              "  accepted; decided and logged",
              "after %.1f s (%,.0f/s); after %.1f s (%,.0f/s)"
                  .formatted(
                      flood.acceptedSeconds(),
                      flood.events() / flood.acceptedSeconds(),
                      flood.loggedSeconds(),
                      flood.events() / flood.loggedSeconds()));
          bench.line("  under way at most", "%,d events".formatted(flood.underWayMax()));
          bench.line(
              "  resident memory at most",
              "%,d MiB".formatted(ProcessCost.mebibytes(system.pid(), "VmHWM")));
        }
      }
    },
    APART("services as processes on three Kafka brokers, PostgreSQL and S3") {
      @Override
      void run(ScenarioBench bench, Path home) throws Exception {
        try (ApartSystem system = ApartSystem.start(home)) {
          Load load = new Load(system.ingest(), LoadEvents.known(system.ingest()), 0);
          for (int workers : List.of(1, 2, 4, 8)) {
            system.workers(workers);
            var _ = load.callers(4 * CALLERS, bench.warmUp);
            bench.calls(
                workers == 1 ? "1 worker" : workers + " workers",
                load.callers(4 * CALLERS, bench.phase),
                load.refused(),
                Double.NaN);
          }
          RawKafka raw = RawKafka.measure(system.kafka());
          bench.line(
              "  raw: Kafka records, three copies of each",
              "%,.0f/s produced".formatted(raw.producedPerSecond()));
        }
      }
    };

    private final String told;

    Scenario(String told) {
      this.told = told;
    }

    abstract void run(ScenarioBench bench, Path home) throws Exception;
  }

  private final Duration phase;
  private final Duration warmUp;
  private final PrintStream out;

  private ScenarioBench(Duration phase, Duration warmUp, PrintStream out) {
    this.phase = phase;
    this.warmUp = warmUp;
    this.out = out;
  }

  /** Runs the scenarios and prints their figures. */
  public static void main(String[] args) throws Exception {
    ScenarioBench bench =
        new ScenarioBench(
            Duration.ofSeconds(Long.parseLong(args[1])),
            Duration.ofSeconds(Long.parseLong(args[2])),
            System.out);
    for (Scenario scenario : asked(Arrays.asList(args).subList(3, args.length))) {
      bench.line(name(scenario), scenario.told);
      scenario.run(bench, Files.createTempDirectory(Path.of(args[0]), "assay-bench"));
    }
  }

  private static List<Scenario> asked(List<String> names) {
    List<Scenario> all = List.of(Scenario.values());
    if (!all.stream().map(ScenarioBench::name).toList().containsAll(names)) {
      System.err.println(
          "expected names of scenarios, found "
              + names
              + "; they are "
              + all.stream().map(ScenarioBench::name).collect(Collectors.joining(" ")));
      System.exit(2);
    }
    return names.isEmpty()
        ? all
        : all.stream().filter(scenario -> names.contains(name(scenario))).toList();
  }

  private static String name(Scenario scenario) {
    return scenario.name().toLowerCase(Locale.ROOT);
  }

  private UpSystem started(Path home, String configuration) throws IOException {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(data.resolve("assay.yaml"), UpSystem.NO_CANARIES + configuration);
    return UpSystem.installed(data, List.of()).start();
  }

  /** Has {@code callers} send and wait, first to warm up; decisions a second. */
  private double called(UpSystem system, LoadEvents events, int callers) throws Exception {
    Load load = new Load(system.api(), events, 0);
    var _ = load.callers(callers, warmUp);
    ProcessCost before = ProcessCost.of(system.pid());
    Load.Calls calls = load.callers(callers, phase);
    ProcessCost cost = ProcessCost.of(system.pid()).since(before);
    calls(
        callers + " callers with ?wait",
        calls,
        load.refused(),
        1_000 * cost.cpuSeconds() / calls.millis().size());
    return calls.perSecond();
  }

  private void calls(String name, Load.Calls calls, int refused, double cpuMillis) {
    line(
        "  " + name,
        "%,.1f decisions/s%s, p50 %.1f p99 %.1f ms, %d refused"
            .formatted(
                calls.perSecond(),
                Double.isNaN(cpuMillis) ? "" : ", %.2f ms CPU each".formatted(cpuMillis),
                Load.Latencies.percentile(calls.millis(), 0.5),
                Load.Latencies.percentile(calls.millis(), 0.99),
                refused));
    line("  decided", calls.kinds() + ", in each third of the time " + calls.thirds());
  }

  /** What the machine does without us, and how much of it the scenario is. */
  private void raw(String what, double perSecond, double ours) {
    line(
        "  raw: " + what,
        "%,.0f a second, %.1f for each of ours".formatted(perSecond, perSecond / ours));
  }

  private void line(String name, String value) {
    out.printf("%-52s %s%n", name, value);
    out.flush();
  }
}
