package dev.assay.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.http.HttpConfig.Authentication;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server with given routes on a free loopback port, and a client that has its token. */
final class TestServer implements AutoCloseable {

  static final String TOKEN = "0123456789abcdef0123456789abcdef";

  private final HttpService service;
  private final HttpClient client = HttpClient.newHttpClient();

  TestServer(Route... routes) {
    this(HttpLimits.defaults(), List.of(), routes);
  }

  TestServer(int port, Route... routes) {
    this(port, HttpLimits.defaults(), List.of(), routes);
  }

  TestServer(HttpLimits limits, List<HealthCheck> checks, Route... routes) {
    this(0, limits, checks, routes);
  }

  TestServer(Authentication authentication, Route... routes) {
    this(HttpLimits.defaults(), authentication, routes);
  }

  TestServer(HttpLimits limits, Authentication authentication, Route... routes) {
    this(new HttpConfig("127.0.0.1", 0, authentication, limits), List.of(), routes);
  }

  private TestServer(int port, HttpLimits limits, List<HealthCheck> checks, Route... routes) {
    this(
        new HttpConfig("127.0.0.1", port, new Authentication.Bearer(BearerToken.of(TOKEN)), limits),
        checks,
        routes);
  }

  private TestServer(HttpConfig config, List<HealthCheck> checks, Route... routes) {
    this.service =
        new HttpService(
            config,
            List.of(routes),
            checks,
            List.of(),
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
  }

  int port() {
    return service.port();
  }

  HttpService service() {
    return service;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(service.url() + path))
        .header("Authorization", "Bearer " + TOKEN);
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).build());
  }

  HttpResponse<String> as(String token, String path) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(service.url() + path))
            .header("Authorization", "Bearer " + token)
            .build());
  }

  /** Waits until a line of the metrics begins with {@code prefix}. */
  void awaitMetric(String prefix) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (get("/metrics").body().lines().noneMatch(line -> line.startsWith(prefix))) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(
            "expected a metric " + prefix + ", found: " + get("/metrics").body());
      }
      LockSupport.parkNanos(20_000_000L);
    }
  }

  HttpClient client() {
    return client;
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return new ObjectMapper().readTree(response.body());
  }

  @Override
  public void close() {
    service.close();
    client.close();
  }
}
