package dev.assay.system;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what an attested event leaves on disk: {@code assay up} takes events, each with an
 * artifact of its own, rests until the broker has deleted the segments that it cleaned, and is
 * stopped; the blocks of each part of its data directory are counted before and after. Arguments: a
 * directory on the disk to measure, and seconds for which events are sent.
 */
public final class DiskBench {

  private static final int SENDERS = 4;
  private static final int BATCH = 100;

  /** Sent before the first count, so that what is there once is not shared out. */
  private static final Duration FIRST = Duration.ofSeconds(5);

  /** How often it is asked whether the broker is done. */
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  /** How long the broker may take for that: it keeps what it cleaned for a minute. */
  private static final Duration REST_MAX = Duration.ofMinutes(4);

  /** More events than a machine takes in that time. */
  private static final int FIRST_EVENTS_MAX = 1_000_000;

  /** Names of the parts, by their paths in the data directory. */
  private static final SortedMap<String, String> PARTS =
      new TreeMap<>(
          Map.of(
              "artifacts/sha256", "uploaded artifacts",
              "artifacts/derived", "packs of reports",
              "director", "director's state",
              "kafka", "topics",
              "log", "log",
              "log-journal", "log's journal",
              "store.db", "SQL"));

  private DiskBench() {}

  /** Runs the benchmark and prints its table. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "assay-bench").resolve("data");
    var _ = sent(directory, 0, FIRST);
    Map<String, Long> before = blocks(directory);
    long events = sent(directory, FIRST_EVENTS_MAX, Duration.ofSeconds(Long.parseLong(args[1])));
    print(System.out, events, before, blocks(directory));
  }

  /** Events that a system over {@code directory} attested in {@code time}. */
  private static long sent(Path directory, int first, Duration time) throws Exception {
    try (UpSystem system = UpSystem.installed(directory, List.of())) {
      var _ = system.start();
      Load load = new Load(system.api(), LoadEvents.uploaded(system.api()), first);
      long events = load.closedLoop(SENDERS, BATCH, time).finished();
      rest(directory);
      system.stop();
      return events;
    }
  }

  /** Waits until segments that the broker has cleaned are gone. */
  private static void rest(Path directory) throws IOException {
    long end = System.nanoTime() + REST_MAX.toNanos();
    while (blocks(directory).keySet().stream().anyMatch(DiskBench::cleaned)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "expected the broker to delete what it cleaned within " + REST_MAX);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private static boolean cleaned(String path) {
    return path.startsWith("kafka/")
        && (path.endsWith(".deleted") || path.endsWith(".cleaned") || path.endsWith(".swap"));
  }

  /** Bytes of the blocks of everything in {@code directory}, by its path there. */
  private static Map<String, Long> blocks(Path directory) throws IOException {
    Process du =
        new ProcessBuilder("du", "--block-size=1", "--all", ".")
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Map<String, Long> blocks = new TreeMap<>();
    new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split("\t\\./", 2))
        .filter(line -> line.length == 2)
        .forEach(line -> blocks.put(line[1], Long.parseLong(line[0])));
    return blocks;
  }

  private static void print(
      PrintStream out, long events, Map<String, Long> before, Map<String, Long> after) {
    out.printf("%,d events, each with an artifact of its own; blocks in bytes an event%n", events);
    double sum = 0;
    for (Map.Entry<String, String> part : PARTS.entrySet()) {
      double each = grown(before, after, part.getKey()) / events;
      line(out, part.getValue() + " (" + part.getKey() + ")", each);
      sum += part.getKey().equals("artifacts/sha256") ? 0 : each;
      if (part.getKey().equals("kafka")) {
        after.keySet().stream()
            .filter(path -> path.matches("kafka/assay\\.[^/]+"))
            .forEach(
                path -> line(out, "  " + path.substring(6), grown(before, after, path) / events));
      }
    }
    line(out, "all but the uploaded artifacts", sum);
  }

  private static double grown(Map<String, Long> before, Map<String, Long> after, String path) {
    return after.getOrDefault(path, 0L) - before.getOrDefault(path, 0L);
  }

  private static void line(PrintStream out, String name, double bytes) {
    out.printf("%-52s %,9.0f%n", name, bytes);
  }
}
