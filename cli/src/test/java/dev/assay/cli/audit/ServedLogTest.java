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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an auditor takes from a system that answers as it likes. */
class ServedLogTest {

  private HttpServer server;
  private ServedLog log;
  private volatile int bytes;

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
}
