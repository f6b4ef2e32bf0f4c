package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A {@link CrashedWriter} under strace, which makes its calls of the file system fail, or kills or
 * stops it at them. Only calls about files of the store count.
 */
final class TracedWriter {

  /** The calls that rename, of which a platform has some. */
  static final String RENAME = "?rename,?renameat,?renameat2";

  /** The calls that change files and directories. */
  static final String CHANGES =
      "openat,write,pwrite64,ftruncate,?mkdir,?mkdirat,?unlink,?unlinkat," + RENAME;

  private static final Pattern STOPPING = Pattern.compile("\\d+ +--- SIGSTOP \\{.*");
  private static final Pattern STOPPED = Pattern.compile("(\\d+) +--- stopped by SIGSTOP ---");
  private static final int TEMPORARY_FILES_MAX = 100;

  private final Path promises;
  private final Process process;

  private TracedWriter(Path promises, Process process) {
    this.promises = promises;
    this.process = process;
  }

  /** Looks at the files of a process that stands still right after a call. */
  @FunctionalInterface
  interface Stop {

    /** The calls since the last stop, of all threads, as strace writes them. */
    void after(List<String> calls) throws IOException;
  }

  /** Says what is missing, and ends the test as skipped where nobody may trace processes. */
  static void require() throws IOException, InterruptedException {
    assertThat(VerifyWithoutUsTest.onPath("strace"))
        .as("strace is on the PATH; install it: apt-get install strace")
        .isTrue();
    Process probe =
        new ProcessBuilder("strace", "-f", "-o", "/dev/null", "true")
            .redirectErrorStream(true)
            .start();
    String said = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(probe.waitFor() == 0, "this host lets nobody trace processes: " + said.strip());
  }

  /**
   * Starts a writer that grows the store in {@code directory} to {@code sizes}.
   *
   * @param names the store's files and directories below {@code directory}, also those to come
   * @param injections which calls, and what happens at them, as strace has it
   */
  static TracedWriter start(
      Path directory, Collection<String> names, List<Integer> sizes, List<String> injections)
      throws IOException {
    Path promises = directory.resolveSibling(directory.getFileName() + ".promises");
    List<String> command = new ArrayList<>(List.of("strace", "-f", "-y", "-s", "0"));
    if (injections.stream().noneMatch(injection -> injection.contains("signal="))) {
      command.add("--seccomp-bpf"); // quicker; no signal is sent with it
    }
    command.addAll(List.of("-o", "/dev/stdout"));
    command.addAll(List.of("-e", "trace=fsync,fdatasync," + CHANGES));
    injections.forEach(injection -> command.addAll(List.of("-e", "inject=" + injection)));
    for (String name : traced(names)) {
      command.addAll(List.of("-P", directory.resolve(name).toString()));
    }
    command.addAll(List.of("sh", "-c", "exec \"$@\" >\"$0\"", promises.toString()));
    command.addAll(KilledChild.command(CrashedWriter.class));
    command.add(directory.toString());
    sizes.forEach(size -> command.add(size.toString()));
    return new TracedWriter(
        promises,
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  private static Set<String> traced(Collection<String> names) {
    Set<String> traced = new HashSet<>(names);
    traced.addAll(List.of("index.db-wal", "index.db-shm", "index.db-journal"));
    for (int i = 0; i < TEMPORARY_FILES_MAX; i++) {
      traced.add("log/tmp/" + i);
    }
    return traced;
  }

  /** Until the process ends, has {@code stop} look at its files whenever a call has stopped it. */
  void stops(Stop stop) throws IOException, InterruptedException {
    Process resuming =
        new ProcessBuilder("sh", "-c", "while read pid; do kill -CONT $pid; done").start();
    try (PrintStream resume =
            new PrintStream(resuming.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader lines = lines()) {
      List<String> calls = new ArrayList<>();
      boolean stopping = false;
      Set<String> still = new HashSet<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher stopped = STOPPED.matcher(line);
        if (stopped.matches()) {
          still.add(stopped.group(1));
        } else if (STOPPING.matcher(line).matches()) {
          stopping = true;
        } else if (line.contains("(")) {
          calls.add(line);
        }
        if (stopping && still.containsAll(threads())) {
          stop.after(List.copyOf(calls));
          calls.clear();
          stopping = false;
          still.clear();
          resume.println(pid());
        }
      }
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
      resuming.destroy();
    }
  }

  /** Waits for the end; the answer is the calls that were made to fail or to kill. */
  List<String> injected() throws IOException {
    try (BufferedReader lines = lines()) {
      return lines.lines().filter(line -> line.contains("INJECTED")).toList();
    } finally {
      process.destroyForcibly();
    }
  }

  /** How the process ended. */
  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** What it has printed until now. */
  List<String> promises() throws IOException {
    return Files.exists(promises) ? Files.readAllLines(promises) : List.of();
  }

  private BufferedReader lines() {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private long pid() {
    return process.children().findFirst().orElseThrow().pid();
  }

  private Set<String> threads() throws IOException {
    Set<String> threads = new HashSet<>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
      tasks.forEach(task -> threads.add(task.getFileName().toString()));
    }
    return threads;
  }
}
