package dev.assay.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A route with its timers, one per status it has answered. */
final class Endpoint {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10)
  };

  private final Route route;
  private final MeterRegistry registry;
  private final ConcurrentMap<Integer, Timer> timers = new ConcurrentHashMap<>();

  Endpoint(Route route, MeterRegistry registry) {
    this.route = route;
    this.registry = registry;
  }

  Route route() {
    return route;
  }

  void answered(int status, long nanos) {
    timers
        .computeIfAbsent(
            status,
            code ->
                Timer.builder("assay.http.requests")
                    .description("Requests by route and status, until the answer is written")
                    .tag("route", route.name())
                    .tag("status", Integer.toString(code))
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry))
        .record(Duration.ofNanos(nanos));
  }
}
