package dev.assay.cfverify.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.assay.cfverify.document.SubResult.RerunHint;
import dev.assay.cfverify.evidence.Reruns.RerunLimits;
import dev.assay.cfverify.evidence.Reruns.RerunResult;
import dev.assay.egress.AllowedHost;
import dev.assay.egress.EgressPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A name server that answers the check with one address and the connection with another. */
final class PinnedRerunTest {

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private final HttpServer server = unstarted();

  private static HttpServer unstarted() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void serve() {
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          byte[] body = "the export is enabled".getBytes(StandardCharsets.UTF_8);
          boolean moved = exchange.getRequestURI().getPath().equals("/moved");
          exchange.getResponseHeaders().set("Location", "/page");
          exchange.sendResponseHeaders(moved ? 302 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Answers the first question with {@code first}, every later one with {@code later}. */
  private RerunResult fetch(String path, String first, String later) {
    EgressPolicy policy =
        new EgressPolicy(
            List.of(AllowedHost.parse("rebind.test"), AllowedHost.parse("127.0.0.1")),
            _ -> List.of(InetAddress.ofLiteral(asked.getAndIncrement() == 0 ? first : later)));
    try (WebReruns reruns = new WebReruns(policy, policy, null, RerunLimits.DEFAULT)) {
      return reruns.fetch(
          new RerunHint.WebFetch(
              "http://rebind.test:" + server.getAddress().getPort() + path, "what is it?"));
    }
  }

  @Test
  void theConnectionGoesToTheAddressThatWasChecked() {
    assertThat(fetch("/page", "127.0.0.1", "127.0.0.2")).isInstanceOf(RerunResult.Text.class);
    assertThat(asked).hasValue(1);
  }

  @Test
  void aRedirectIsCheckedAnewAndPinnedAnew() {
    assertThat(fetch("/moved", "127.0.0.1", "169.254.169.254"))
        .isInstanceOfSatisfying(
            RerunResult.Unavailable.class,
            unavailable -> assertThat(unavailable.why()).contains("after a redirect"));
    assertThat(requests).hasValue(1);
  }

  @Test
  void aPrivateAddressIsRefusedBeforeAnythingIsSent() {
    assertThat(fetch("/page", "10.0.0.1", "127.0.0.1")).isInstanceOf(RerunResult.Unavailable.class);
    assertThat(requests).hasValue(0);
  }
}
