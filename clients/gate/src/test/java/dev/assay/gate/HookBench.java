package dev.assay.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;

/**
 * Measures {@code assay hook Stop} from start to exit, for claims that are submitted to a server
 * that decides at once and shows the decision at once, or at the second look as a store does that
 * is a moment behind. Arguments: the command, how often.
 */
public final class HookBench {

  private HookBench() {}

  /** Runs and prints medians and the shortest time, in seconds. */
  public static void main(String[] args) throws Exception {
    int runs = args.length > 1 ? Integer.parseInt(args[1]) : 15;
    Path directory = Files.createTempDirectory("hook-bench");
    Files.writeString(
        directory.resolve(".assay.yaml"),
        "{requires: [testreport], artifacts: [{role: test-report, glob: '*.xml'}]}");
    Files.writeString(directory.resolve("a.xml"), "<testsuite><testcase name=\"a\"/></testsuite>");
    for (boolean late : new boolean[] {false, true}) {
      List<Double> wall = new ArrayList<>();
      List<Double> cpu = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        try (StandIn server = new StandIn()) {
          if (late) {
            server.showsLate();
          }
          long start = System.nanoTime();
          cpu.add(run(args[0], directory, server.url(), (late ? "late" : "s") + i));
          wall.add((System.nanoTime() - start) / 1e9);
          if (server.events.size() != 1) {
            throw new IllegalStateException("expected a claim, found " + server.events.size());
          }
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%d claims, decision shown at %s: wall %.2f s, %.2f s at least, CPU %.2f s%n",
          runs,
          late ? "the second look" : "once",
          median(wall),
          Collections.min(wall),
          median(cpu));
    }
  }

  private static double run(String command, Path directory, String url, String session)
      throws IOException, InterruptedException {
    Path written = directory.resolve("times.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                "/usr/bin/time",
                "-f",
                "%U %S",
                "-o",
                written.toString(),
                command,
                "hook",
                "Stop",
                "--harness",
                "claude-code",
                "--url",
                url)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("ASSAY_DATA_DIR", directory.resolve("data").toString());
    builder.environment().put("ASSAY_TOKEN", "t");
    Process process = builder.start();
    try (var in = process.outputWriter()) {
      in.write("{\"session_id\":\"" + session + "\",\"hook_event_name\":\"Stop\"}");
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException("expected exit code 0, found " + process.exitValue());
    }
    try (Scanner times = new Scanner(written, StandardCharsets.UTF_8).useLocale(Locale.ROOT)) {
      return times.nextDouble() + times.nextDouble();
    }
  }

  private static double median(List<Double> values) {
    Collections.sort(values);
    return values.get(values.size() / 2);
  }
}
