package dev.assay.delegation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The span that a collector receives over OTLP/HTTP. */
class TelemetryTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String ECHO =
      "while read -r x; do echo \"{\\\"response\\\":\\\"$TRACEPARENT\\\"}\"; done";

  @TempDir Path directory;
  private final HttpServer collector = unstarted();
  private final List<String> received = new CopyOnWriteArrayList<>();

  private static HttpServer unstarted() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void collect() {
    collector.createContext(
        "/v1/traces",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  private DelegateRun run() {
    return new DelegateRun(directory)
        .option("--kind", "builder", "--max-verify-retries", "1")
        .variable(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + collector.getAddress().getPort())
        .variable("TRACEPARENT", "00-" + TRACE + "-b7ad6b7169203331-01");
  }

  @Test
  void aVerifiedDelegationIsOneSpanInTheCallersTraceThatTheDelegateContinues() throws Exception {
    DelegateRun.Ended ended = run().verify("def run(result):\n  return True\n").shell(ECHO);

    assertThat(ended.result().path("response").asText())
        .startsWith("00-" + TRACE + "-")
        .doesNotContain("b7ad6b7169203331");
    assertThat(received)
        .singleElement()
        .asString()
        .contains("delegation.execute", "delegation.verify_attempts", "delegation.verify_passed")
        .contains("delegation.verify_outcome", "passed", "delegation.kind", "builder");
  }

  @Test
  void aBrokenVerifierIsASpanThatFailed() throws Exception {
    DelegateRun.Ended ended = run().verify("def run(result):\n  return 1\n").shell(ECHO);

    assertThat(ended.exit()).isEqualTo(3);
    assertThat(received).singleElement().asString().contains("failed", "verify: parse outcome");
  }

  @Test
  void nothingToVerifyIsSkippedWithoutAttempts() {
    assertThat(run().shell(ECHO).exit()).isZero();
    assertThat(received)
        .singleElement()
        .asString()
        .contains("skipped")
        .doesNotContain("delegation.verify_attempts");
  }
}
