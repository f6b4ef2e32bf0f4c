package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.json.Json;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The calls that every server answers: health, metrics and its own description. */
final class Operations {

  private static final long CHECK_MILLIS_MAX = 2_000;
  private static final Set<String> WHILE_DRAINING = Set.of("/healthz", "/readyz", "/metrics");

  private record Finding(HealthCheck check, @Nullable String fault) {}

  private final List<HealthCheck> checks;
  private final PrometheusMeterRegistry registry;
  private final BooleanSupplier draining;
  private final byte[] description;

  Operations(List<HealthCheck> checks, PrometheusMeterRegistry registry, BooleanSupplier draining) {
    this.checks = List.copyOf(checks);
    this.registry = registry;
    this.draining = draining;
    this.description = resource();
  }

  static boolean answersWhileDraining(Route route) {
    return WHILE_DRAINING.contains(route.path());
  }

  List<Route> routes() {
    return List.of(
        Route.get("/healthz", _ -> Response.json(200, Map.of("status", "alive"))).opened(),
        Route.get("/readyz", _ -> ready()).opened(),
        Route.get(
            "/metrics",
            _ -> Response.text(200, "text/plain; version=0.0.4; charset=utf-8", registry.scrape())),
        Route.get("/openapi.json", _ -> Response.bytes(200, Response.JSON, description)));
  }

  private Response ready() throws InterruptedException {
    List<Finding> findings = findings();
    List<Map<String, Object>> listed = new ArrayList<>();
    Problem problem = null;
    for (Finding finding : findings) {
      Map<String, Object> entry = new LinkedHashMap<>();
      String fault = finding.fault();
      entry.put("name", finding.check().name());
      entry.put("ok", fault == null);
      if (fault != null) {
        entry.put("detail", fault);
        if (problem == null) {
          problem =
              Problem.of(
                  finding.check().code(),
                  "expected a working " + finding.check().name() + ", found: " + fault);
        }
      }
      listed.add(entry);
    }
    if (draining.getAsBoolean()) {
      problem = Problem.of(ErrorCode.SHUTTING_DOWN, "expected a running server, found it stopping");
    }
    if (problem == null) {
      return Response.json(200, Map.of("status", "ready", "checks", listed));
    }
    Map<String, Object> members = problem.members();
    members.put("checks", listed);
    return Response.bytes(problem.status(), Problem.MEDIA_TYPE, Json.write(members))
        .header("Retry-After", Integer.toString(HttpLimits.RETRY_DOWN_SECONDS));
  }

  private List<Finding> findings() throws InterruptedException {
    List<Callable<Finding>> calls = checks.stream().map(Operations::call).toList();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      List<Future<Finding>> futures =
          threads.invokeAll(calls, CHECK_MILLIS_MAX, TimeUnit.MILLISECONDS);
      List<Finding> findings = new ArrayList<>();
      for (int i = 0; i < futures.size(); i++) {
        findings.add(finding(checks.get(i), futures.get(i)));
      }
      return findings;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Finding> call(HealthCheck check) {
    return () -> {
      check.probe().run();
      return new Finding(check, null);
    };
  }

  private static Finding finding(HealthCheck check, Future<Finding> future)
      throws InterruptedException {
    if (future.isCancelled()) {
      return new Finding(check, "no answer within " + CHECK_MILLIS_MAX + " ms");
    }
    try {
      return future.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return new Finding(check, String.valueOf(cause == null ? e : cause.getMessage()));
    }
  }

  private static byte[] resource() {
    try (InputStream in = Operations.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("expected the resource openapi.json beside this class");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
