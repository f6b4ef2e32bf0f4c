package dev.assay.artifact;

import dev.assay.artifact.ArtifactStore.StoredArtifact;
import dev.assay.testkit.s3.S3Server;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Puts and verified gets per second of both stores; started by {@code ./dev bench artifacts}. The
 * S3 server runs in the same process and takes its share of the processors.
 */
final class ArtifactBench {

  private static final int KIB = 1024;
  private static final int MIB = 1024 * 1024;
  private static final int DERIVED_BYTES = 1_500;
  private static final long ROW_NANOS = 2_000_000_000L;
  private static final int[] THREADS = {1, 8, 64};
  private static final AtomicLong SERIAL = new AtomicLong();

  private interface Step {
    void run(int index) throws Exception;
  }

  private ArtifactBench() {}

  /** Runs all rows in {@code args[0]}, or in a temporary directory. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(parent(args), "assay-bench-");
    System.out.printf(
        "%d processors, load %.1f, heap %d MiB, %s %s, Java %s, files in %s%n",
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        Runtime.getRuntime().maxMemory() / MIB,
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        Runtime.version(),
        directory.getParent());
    System.out.printf(
        "%-10s %-8s %8s %10s %10s%n", "store", "bytes", "threads", "puts/s", "gets/s");
    try {
      raw(directory);
      try (DirectoryArtifactStore store = DirectoryArtifactStore.open(directory.resolve("store"))) {
        rows("directory", store);
        derived(store);
      }
      try (S3Server server = S3Server.start(directory.resolve("buckets"));
          S3ArtifactStore store = S3ArtifactStore.open(Servers.config(server, directory))) {
        rows("s3", store);
      }
    } finally {
      remove(directory);
    }
  }

  private static Path parent(String[] args) {
    return Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The floor: one new file of 1 KiB written and forced, without a name of its own or a digest. */
  private static void raw(Path directory) throws Exception {
    Path files = Files.createDirectory(directory.resolve("raw"));
    byte[] bytes = new byte[KIB];
    Step step =
        _ -> {
          try (TempFile file =
              TempFile.create(files.resolve(Long.toString(SERIAL.incrementAndGet())))) {
            file.write(bytes, bytes.length);
            file.force();
          }
        };
    for (int threads : THREADS) {
      System.out.printf(
          "%-10s %-8d %8d %,10.0f %10s%n",
          "raw fsync", KIB, threads, perSecond(threads, step), "-");
    }
  }

  private static void rows(String name, ArtifactStore store) throws Exception {
    row(name, store, KIB, 8, false);
    for (int size : new int[] {KIB, MIB}) {
      for (int threads : THREADS) {
        row(name, store, size, threads, true);
      }
    }
  }

  private static void row(String name, ArtifactStore store, int size, int threads, boolean print)
      throws Exception {
    List<String> digests = Collections.synchronizedList(new ArrayList<>());
    double puts = perSecond(threads, _ -> digests.add(put(store, size).sha256()));
    double gets = perSecond(threads, index -> read(store, digests.get(index % digests.size())));
    if (print) {
      System.out.printf("%-10s %-8d %8d %,10.0f %,10.0f%n", name, size, threads, puts, gets);
    }
  }

  /** Derived documents: what no put of an artifact waits for, and how long a reader looks. */
  private static void derived(ArtifactStore store) throws Exception {
    List<String> digests = Collections.synchronizedList(new ArrayList<>());
    double puts =
        perSecond(
            1, _ -> digests.add(store.putDerived(document(DERIVED_BYTES), "application/json")));
    double gets = perSecond(1, index -> read(store, digests.get(index % digests.size())));
    System.out.printf(
        "%-10s %-8d %8d %,10.0f %,10.0f  of %,d%n",
        "derived", DERIVED_BYTES, 1, puts, gets, digests.size());
  }

  private static StoredArtifact put(ArtifactStore store, int size) throws IOException {
    return store.put(new ByteArrayInputStream(document(size)), "application/json", null, size);
  }

  private static byte[] document(int size) {
    byte[] bytes = new byte[size];
    ByteBuffer.wrap(bytes).putLong(SERIAL.incrementAndGet());
    return bytes;
  }

  private static void read(ArtifactStore store, String sha256) throws IOException {
    try (InputStream in = store.open(sha256)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  /** Runs a step over and over in each thread until the time is up. */
  private static double perSecond(int threads, Step step) throws Exception {
    AtomicInteger next = new AtomicInteger();
    long start = System.nanoTime();
    List<Future<?>> workers = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int worker = 0; worker < threads; worker++) {
        workers.add(
            executor.submit(() -> {
              while (System.nanoTime() - start < ROW_NANOS) {
                step.run(next.getAndIncrement());
              }
              return null;
            }));
      }
    }
    for (Future<?> worker : workers) {
      worker.get();
    }
    return next.get() / ((System.nanoTime() - start) / 1e9);
  }
}
