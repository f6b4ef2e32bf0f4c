package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WatchCommandTest {

  private static final String EVENT = "{\"id\":\"d-1\",\"kind\":\"RETRY\"}";
  private static final String UNKNOWN = "nothing is known of work item shop/cart yet; waiting";

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final StringWriter errors = new StringWriter();
  private final HttpServer server;
  private final Path tokenFile;

  WatchCommandTest(@TempDir Path directory) throws IOException {
    this.tokenFile = Files.writeString(directory.resolve("token"), "t");
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void workItem(int status, String body) {
    server.createContext(
        "/v1/work-items/shop/cart",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private void events(boolean endless) {
    server.createContext(
        "/v1/work-items/shop/cart/events",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          do {
            send(exchange);
          } while (endless);
          exchange.close();
        });
  }

  private static void send(HttpExchange exchange) throws IOException {
    String event = "event: decision\ndata: " + EVENT + "\n\n";
    exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
  }

  private int watch(PrintStream out) {
    return RootCommand.commandLine()
        .setOut(RootCommand.writer(out))
        .setErr(new PrintWriter(errors, true))
        .execute(
            "watch",
            "shop/cart",
            "--json",
            "--url",
            "http://127.0.0.1:" + server.getAddress().getPort(),
            "--token-file",
            tokenFile.toString());
  }

  private static PrintStream stream(OutputStream out) {
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }

  @Test
  void aWorkItemOfWhichNothingIsKnownIsSaidToBeWaitedFor() {
    workItem(404, "{\"code\":\"NOT_FOUND\",\"detail\":\"expected a work item, found none\"}");
    events(false);

    int code = watch(stream(printed));

    assertThat(code).isZero();
    assertThat(errors.toString()).contains(UNKNOWN);
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines(EVENT + "\n");
  }

  @Test
  void aKnownWorkItemIsWatchedWithoutAWord() {
    workItem(200, "{\"workItem\":\"shop/cart\"}");
    events(false);

    int code = watch(stream(printed));

    assertThat(code).isZero();
    assertThat(errors.toString()).isEmpty();
  }

  @Test
  @Timeout(60)
  void aClosedPipeEndsTheWatchAsLostOutput() {
    workItem(200, "{\"workItem\":\"shop/cart\"}");
    events(true);
    PrintStream closedAfterALine =
        stream(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                if (printed.size() > EVENT.length()) {
                  throw new IOException("Broken pipe");
                }
                printed.write(b);
              }
            });

    int code = watch(closedAfterALine);

    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(EVENT + "\n");
    assertThat(AssayMain.delivered(code, closedAfterALine, stream(new ByteArrayOutputStream())))
        .isEqualTo(ExitCode.OPERATIONAL);
  }
}
