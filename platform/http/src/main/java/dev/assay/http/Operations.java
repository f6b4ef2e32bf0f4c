package dev.assay.http;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Resources;
import dev.assay.schemas.json.Json;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The calls that every server answers: health, metrics and its own description. */
final class Operations {

  private static final Set<String> PROBES = Set.of("/healthz", "/readyz");
  private static final String METRICS = "/metrics";
  private static final byte[] ALIVE = Json.write(Map.of("status", "alive"));

  private final Readiness readiness;
  private final PrometheusMeterRegistry registry;
  private final BooleanSupplier draining;
  private final byte[] description;

  Operations(List<HealthCheck> checks, PrometheusMeterRegistry registry, BooleanSupplier draining) {
    this.readiness = new Readiness(checks);
    this.registry = registry;
    this.draining = draining;
    this.description = Resources.bytes(Operations.class, "openapi.json");
  }

  /** Whether this is a probe, which is never refused. */
  static boolean probe(Route route) {
    return PROBES.contains(route.path());
  }

  /** Whether operators ask this of a server in any state. */
  static boolean operates(Route route) {
    return probe(route) || route.path().equals(METRICS);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/healthz", Permission.ANYBODY, _ -> Response.bytes(200, Response.JSON, ALIVE)),
        Route.get("/readyz", Permission.ANYBODY, _ -> ready()),
        Route.get(
            METRICS,
            Permission.ADMINISTER,
            _ -> Response.text(200, "text/plain; version=0.0.4; charset=utf-8", registry.scrape())),
        Route.get(
            "/openapi.json",
            Permission.READ,
            _ -> Response.bytes(200, Response.JSON, description)));
  }

  private Response ready() throws InterruptedException {
    List<Map<String, Object>> listed = new ArrayList<>();
    Problem problem = null;
    for (Readiness.Finding finding : readiness.findings()) {
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
}
