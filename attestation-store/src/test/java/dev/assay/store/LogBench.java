package dev.assay.store;

import dev.assay.store.index.Batch;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.log.LogCheck;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Measures the store: attestations written a second with all their rows, log entries, forced files
 * and a signed checkpoint per batch; proofs a second; entries checked a second. The CPU column is
 * the writing thread's own time. Arguments: {@code sqlite} or {@code postgres}, and a directory on
 * the disk to measure.
 */
public final class LogBench {

  private static final int[] BATCHES = {1, 50, 500};
  private static final int[] COUNTS = {4_000, 40_000, 60_000};
  private static final int WARM_UP = 10_000;
  private static final int PROOFS = 40_000;

  private int next;

  private LogBench() {}

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[1]), "log-bench");
    if (args[0].equals("postgres")) {
      try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
        DatabaseConfig database =
            new DatabaseConfig.Postgres(
                server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
        new LogBench().run(TestStores.config(directory, database));
      }
    } else {
      new LogBench().run(TestStores.sqlite(directory));
    }
  }

  private void run(StoreConfig config) {
    try (AttestationStore store = TestStores.open(config)) {
      write(store, 500, WARM_UP);
      write(store, 1, 500);
      System.out.printf(
          Locale.ROOT,
          "%-10s %8s %12s %10s %10s%n",
          "batch",
          "entries",
          "entries/s",
          "p50 ms",
          "p99 ms");
      for (int i = 0; i < BATCHES.length; i++) {
        write(store, BATCHES[i], COUNTS[i]).print(BATCHES[i]);
      }
      List<String> ids = List.copyOf(Samples.ids(Samples.range(0, 20_000)));
      proofs(store, ids, PROOFS);
      System.out.printf(
          Locale.ROOT,
          "proofs/s (tree of %d): %.0f%n",
          store.logSize(),
          proofs(store, ids, PROOFS));
    }
    long start = System.nanoTime();
    LogCheck.Report report = TestStores.check(config);
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "check: %.0f entries/s, problems: %s%n",
        report.entries() / seconds,
        report.problems());
  }

  private record Rate(int entries, double seconds, long cpuNanos, long p50Nanos, long p99Nanos) {
    void print(int batch) {
      System.out.printf(
          Locale.ROOT,
          "%-10d %8d %12.0f %14.1f %10.2f %10.2f%n",
          batch,
          entries,
          entries / seconds,
          cpuNanos / 1e3 / entries,
          p50Nanos / 1e6,
          p99Nanos / 1e6);
    }
  }

  private Rate write(AttestationStore store, int batch, int count) {
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < count; i += batch) {
      batches.add(batch(Samples.range(next, next + batch)));
      next += batch;
    }
    long[] nanos = new long[batches.size()];
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpuBefore = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    for (int i = 0; i < nanos.length; i++) {
      long before = System.nanoTime();
      store.write(batches.get(i));
      nanos[i] = System.nanoTime() - before;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long cpu = threads.getCurrentThreadCpuTime() - cpuBefore;
    Arrays.sort(nanos);
    return new Rate(count, seconds, cpu, nanos[nanos.length / 2], nanos[nanos.length * 99 / 100]);
  }

  /** Every attestation comes with one decision and one work item, as in the pipeline. */
  private static Batch batch(List<StoredAttestation> attestations) {
    List<DecisionRow> decisions = new ArrayList<>();
    List<WorkItemRow> items = new ArrayList<>();
    for (StoredAttestation one : attestations) {
      String item = "item-" + one.id().substring(0, 16);
      decisions.add(
          new DecisionRow(
              one.id(), item, 1, "PROMOTE", "{" + " ".repeat(400) + "}", one.time(), null));
      items.add(
          new WorkItemRow(
              item,
              "promoted",
              "CALM",
              1,
              one.agent(),
              one.fleet(),
              one.time(),
              one.time(),
              "{" + " ".repeat(300) + "}",
              null,
              "[]",
              null,
              "{" + " ".repeat(90) + "}"));
    }
    return new Batch(attestations, decisions, items);
  }

  private static double proofs(AttestationStore store, List<String> ids, int count) {
    Random random = new Random(42);
    long length = 0;
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      length += store.proof(ids.get(random.nextInt(ids.size()))).orElseThrow().length();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (length == 0) {
      throw new AssertionError("expected proofs, found empty texts");
    }
    return count / seconds;
  }
}
