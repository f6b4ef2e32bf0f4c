package dev.assay.llmadvisor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An OpenAI-compatible endpoint that answers as it is told. */
final class StubModel implements AutoCloseable {

  static final Duration TIME = Duration.ofSeconds(4);
  static final int RESPONSE_BYTES_MAX = 64 * 1024;

  /** The bodies of the requests, in order. */
  final Queue<JsonNode> asked = new ConcurrentLinkedQueue<>();

  /** The Authorization headers. */
  final Queue<String> authorizations = new ConcurrentLinkedQueue<>();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile Behaviour behaviour = exchange -> respond(exchange, 500, "{}");

  /** What it does with a request whose body was read. */
  @FunctionalInterface
  interface Behaviour {
    void answer(HttpExchange exchange) throws IOException, InterruptedException;
  }

  StubModel() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/chat/completions", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes()));
      authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      behaviour.answer(exchange);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** It writes {@code content} from now on. */
  StubModel says(String content) {
    behaviour =
        exchange ->
            respond(
                exchange,
                200,
                new ObjectMapper()
                    .writeValueAsString(
                        Map.of(
                            "choices",
                            java.util.List.of(
                                Map.of(
                                    "message", Map.of("role", "assistant", "content", content))))));
    return this;
  }

  /** It answers this status and body from now on. */
  StubModel answers(int status, String body) {
    behaviour = exchange -> respond(exchange, status, body);
    return this;
  }

  /** It never stops to write. */
  StubModel writesWithoutEnd() {
    behaviour =
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] chunk = " ".repeat(8 * 1024).getBytes(StandardCharsets.UTF_8);
          OutputStream out = exchange.getResponseBody();
          while (closing.getCount() > 0) {
            out.write(chunk);
            out.flush();
          }
        };
    return this;
  }

  /** It writes a byte now and then. */
  StubModel drips() {
    behaviour =
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          OutputStream out = exchange.getResponseBody();
          while (!closing.await(50, TimeUnit.MILLISECONDS)) {
            out.write(' ');
            out.flush();
          }
        };
    return this;
  }

  /** It takes the request and says nothing. */
  StubModel keepsSilent() {
    behaviour = _ -> closing.await();
    return this;
  }

  /** It no longer listens. */
  void goesAway() {
    server.stop(0);
  }

  /** It does this. */
  StubModel does(Behaviour other) {
    behaviour = other;
    return this;
  }

  /** What the user message of the last request held. */
  JsonNode lastData() throws IOException {
    JsonNode last = asked.stream().reduce((_, b) -> b).orElseThrow();
    return new ObjectMapper().readTree(last.at("/messages/1/content").asText());
  }

  static void respond(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  ModelEndpoint endpoint(@Nullable String key) {
    return new ModelEndpoint(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1"),
        "small-model",
        key,
        TIME,
        RESPONSE_BYTES_MAX);
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
