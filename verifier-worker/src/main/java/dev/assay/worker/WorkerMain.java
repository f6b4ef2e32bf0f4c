package dev.assay.worker;

import dev.assay.artifact.ArtifactStore;
import dev.assay.runtime.trace.PipelineTracer;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.json.Json;
import dev.assay.service.RedactionKey;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import dev.assay.service.Shutdown;
import dev.assay.service.Trees;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

  private static final int STOPPED = 0;

  /** As a JVM ends that ran out of memory. */
  private static final int FAILED = 3;

  private final Path home;
  private final String supervisor;
  private final PrintStream answers;
  private final CompletableFuture<String> configuration = new CompletableFuture<>();
  private final Shutdown shutdown = Shutdown.install();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ServiceParts parts = new ServiceParts();
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
      Runtime.getRuntime().halt(FAILED);
    });
    System.exit(main.run());
  }

  private int run() {
    try (shutdown) {
      try {
        start(configuration.get());
        answer(WorkerChild.STARTED, WorkerChild.READY);
        shutdown.await();
      } finally {
        parts.close();
      }
      return STOPPED;
    } catch (ConfigException e) {
      LOG.atDebug().setCause(e).log("the configuration cannot be used");
      answer(WorkerChild.STARTED, String.valueOf(e.getMessage()));
      return FAILED;
    } catch (InterruptedException e) {
      LOG.atDebug().setCause(e).log("stopped while it started");
      return STOPPED;
    } catch (IOException | ExecutionException | RuntimeException e) {
      LOG.atError().setCause(e).log("the worker could not start");
      return FAILED;
    }
  }

  private void start(String json) throws IOException, InterruptedException {
    WorkerProcess.Told told =
        switch (Json.parse(json.getBytes(StandardCharsets.UTF_8), WorkerProcess.Told.class)) {
          case Parsed.Accepted<WorkerProcess.Told>(WorkerProcess.Told read) -> read;
          case Parsed.Rejected<WorkerProcess.Told>(var rejection) ->
              throw new ConfigException(rejection.detail());
        };
    // What a worker before this one had unpacked when it died.
    Trees.remove(home.resolve(told.worker().scratchDirectory()), "run-");
    PipelineTracer tracer = parts.opened(told.telemetry().tracer(System.getenv()));
    ArtifactStore artifacts = parts.opened(told.artifacts().open(home));
    WorkerService started =
        new WorkerAssembly(
                told.worker(),
                told.model(),
                artifacts,
                RedactionKey.salts(home, told.redaction()),
                supervisor)
            .worker(
                new ServiceContext(told.kafka(), home, System.getenv(), registry, tracer), parts);
    worker = started;
    parts.start(started);
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
    Runtime.getRuntime().halt(STOPPED);
  }

  private void obey(String line) {
    WorkerChild.Asked word = WorkerChild.Asked.of(line);
    switch (word.word()) {
      case WorkerChild.HEALTH -> answer(word.number(), health(worker));
      case WorkerChild.METRICS -> answer(word.number(), registry.scrape());
      default -> shutdown.ask();
    }
  }

  private static String health(@Nullable WorkerService running) {
    return running != null && running.healthy()
        ? running.stuck().map(WorkerChild.STUCK::concat).orElse(WorkerChild.READY)
        : "a queue does not work";
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
