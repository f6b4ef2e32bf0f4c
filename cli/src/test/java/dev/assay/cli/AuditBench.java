package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.cli.audit.AuditSamples;
import dev.assay.cli.audit.LongLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures {@code ./assay audit} of a served log: how long it takes, and the memory of its process.
 * The log has verdicts, promotions, and manifests of their events and decisions, as a director
 * makes them. Arguments: a directory on the disk to measure, how many entries, what is passed on to
 * the audit.
 */
public final class AuditBench {

  private static final int ROUND_ITEMS = 1_000;
  private static final int WATCH_MILLIS = 200;

  private AuditBench() {}

  /** Runs the benchmark and prints its line. */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createTempDirectory(Path.of(args[0]), "audit-bench");
    int entries = Integer.parseInt(args[1]);
    try (TestSystem system = new TestSystem(directory)) {
      long start = System.nanoTime();
      LongLog log = new LongLog();
      while (system.store.logSize() < entries) {
        log.next(ROUND_ITEMS).forEach(system.store::write);
      }
      System.out.printf(
          Locale.ROOT,
          "%d entries, written in %.0f s%n",
          system.store.logSize(),
          (System.nanoTime() - start) / 1e9);
      Path keys = AuditSamples.keys(directory, system.store.keys().getLast());
      List<String> command =
          new ArrayList<>(
              List.of(
                  "../assay",
                  "audit",
                  "--json",
                  "--url",
                  system.url(),
                  "--token-file",
                  directory.resolve("token").toString(),
                  "--keys",
                  keys.toString()));
      command.addAll(List.of(args).subList(2, args.length));
      measure(command, directory.resolve("result.json"));
    }
  }

  private static void measure(List<String> command, Path result) throws Exception {
    Process audit =
        new ProcessBuilder(command)
            .redirectOutput(result.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long peak = 0;
    while (!audit.waitFor(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, peakKibibytes(audit.pid()));
    }
    JsonNode found = new ObjectMapper().readTree(result.toFile());
    System.out.printf(
        Locale.ROOT,
        "audit: exit code %d, %d findings, %d entries in %.1f s, %.0f/s, at most %d MiB resident%n",
        audit.exitValue(),
        found.path("findingsTotal").asLong(),
        found.path("entries").asLong(),
        found.path("seconds").asDouble(),
        found.path("entriesPerSecond").asDouble(),
        peak >> 10);
    for (String part : new String[] {"manifests", "decisions", "lists"}) {
      System.out.println(part + ": " + found.path(part));
    }
  }

  /** The most memory that the process had; 0 when it has just ended. */
  private static long peakKibibytes(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException _) {
      return 0;
    }
  }
}
