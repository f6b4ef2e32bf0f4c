package dev.assay.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** Somebody on loopback who takes whatever is sent to him, and keeps each byte of it. */
final class Captured implements AutoCloseable {

  private final Map<String, List<String>> came = new ConcurrentHashMap<>();
  private final HttpServer server;

  Captured() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  /** His host and port. */
  String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /**
   * What was sent to {@code path}, in the order in which it came: its headers and its body, without
   * compression, a character for each byte.
   */
  List<String> at(String path) {
    return came.getOrDefault(path, List.of());
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
        body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
      }
      came.computeIfAbsent(
              exchange.getRequestURI().toString(), path -> new CopyOnWriteArrayList<>())
          .add(
              exchange.getRequestHeaders().entrySet()
                  + "\n"
                  + new String(body, StandardCharsets.ISO_8859_1));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
