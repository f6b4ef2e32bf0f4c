package dev.assay.service;

import dev.assay.http.HealthCheck;
import dev.assay.http.Route;
import dev.assay.runtime.Loop;
import dev.assay.runtime.kafka.ProgressWatch;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.topic.Topic;
import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running parts of the services of a process: what the process serves, what it asks for health,
 * and what it closes. Parts are closed in reverse order, also when starting failed half-way.
 */
public final class ServiceParts implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ServiceParts.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<Route> routes = new ArrayList<>();
  private final List<HealthCheck> checks = new ArrayList<>();
  private final List<Runnable> beforeDrain = new ArrayList<>();
  private final List<Restoring> restoring = new ArrayList<>();

  /** Goes on starting after its service has begun. */
  @FunctionalInterface
  public interface Restoring {

    /**
     * Returns when it works.
     *
     * @param progress told how far it is
     */
    void await(Consumer<String> progress) throws InterruptedException;
  }

  /** {@code part} is closed with the process, before everything that was opened earlier. */
  public <T extends AutoCloseable> T opened(T part) {
    opened.push(part);
    return part;
  }

  /** Starts {@code loop}, watches its health and closes it with the process. */
  public void start(Loop loop) throws InterruptedException {
    opened(loop).start();
    check(
        new HealthCheck(
            loop.name(),
            ErrorCode.NOT_PROGRESSING,
            () -> {
              if (!loop.healthy()) {
                throw new IOException(
                    "expected the loop "
                        + loop.name()
                        + " to work, found that it fails and tries again; next: look for its errors"
                        + " in the log");
              }
            }));
  }

  /**
   * Readiness by progress of the service {@code name}, which reads {@code topics}, and how many
   * records wait for it, as metric.
   *
   * @param group as what it commits how far it is, without prefix
   * @param known a problem that another check tells; while there is one, this check tells none
   */
  public void watchProgress(
      ServiceContext context,
      String name,
      String group,
      List<Topic<?>> topics,
      Supplier<Optional<String>> known) {
    ProgressWatch watch =
        opened(
            new ProgressWatch(
                context.kafka(), name, group, topics.stream().map(Topic::name).toList()));
    watch.start();
    Gauge.builder("assay.progress.lag", watch, ProgressWatch::lag)
        .description("records that a service has yet to take")
        .tag("loop", name)
        .register(context.registry());
    check(
        HealthCheck.telling(
            name + "-progress",
            ErrorCode.NOT_PROGRESSING,
            () -> known.get().isPresent() ? Optional.empty() : watch.problem()));
  }

  /** Serves {@code more}. */
  public void serve(List<Route> more) {
    routes.addAll(more);
  }

  /** Something that must work for the process to be ready. */
  public void check(HealthCheck check) {
    checks.add(check);
  }

  /** Called when the process stops, before it waits for the requests in hand. */
  public void beforeDrain(Runnable action) {
    beforeDrain.add(action);
  }

  /** The process is up when {@code part}, too, is restored. */
  public void restoring(Restoring part) {
    restoring.add(part);
  }

  /** Waits for everything that goes on starting. */
  public void awaitRestored(Consumer<String> progress) throws InterruptedException {
    for (Restoring each : restoring) {
      each.await(progress);
    }
  }

  /** What the HTTP server must serve. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  /** What must work for the process to be ready. */
  public List<HealthCheck> checks() {
    return List.copyOf(checks);
  }

  /** What the HTTP server calls before it waits for the requests in hand. */
  public List<Runnable> beforeDrain() {
    return List.copyOf(beforeDrain);
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable next = opened.pop();
      try {
        next.close();
      } catch (Exception e) {
        LOG.atWarn().setCause(e).log("a part did not stop cleanly");
      }
    }
  }
}
