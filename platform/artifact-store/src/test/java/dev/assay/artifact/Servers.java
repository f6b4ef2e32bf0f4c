package dev.assay.artifact;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.testkit.s3.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** S3 services for the tests: a whole one, and one that only fails. */
final class Servers {

  private Servers() {}

  static S3Config config(S3Server server, Path directory) {
    return config(server.endpoint(), server.secretKey(), directory);
  }

  static S3Config config(URI endpoint, String secretKey, Path directory) {
    return new S3Config(
        endpoint,
        "us-east-1",
        "artifacts",
        "run-1/",
        "test-access-key",
        secretKey,
        true,
        directory.resolve("spool"));
  }

  /** Answers 503 SlowDown to the first {@code failures} requests and 200 to the others. */
  static HttpServer busy(int failures, AtomicInteger requests) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          if (requests.incrementAndGet() <= failures) {
            slowDown(exchange);
          } else {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
          }
        });
    server.start();
    return server;
  }

  private static void slowDown(HttpExchange exchange) throws IOException {
    byte[] body =
        "<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
            .getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(503, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  static URI endpoint(HttpServer server) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }
}
