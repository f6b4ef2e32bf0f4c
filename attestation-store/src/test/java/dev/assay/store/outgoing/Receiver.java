package dev.assay.store.outgoing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.egress.AllowedHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Somebody on loopback who is told; answers with the statuses that it is given, then with 204. With
 * 200 comes a body that is larger than anybody wants to read.
 */
final class Receiver implements AutoCloseable {

  private static final byte[] LARGE = new byte[1 << 20];
  private static final long WAIT_SECONDS_MAX = 90;

  /** What came. */
  static final class Got {
    final String id;
    final String timestamp;
    final String signature;
    final byte[] body;

    Got(HttpExchange exchange) throws IOException {
      this.id = header(exchange, "webhook-id");
      this.timestamp = header(exchange, "webhook-timestamp");
      this.signature = header(exchange, "webhook-signature");
      this.body = exchange.getRequestBody().readAllBytes();
    }

    private static String header(HttpExchange exchange, String name) {
      return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }
  }

  private final HttpServer server;
  private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Got> came = new LinkedBlockingQueue<>();

  Receiver(Integer... first) throws IOException {
    statuses.addAll(List.of(first));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook?token=t0p";
  }

  List<AllowedHost> named() {
    return List.of(AllowedHost.parse("127.0.0.1:" + server.getAddress().getPort()));
  }

  /** The next that comes. */
  Got next() throws InterruptedException {
    Got next = came.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("expected a message, found none");
    }
    return next;
  }

  boolean idle() {
    return came.isEmpty();
  }

  private void answer(HttpExchange exchange) throws IOException {
    came.add(new Got(exchange));
    Integer status = statuses.poll();
    exchange.getResponseHeaders().add("Location", "/elsewhere");
    try (exchange) {
      if (status != null && status == 200) {
        exchange.sendResponseHeaders(200, LARGE.length);
        exchange.getResponseBody().write(LARGE);
      } else {
        exchange.sendResponseHeaders(status == null ? 204 : status, -1);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
