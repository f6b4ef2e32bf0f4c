package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that waits for something while its client leaves, or sends more. */
class ClientLeftTest {

  private final CountDownLatch release = new CountDownLatch(1);
  private final Route wait =
      Route.post(
          "/v1/wait",
          Permission.SEND,
          request -> {
            boolean waits = request.mayWait();
            while (waits && !request.clientLeft()) {
              waits = !release.await(10, TimeUnit.MILLISECONDS);
            }
            return Response.text(200, "text/plain", waits ? "left" : "released");
          });
  private final Route echo =
      Route.post(
          "/v1/echo",
          Permission.SEND,
          request -> Response.bytes(200, "text/plain", request.body(100)));
  private final TestServer server =
      new TestServer(HttpLimits.defaults(), List.of(), wait, echo, HeldRequests.HELLO);

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
  }

  @Test
  void oneThatWaitsForAClientThatLeftEnds() throws Exception {
    try (RawConnection client = new RawConnection(server.port())) {
      client.send(head("POST /v1/wait") + "Content-Length: 0\r\n\r\n");
      server.awaitMetric("assay_http_streams_open 1.0");
    }
    server.awaitMetric("assay_http_streams_open 0.0");
  }

  @Test
  void aClientThatEndsItsSideAloneIsAnsweredAtOnce() throws Exception {
    try (RawConnection client = new RawConnection(server.port())) {
      client.send(head("POST /v1/wait") + "Content-Length: 0\r\n\r\n");
      server.awaitMetric("assay_http_streams_open 1.0");
      client.endOutput();
      assertThat(client.readToEnd()).startsWith("HTTP/1.1 200").endsWith("left");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40, 200})
  void whatAClientSendsWhileItWaitsIsItsNextRequest(int early) throws Exception {
    String next = head("POST /v1/echo") + "Connection: close\r\nContent-Length: 4\r\n\r\nsent";
    int split = Math.min(early, next.length());
    try (RawConnection client = new RawConnection(server.port())) {
      client.send(head("POST /v1/wait") + "Content-Length: 0\r\n\r\n");
      server.awaitMetric("assay_http_streams_open 1.0");
      client.send(next.substring(0, split));
      assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
      release.countDown();
      client.send(next.substring(split));
      assertThat(client.readToEnd()).contains("released").endsWith("sent");
    }
  }

  private String head(String line) {
    return line
        + " HTTP/1.1\r\nHost: localhost:"
        + server.port()
        + "\r\nAuthorization: Bearer "
        + TestServer.TOKEN
        + "\r\n";
  }
}
