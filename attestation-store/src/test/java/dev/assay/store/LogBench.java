package dev.assay.store;

import dev.assay.core.log.NoteKey;
import dev.assay.store.index.Batch;
import dev.assay.store.index.DatabaseConfig;
import dev.assay.store.index.DecisionRow;
import dev.assay.store.index.LoggedRow;
import dev.assay.store.index.RowSource;
import dev.assay.store.index.StoredAttestation;
import dev.assay.store.index.WorkItemRow;
import dev.assay.store.key.Ed25519Key;
import dev.assay.store.log.DirectoryStorage;
import dev.assay.store.log.EntryJournal;
import dev.assay.store.log.LogCheck;
import dev.assay.store.log.LogStorage;
import dev.assay.store.log.SignedMark;
import dev.assay.store.log.TileLog;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Measures the store: attestations written a second with all their rows, log entries, forced files
 * and a signed checkpoint per batch; the same of the log alone, which takes what its database has
 * sequenced; proofs a second; entries checked a second. The times are from a batch handed over to
 * the checkpoint that covers it, and the CPU is the writing thread's. Arguments: {@code sqlite} or
 * {@code postgres}, and a directory on the disk to measure.
 */
public final class LogBench {

  private static final int[] BATCHES = {1, 50, 500};
  private static final int[] COUNTS = {4_000, 40_000, 60_000};

  /** Bundles are full behind each, so that every entry is in a forced file of the log. */
  private static final int[] LOG_BATCHES = {256, 512, 2_048};

  private static final int[] LOG_COUNTS = {51_200, 102_400, 204_800};
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
    logAlone(directory.resolve("alone"));
  }

  private void run(StoreConfig config) {
    try (AttestationStore store = TestStores.open(config)) {
      write(store, 500, WARM_UP);
      write(store, 1, 500);
      System.out.printf(
          Locale.ROOT,
          "%-12s %8s %12s %14s %10s %10s%n",
          "batch",
          "entries",
          "entries/s",
          "CPU us/entry",
          "p50 ms",
          "p99 ms");
      for (int i = 0; i < BATCHES.length; i++) {
        write(store, BATCHES[i], COUNTS[i]).print("" + BATCHES[i]);
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
    void print(String batch) {
      System.out.printf(
          Locale.ROOT,
          "%-12s %8d %12.0f %14.1f %10.2f %10.2f%n",
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
    return timed(count, batches, store::write);
  }

  /** The log takes entries that a database has sequenced: journal, tiles and checkpoint. */
  private static void logAlone(Path directory) throws IOException {
    Path log = directory.resolve("log");
    Ed25519Key signer = Ed25519Key.loadOrCreate(directory.resolve("checkpoint.pem"), Samples.START);
    NoteKey key = new NoteKey(TestStores.ORIGIN, signer.publicKey());
    try (LogStorage storage = DirectoryStorage.open(log);
        EntryJournal journal = EntryJournal.open(EntryJournal.beside(log), storage);
        SignedMark mark = SignedMark.open(SignedMark.beside(directory.resolve("checkpoint.pem")))) {
      TileLog tiles = TileLog.open(storage, key, signer, new NoRows(), mark);
      List<StoredAttestation> like = Samples.range(0, 2_048);
      for (int i = 0; i < LOG_BATCHES.length; i++) {
        List<List<LoggedRow>> batches = new ArrayList<>();
        long from = tiles.snapshot().size();
        for (int n = 0; n < LOG_COUNTS[i]; n += LOG_BATCHES[i]) {
          long first = from + n;
          batches.add(
              IntStream.range(0, LOG_BATCHES[i])
                  .mapToObj(k -> LoggedRow.of(like.get(k), first + k))
                  .toList());
        }
        timed(LOG_COUNTS[i], batches, rows -> append(journal, tiles, rows))
            .print("log alone, " + LOG_BATCHES[i]);
      }
    }
  }

  private static void append(EntryJournal journal, TileLog tiles, List<LoggedRow> rows) {
    journal.append(rows);
    tiles.integrate(
        rows.stream().map(row -> Objects.requireNonNull(row.envelope()).payload()).toList());
  }

  /** What a database has before anything is written. */
  private static final class NoRows implements RowSource {

    @Override
    public long size() {
      return 0;
    }

    @Override
    public List<LoggedRow> withoutGaps(long from, int limit) {
      return List.of();
    }
  }

  private static <T> Rate timed(int count, List<T> batches, Consumer<T> write) {
    long[] nanos = new long[batches.size()];
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpuBefore = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    for (int i = 0; i < nanos.length; i++) {
      long before = System.nanoTime();
      write.accept(batches.get(i));
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
