package dev.assay.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a process and its children cost, from Linux's {@code /proc}: memory, and CPU time by kind of
 * thread.
 */
record ProcessCost(double cpuSeconds, Map<String, Double> cpuSecondsByThread) {

  private static final double TICKS_A_SECOND = 100;

  static ProcessCost of(long pid) throws IOException {
    Map<String, Double> byThread = new HashMap<>();
    double seconds = 0;
    for (long each : family(pid)) {
      try (Stream<Path> tasks = Files.list(Path.of("/proc/" + each + "/task"))) {
        for (Path task : tasks.toList()) {
          add(task, byThread);
        }
      }
      seconds += cpuSeconds(Path.of("/proc/" + each + "/stat"));
    }
    return new ProcessCost(seconds, Map.copyOf(byThread));
  }

  private static List<Long> family(long pid) {
    try (Stream<ProcessHandle> children = ProcessHandle.of(pid).orElseThrow().children()) {
      return Stream.concat(Stream.of(pid), children.map(ProcessHandle::pid)).toList();
    }
  }

  private static void add(Path task, Map<String, Double> byThread) throws IOException {
    try {
      byThread.merge(
          kind(Files.readString(task.resolve("comm"), StandardCharsets.UTF_8).strip()),
          cpuSeconds(task.resolve("stat")),
          Double::sum);
    } catch (NoSuchFileException e) {
      byThread.merge("ended", 0.0, Double::sum);
    }
  }

  /** The cost between {@code earlier} and this; threads that ended in between count in the sum. */
  ProcessCost since(ProcessCost earlier) {
    Map<String, Double> byThread = new HashMap<>();
    cpuSecondsByThread.forEach((kind, seconds) ->
        byThread.put(kind, seconds - earlier.cpuSecondsByThread().getOrDefault(kind, 0.0)));
    return new ProcessCost(cpuSeconds - earlier.cpuSeconds(), Map.copyOf(byThread));
  }

  /** The kinds of threads that cost most, as percentages of the whole. */
  List<String> shares(int max) {
    return cpuSecondsByThread.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(max)
        .map(e -> "%5.1f %%  %s".formatted(100 * e.getValue() / cpuSeconds, e.getKey()))
        .toList();
  }

  /** Resident memory in MiB: {@code VmRSS} now or {@code VmHWM} at its highest. */
  static long mebibytes(long pid, String field) throws IOException {
    long sum = 0;
    for (long each : family(pid)) {
      sum += mebibytesOf(each, field);
    }
    return sum;
  }

  private static long mebibytesOf(long pid, String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith(field + ":")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    throw new IOException("expected " + field + " in the status of process " + pid);
  }

  private static double cpuSeconds(Path stat) throws IOException {
    String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
    List<String> fields = List.of(text.substring(text.lastIndexOf(')') + 2).strip().split(" ", -1));
    return (Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12))) / TICKS_A_SECOND;
  }

  private static String kind(String name) {
    return name.replaceAll("[0-9]+", "#");
  }
}
