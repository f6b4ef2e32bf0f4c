package dev.assay.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.assay.cli.CommandException;
import dev.assay.cli.client.ApiClient;
import dev.assay.core.merkle.TilePath;
import dev.assay.store.log.LogLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an auditor takes from a system that answers as it likes. */
class ServedLogTest {

  private HttpServer server;
  private ServedLog log;
  private volatile int bytes;
  private volatile String page = "";
  private final AtomicInteger asked = new AtomicInteger();

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/tile",
        exchange -> {
          exchange.sendResponseHeaders(200, bytes);
          try (var body = exchange.getResponseBody()) {
            body.write(new byte[bytes]);
          }
        });
    server.createContext(
        "/v1/work-items",
        exchange -> {
          asked.incrementAndGet();
          byte[] page = this.page.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, page.length);
          try (var body = exchange.getResponseBody()) {
            body.write(page);
          }
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    log = new ServedLog(new ApiClient(url, null), url);
  }

  @AfterEach
  void stop() {
    log.close();
    server.stop(0);
  }

  @Test
  void aTileIsNotReadBeyondTheLongestThatThereCanBe() {
    TilePath path = TilePath.entries(0, TilePath.FULL_WIDTH);
    bytes = LogLimits.BUNDLE_BYTES_MAX;
    assertThat(log.tile(path)).hasValueSatisfying(tile -> assertThat(tile).hasSize(bytes));

    bytes = LogLimits.BUNDLE_BYTES_MAX + 1;
    assertThatThrownBy(() -> log.tile(path)).isInstanceOf(CommandException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"workItem\":\"w\",\"status\":\"open\",\"decisions\":[]}"})
  void aListThatNeverEndsIsLeft(String items) {
    page = "{\"items\":[" + items + "],\"next\":\"again\"}";

    assertThatThrownBy(() -> log.items(null, 20, _ -> {}))
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.code()).isEqualTo("INVALID_ANSWER"));
    assertThat(asked).hasValueLessThan(60);
  }
}
