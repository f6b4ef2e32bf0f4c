package dev.assay.agencyverify.cli;

import dev.assay.agencyverify.agency.DataDirectory;
import dev.assay.agencyverify.agency.RunCatalog;
import dev.assay.agencyverify.agency.RunLocation;
import dev.assay.agencyverify.agency.VerifyRun;
import dev.assay.process.Cancellation;
import dev.assay.process.IsolationRequest;
import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Times whole verifications of a script that does nothing, one after the other in one JVM. */
public final class ScriptBench {

  private static final int WARM_UP_RUNS = 60;
  private static final double NANOS_PER_MILLI = 1e6;

  private ScriptBench() {}

  /** Prints one row per isolation of this host; the argument is the number of runs. */
  public static void main(String[] args) throws Exception {
    int count = args.length == 0 ? 200 : Integer.parseInt(args[0]);
    System.out.printf("java: %s%n", Runtime.version());
    System.out.printf("command: ./dev bench agency-verify %d%n", count);
    System.out.printf(
        "ms for one verification of `exit 0`, lock to record; shell: `sh -lc 'exit 0'` started by the"
            + " JDK, in turn with it; overhead: the difference of the medians%n%n");
    System.out.printf(
        "%-10s %8s %8s %8s %8s %8s %9s  %s%n",
        "isolation", "p50", "p90", "p99", "max", "shell", "overhead", "bound");
    Path root = Files.createTempDirectory("assay-script-bench");
    try {
      AgencyFixture agency = new AgencyFixture(root);
      agency.agencyJson("exit 0");
      RunLocation run = new RunCatalog(new DataDirectory(agency.data)).runs().getFirst();
      for (Isolation isolation : Isolation.values()) {
        row(run, isolation, count);
      }
    } finally {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void row(RunLocation run, Isolation isolation, int count) throws Exception {
    IsolationRequest request = IsolationRequest.parse(isolation.label()).orElseThrow();
    if (request.ask() instanceof IsolationRequest.Answer.Refused(String reason)) {
      System.out.printf("%-10s not on this host: %s%n", isolation.label(), reason);
      return;
    }
    VerifyRun verifier =
        new VerifyRun(
            new ProcessRunner(1), InstantSource.system(), Map.of("PATH", "/usr/bin:/bin"));
    VerifyRun.Options options = new VerifyRun.Options(Optional.empty(), request);
    long[] nanos = new long[count];
    long[] shell = new long[count];
    for (int i = -WARM_UP_RUNS; i < count; i++) {
      long started = System.nanoTime();
      VerifyRun.Report report = verifier.verify(run, options, new Cancellation());
      if (!report.record().ok()) {
        throw new IllegalStateException("a run failed: " + report.record());
      }
      if (i >= 0) {
        nanos[i] = System.nanoTime() - started;
        shell[i] = plainShell();
      }
    }
    Arrays.sort(nanos);
    Arrays.sort(shell);
    System.out.printf(
        "%-10s %8.1f %8.1f %8.1f %8.1f %8.1f %9.1f  %s%n",
        isolation.label(),
        at(nanos, 0.5),
        at(nanos, 0.9),
        at(nanos, 0.99),
        at(nanos, 1),
        at(shell, 0.5),
        at(nanos, 0.5) - at(shell, 0.5),
        switch (isolation) {
          case NONE -> "30";
          case BWRAP -> "60";
          case LANDLOCK -> "-";
        });
  }

  private static long plainShell() throws Exception {
    long started = System.nanoTime();
    int exit = new ProcessBuilder("sh", "-lc", "exit 0").start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("sh ended with " + exit);
    }
    return System.nanoTime() - started;
  }

  private static double at(long[] sorted, double quantile) {
    int index = (int) Math.ceil(quantile * sorted.length) - 1;
    return sorted[Math.max(0, index)] / NANOS_PER_MILLI;
  }
}
