package dev.assay.store.witness;

import dev.assay.core.log.NoteKey;
import dev.assay.http.BearerToken;
import dev.assay.http.HttpConfig;
import dev.assay.http.HttpLimits;
import dev.assay.http.HttpService;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** A witness in a directory, served on a free loopback port. */
public final class WitnessServer implements AutoCloseable {

  static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  static final String TOKEN = "0123456789abcdef0123456789abcdef";

  public final LogWitness witness;
  private final HttpService http;
  private final HttpClient client = HttpClient.newHttpClient();

  WitnessServer(Path directory, NoteKey... logs) {
    this(directory, "witness.example/w1", logs);
  }

  /** A witness of the name {@code name}. */
  public WitnessServer(Path directory, String name, NoteKey... logs) {
    this.witness = LogWitness.open(directory, name, List.of(logs), InstantSource.fixed(NOW));
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    this.http =
        new HttpService(
            new HttpConfig(
                "127.0.0.1",
                0,
                new HttpConfig.Authentication.Bearer(BearerToken.of(TOKEN)),
                HttpLimits.defaults()),
            new WitnessCalls(witness, registry).routes(),
            List.of(),
            List.of(),
            registry);
  }

  public String url() {
    return http.url();
  }

  HttpResponse<String> add(String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url() + "/add-checkpoint"))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer " + TOKEN)
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() throws IOException {
    http.close();
    witness.close();
  }
}
