package dev.assay.worker;

import dev.assay.service.Trees;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of {@link WorkerMain}, as its parent sees it. The parent writes a line of JSON, the
 * configuration, and then lines of a number and a word; the child answers with a line of that
 * number and the bytes of a text, and the text.
 */
final class WorkerChild {

  /** The number of the answer that tells how the start went. */
  static final long STARTED = 0;

  /** The answer of a worker that works; any other is its trouble in words. */
  static final String READY = "ready";

  /** Before the trouble of one that works and gets nowhere. */
  static final String STUCK = "stuck: ";

  static final String HEALTH = "health";
  static final String METRICS = "metrics";
  static final String STOP = "stop";

  private static final Logger LOG = LoggerFactory.getLogger(WorkerChild.class);

  /** Properties of the parent that the child has, too. */
  private static final List<String> SHARED =
      List.of("org.sqlite.lib.path", "org.apache.avro.SERIALIZABLE_PACKAGES");

  /** The system's killer of processes takes the worker before anything else of it. */
  private static final String OOM_SCORE = "700";

  /** So much nicer than its parent is the worker, so that the services win the processor. */
  private static final List<String> NICE = List.of("/usr/bin/nice", "-n", "3");

  /** Tells a process whether the one before it had the same parent. */
  private static final String SUPERVISOR = UUID.randomUUID().toString();

  private static final int ANSWER_BYTES_MAX = 16 * 1024 * 1024;

  private final Process process;
  private final AtomicLong numbers = new AtomicLong(STARTED);
  private final Map<Long, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();
  private final CompletableFuture<String> started = new CompletableFuture<>();

  /** A line of the parent. */
  record Asked(long number, String word) {

    static Asked of(String line) {
      int space = line.indexOf(' ');
      return new Asked(Long.parseLong(line.substring(0, space)), line.substring(space + 1));
    }

    String line() {
      return number + " " + word;
    }
  }

  private WorkerChild(Process process) {
    this.process = process;
    waiting.put(STARTED, started);
    Thread.ofPlatform().daemon().name("worker-answers").start(this::listen);
  }

  /**
   * Starts a process that waits for its configuration.
   *
   * @param temporary its directory for temporary files, which is emptied
   * @param heap as {@code -Xmx} takes it
   * @param options further options of its JVM, one a line
   */
  static WorkerChild start(Path home, Path temporary, String heap, String options)
      throws IOException {
    Trees.empty(temporary);
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of(NICE.getFirst()))) {
      command.addAll(NICE);
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            // Its standard output is for its answers alone.
            "-XX:+DisplayVMOutputToStderr",
            "-Xlog:disable",
            "-Xlog:all=warning:stderr",
            "-XX:+UseParallelGC", // ends what only collects; the serial collector would go on
            "-XX:+UseCompactObjectHeaders",
            // As the services' own (scripts/service.options): optimize only what runs most.
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000",
            "-XX:Tier4BackEdgeThreshold=400000",
            "-XX:Tier2InvokeNotifyFreqLog=15",
            "-XX:Tier2BackedgeNotifyFreqLog=18",
            "-XX:Tier3InvokeNotifyFreqLog=13",
            "-XX:Tier3BackedgeNotifyFreqLog=16",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx" + heap,
            "-Djava.io.tmpdir=" + temporary));
    for (String name : SHARED) {
      String value = System.getProperty(name);
      if (value != null) {
        command.add("-D" + name + "=" + value);
      }
    }
    command.addAll(options.lines().toList());
    command.addAll(List.of(WorkerMain.class.getName(), home.toString(), SUPERVISOR));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    WorkerChild child = new WorkerChild(builder.start());
    child.offerToTheKiller();
    return child;
  }

  private void offerToTheKiller() {
    try {
      Files.writeString(Path.of("/proc/" + process.pid() + "/oom_score_adj"), OOM_SCORE);
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("the worker is as likely to be killed as others");
    }
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** Tells it what to do; the configuration is one line of JSON. */
  void configure(String json) {
    say(json);
  }

  /** {@link #READY}, or why it does not start; fails when it ended before. */
  CompletableFuture<String> started() {
    return started;
  }

  /** Its answer to {@code word}, none when it is gone or does not answer in time. */
  Optional<String> ask(String word, Duration wait) throws InterruptedException {
    long number = numbers.incrementAndGet();
    CompletableFuture<String> answer = new CompletableFuture<>();
    waiting.put(number, answer);
    try {
      if (!process.isAlive()) {
        return Optional.empty();
      }
      say(new Asked(number, word).line());
      return Optional.of(answer.get(wait.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException | ExecutionException e) {
      LOG.atDebug().setCause(e).log("the worker process did not answer");
      return Optional.empty();
    } finally {
      waiting.remove(number);
    }
  }

  void askToStop() {
    say(new Asked(numbers.incrementAndGet(), STOP).line());
  }

  /** Waits for its end, and ends it when it has not within {@code wait}. */
  void awaitEnd(Duration wait) {
    try {
      if (!process.waitFor(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  void kill() {
    process.destroyForcibly();
  }

  /** Waits at most {@code wait} for its end; its exit code when it has ended. */
  Optional<Integer> ended(Duration wait) throws InterruptedException {
    return process.waitFor(wait.toMillis(), TimeUnit.MILLISECONDS)
        ? Optional.of(process.exitValue())
        : Optional.empty();
  }

  private void say(String line) {
    try {
      OutputStream in = process.getOutputStream();
      synchronized (process) {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
      }
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("the worker process takes no words");
    }
  }

  private void listen() {
    try (DataInputStream in = new DataInputStream(process.getInputStream())) {
      while (true) {
        long number = number(in, ' ');
        int length = Math.toIntExact(number(in, '\n'));
        if (length > ANSWER_BYTES_MAX) {
          throw new IOException("expected at most " + ANSWER_BYTES_MAX + " bytes of an answer");
        }
        String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        CompletableFuture<String> answer = waiting.remove(number);
        if (answer != null) {
          answer.complete(text);
        }
      }
    } catch (IOException | ArithmeticException e) {
      waiting.values().forEach(answer -> answer.completeExceptionally(e));
    }
  }

  private static long number(DataInputStream in, char end) throws IOException {
    long number = 0;
    for (int c = in.read(); c != end; c = in.read()) {
      if (c < '0' || c > '9') {
        throw new EOFException("expected a number of an answer, found byte " + c);
      }
      number = Math.addExact(number * 10, c - '0');
    }
    return number;
  }
}
