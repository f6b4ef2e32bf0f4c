package dev.assay.cli.host;

import dev.assay.artifact.ArtifactStore;
import dev.assay.cli.ExitCode;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.worker.WorkerService;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker of {@code assay up} in its own process, told over standard input by {@link
 * WorkerProcess}, whose words it answers on standard output. When the input ends, its parent is
 * gone, and it ends at once. The arguments are the data directory and the parent's name as a
 * supervisor.
 */
public final class WorkerMain {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerMain.class);

  /** As a JVM ends that ran out of memory. */
  private static final int EXHAUSTED = 3;

  private final Path home;
  private final String supervisor;
  private final PrintStream answers;
  private final CompletableFuture<String> configuration = new CompletableFuture<>();
  private final Shutdown shutdown = Shutdown.install();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private volatile @Nullable WorkerService worker;

  private WorkerMain(Path home, String supervisor, PrintStream answers) {
    this.home = home;
    this.supervisor = supervisor;
    this.answers = answers;
  }

  /** Hosts the worker until the parent says so or is gone. */
  public static void main(String[] args) {
    PrintStream answers = System.out;
    System.setOut(System.err);
    WorkerMain main = new WorkerMain(Path.of(args[0]), args[1], answers);
    Thread.ofPlatform().daemon().name("parent").start(main::listen);
    HeapWatch.start(() -> {
      LOG.atError().log("the worker does little else than collect garbage and ends");
      Runtime.getRuntime().halt(EXHAUSTED);
    });
    System.exit(main.run());
  }

  private int run() {
    try (shutdown) {
      try {
        start(configuration.get());
        answer(WorkerWords.STARTED, WorkerWords.READY);
        shutdown.await();
      } finally {
        close();
      }
      return ExitCode.OK;
    } catch (ConfigException e) {
      LOG.atDebug().setCause(e).log("the configuration cannot be used");
      answer(WorkerWords.STARTED, String.valueOf(e.getMessage()));
      return ExitCode.OPERATIONAL;
    } catch (InterruptedException e) {
      LOG.atDebug().setCause(e).log("stopped while it started");
      return ExitCode.OK;
    } catch (IOException | ExecutionException | RuntimeException e) {
      LOG.atError().setCause(e).log("the worker could not start");
      return ExitCode.OPERATIONAL;
    }
  }

  private void start(String json) throws IOException, InterruptedException {
    SystemConfig config =
        switch (Json.parse(json.getBytes(StandardCharsets.UTF_8), SystemConfig.class)) {
          case Parsed.Accepted<SystemConfig>(SystemConfig read) -> read;
          case Parsed.Rejected<SystemConfig>(var rejection) ->
              throw new ConfigException(rejection.detail());
        };
    // What a worker before this one had unpacked when it died.
    Trees.remove(home.resolve(config.worker().scratchDirectory()), "run-");
    PipelineTracer tracer =
        PipelineTracer.configured(config.telemetry().otlpEndpoint(), System.getenv());
    opened.push(tracer);
    ArtifactStore artifacts = config.artifacts().open(home);
    opened.push(artifacts);
    WorkerService started =
        WorkerParts.of(
            config, home, supervisor, config.kafka(), artifacts, registry, tracer, opened::push);
    opened.push(started);
    worker = started;
    started.start();
  }

  private void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        LOG.atWarn().setCause(e).log("a part of the worker did not stop cleanly");
      }
    }
  }

  /** Reads the parent's words until there are no more. */
  private void listen() {
    try (BufferedReader words =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String first = words.readLine();
      if (first != null) {
        configuration.complete(first);
        for (String line = words.readLine(); line != null; line = words.readLine()) {
          obey(line);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.atDebug().setCause(e).log("the parent is gone");
    }
    WorkerService running = worker;
    if (running != null) {
      running.endsWithItsParent();
    }
    Runtime.getRuntime().halt(ExitCode.OK);
  }

  private void obey(String line) {
    WorkerWords.Asked word = WorkerWords.Asked.of(line);
    switch (word.word()) {
      case WorkerWords.HEALTH -> {
        WorkerService running = worker;
        answer(
            word.number(),
            running != null && running.healthy() ? WorkerWords.READY : "a queue does not work");
      }
      case WorkerWords.METRICS -> answer(word.number(), registry.scrape());
      default -> shutdown.ask();
    }
  }

  private void answer(long number, String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    byte[] head = (number + " " + body.length + "\n").getBytes(StandardCharsets.US_ASCII);
    synchronized (answers) {
      answers.writeBytes(head);
      answers.writeBytes(body);
      answers.flush();
    }
  }
}
