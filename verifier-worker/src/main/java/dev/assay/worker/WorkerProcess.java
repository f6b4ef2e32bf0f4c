package dev.assay.worker;

import dev.assay.artifact.ArtifactsSection;
import dev.assay.http.HealthCheck;
import dev.assay.llmadvisor.ModelSection;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.KafkaConfig;
import dev.assay.runtime.trace.TelemetrySection;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.json.Json;
import dev.assay.service.ServiceParts;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a {@link WorkerMain} running beside the services: what strangers' bytes do to a verifier,
 * they do to that process alone. A process that ends is followed by another, one that does not
 * answer any longer is ended.
 */
public final class WorkerProcess implements Loop {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

  private static final Duration START_MAX = Duration.ofMinutes(5);
  private static final Duration STOP_MAX = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

  /** After so many looks in a row without an answer the process is ended. */
  private static final int SILENT_LOOKS_MAX = 30;

  private static final long PAUSE_MILLIS_MIN = 100;
  private static final long PAUSE_MILLIS_MAX = 5_000;

  /** A process that lived so long starts its successor without a wait. */
  private static final Duration LONG_LIFE = Duration.ofMinutes(1);

  private static final String STARTING = "the worker process is starting";

  private final Path home;
  private final Path temporary;
  private final String heap;
  private final String options;
  private final Thread supervisor =
      Thread.ofPlatform().daemon().name("worker-process").unstarted(this::supervise);
  private volatile WorkerChild child;
  private volatile @Nullable String configuration;
  private volatile String trouble = STARTING;
  private volatile boolean stopping;
  private volatile Runnable died = () -> {};

  private WorkerProcess(Path home, Path temporary, String heap, String options) throws IOException {
    this.home = home;
    this.temporary = temporary;
    this.heap = heap;
    this.options = options;
    this.child = WorkerChild.start(home, temporary, heap, options);
  }

  /**
   * What a worker's process is told of the configuration; what else is in it stays with the parent.
   *
   * @param kafka the cluster, reached as the worker
   * @param redaction the file of the redaction key, which the process reads itself, or null
   */
  public record Told(
      KafkaConfig kafka,
      ArtifactsSection artifacts,
      WorkerSection worker,
      TelemetrySection telemetry,
      @Nullable ModelSection model,
      @Nullable String redaction) {}

  /** The worker's process does not start; the message says how it ended. */
  public static final class UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private UnavailableException(String message) {
      super(message);
    }
  }

  /**
   * Starts a process that waits for its configuration, while other things start.
   *
   * @param home the data directory
   * @param temporary the process's directory for temporary files, which is emptied
   * @param heap the heap of its JVM as {@code -Xmx} takes it
   * @param options further options of its JVM, one a line
   */
  public static WorkerProcess spawn(Path home, Path temporary, String heap, String options)
      throws IOException {
    return new WorkerProcess(home, temporary, heap, options);
  }

  /** Has the process start its worker, and goes on at once. */
  public void configure(Told told, MeterRegistry registry) {
    String json = new String(Json.write(told), StandardCharsets.UTF_8);
    died = registry.counter("assay.worker.deaths", "cause", "process ended")::increment;
    configuration = json;
    child.configure(json);
  }

  /**
   * Waits until the worker works; it is a part of the system from then on. It is asked to stop
   * before the parts that were opened earlier, and ends beside them.
   */
  public void start(ServiceParts parts) throws InterruptedException {
    parts.opened(this::askToStop);
    start();
    parts.check(HealthCheck.telling(name(), ErrorCode.NOT_PROGRESSING, () -> problem(false)));
    parts.check(
        HealthCheck.telling(
            WorkerAssembly.PROGRESS_CHECK, ErrorCode.NOT_PROGRESSING, () -> problem(true)));
  }

  @Override
  public String name() {
    return "worker";
  }

  /** Waits until the first process is ready. */
  @Override
  public void start() throws InterruptedException {
    try {
      String answer = child.started().get(START_MAX.toMillis(), TimeUnit.MILLISECONDS);
      if (!answer.equals(WorkerChild.READY)) {
        throw new ConfigException(answer);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new UnavailableException(
          "expected the worker process to start, found that it "
              + child
                  .ended(Duration.ZERO)
                  .map(code -> "ended with " + code)
                  .orElse("did not answer")
              + "; read what it wrote to the log");
    }
    trouble = "";
    supervisor.start();
  }

  @Override
  public boolean healthy() {
    return trouble.isEmpty();
  }

  /**
   * Why there is no working worker now, or why one that works gets nowhere; none when there is one
   * that gets on.
   */
  private Optional<String> problem(boolean stuck) {
    String now = trouble;
    return now.isEmpty() || now.startsWith(WorkerChild.STUCK) != stuck
        ? Optional.empty()
        : Optional.of(stuck ? now.substring(WorkerChild.STUCK.length()) : now);
  }

  /** Its metrics in Prometheus' text format; empty when it does not answer. */
  public String metrics() {
    try {
      return child.ask(WorkerChild.METRICS, ANSWER_MAX).orElse("");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private void supervise() {
    long pause = PAUSE_MILLIS_MIN;
    while (!stopping) {
      long began = System.nanoTime();
      try {
        int code = watch(child);
        if (stopping) {
          return;
        }
        trouble = "the worker process ended with " + code + " and is started again";
        died.run();
        LOG.atError()
            .addKeyValue("exit_code", code)
            .log("the worker process ended and is started again; what it ran is tried apart");
        pause = System.nanoTime() - began > LONG_LIFE.toNanos() ? PAUSE_MILLIS_MIN : pause;
        Thread.sleep(pause);
        pause = Math.min(2 * pause, PAUSE_MILLIS_MAX);
        restart();
      } catch (InterruptedException e) {
        LOG.atDebug().setCause(e).log("the worker process is no longer watched");
        return;
      } catch (IOException e) {
        LOG.atError().setCause(e).log("the worker process cannot be started");
      }
    }
  }

  private synchronized void restart() throws IOException {
    String json = configuration;
    if (!stopping && json != null) {
      WorkerChild next = WorkerChild.start(home, temporary, heap, options);
      child = next;
      next.configure(json);
    }
  }

  /** Looks after {@code watched} until it has ended; its exit code. */
  private int watch(WorkerChild watched) throws InterruptedException {
    int silent = 0;
    while (true) {
      Optional<Integer> code = watched.ended(LOOK_EVERY);
      if (code.isPresent()) {
        return code.get();
      }
      Optional<String> answer = watched.ask(WorkerChild.HEALTH, ANSWER_MAX);
      if (answer.isPresent()) {
        silent = 0;
        trouble = answer.get().equals(WorkerChild.READY) ? "" : answer.get();
      } else if (watched.alive()) {
        silent++;
        trouble = "the worker process does not answer";
        if (silent > SILENT_LOOKS_MAX) {
          LOG.atError()
              .addKeyValue("looks", silent)
              .log("a worker process that is silent is ended");
          watched.kill();
        }
      }
    }
  }

  private void askToStop() {
    synchronized (this) {
      if (stopping) {
        return;
      }
      stopping = true;
    }
    supervisor.interrupt();
    child.askToStop();
  }

  @Override
  public void close() {
    askToStop();
    child.awaitEnd(STOP_MAX);
  }
}
