package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileClientTest {

  private static final Route HELLO =
      Route.get("/v1/hello", Permission.READ, _ -> Response.text(200, "text/plain", "hello"));
  private static final Route STREAM =
      Route.put(
          "/v1/stream",
          Permission.SEND,
          request -> {
            long bytes = request.stream().transferTo(java.io.OutputStream.nullOutputStream());
            return Response.text(200, "text/plain", "read " + bytes);
          });
  private static final Route ECHO =
      Route.post(
          "/v1/echo",
          Permission.SEND,
          request -> Response.bytes(200, "text/plain", request.body(100_000)));

  private final TestServer server;

  HostileClientTest() {
    server =
        new TestServer(
            HttpLimits.defaults().withPatience(300, 700, 300), List.of(), HELLO, STREAM, ECHO);
  }

  @AfterEach
  void stopTheServer() throws Exception {
    // Whatever a hostile client did, the others are still served.
    assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1", "localhost:1", "", "127.0.0.1.evil.example"})
  void aForeignHostIsRefused(String host) throws IOException {
    String answer = ask("GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");

    assertThat(answer).matches("(?s)HTTP/1.1 (403|400) .*");
    assertThat(answer).containsAnyOf("HOST_REFUSED", "MALFORMED_REQUEST").doesNotContain("alive");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "LocalHost", "[::1]"})
  void theLoopbackNamesWithThePortAreAccepted(String host) throws IOException {
    assertThat(
            ask(
                "GET /healthz HTTP/1.1\r\nHost: "
                    + host
                    + ":"
                    + server.port()
                    + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void twoHostsAreMalformed() throws IOException {
    String host = "Host: 127.0.0.1:" + server.port() + "\r\n";

    assertMalformed(ask("GET /healthz HTTP/1.1\r\n" + host + host + "\r\n"));
  }

  @Test
  void whatIsNoHttpIsMalformed() throws IOException {
    assertMalformed(ask("hello there\r\n\r\n"));
  }

  @Test
  void contentLengthBesideChunksIsMalformed() throws IOException {
    assertMalformed(
        ask(
            head("POST", "/v1/echo")
                + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
  }

  @Test
  void aChunkSizeThatIsNoNumberIsMalformed() throws IOException {
    assertMalformed(
        ask(head("POST", "/v1/echo") + "Transfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n"));
  }

  @Test
  void aNegativeLengthIsMalformed() throws IOException {
    assertMalformed(ask(head("POST", "/v1/echo") + "Content-Length: -1\r\n\r\n"));
  }

  @Test
  void headersOverTheBoundAreMalformed() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send("GET /v1/hello HTTP/1.1\r\n");
      connection.flood("X-Filler: " + "x".repeat(1_000) + "\r\n", 200);

      assertThat(connection.readToEnd()).matches("(?s)(HTTP/1.1 400 .*|)");
    }
  }

  @Test
  void aRequestLineOverTheBoundIsMalformed() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send("GET /");
      connection.flood("x".repeat(1_000), 200);

      assertThat(connection.readToEnd()).matches("(?s)(HTTP/1.1 400 .*|)");
    }
  }

  @Test
  void headersThatDripAreCutOff() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send("GET /v1/hello HTTP/1.1\r\n");

      Thread drip = Thread.startVirtualThread(() -> drip(connection, "X-A: b\r\n"));

      assertThat(connection.readToEnd()).matches("(?s)(HTTP/1.1 408 .*REQUEST_TIMEOUT.*|)");
      drip.interrupt();
    }
  }

  @Test
  void headersThatStopAreCutOff() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send("GET /v1/hello HTTP/1.1\r\nHost: ");

      assertThat(connection.readToEnd()).isEmpty();
    }
  }

  @Test
  void aConnectionThatSaysNothingIsClosed() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      assertThat(connection.readToEnd()).isEmpty();
    }
  }

  @Test
  void aBodyThatStopsIsCutOff() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(head("POST", "/v1/echo") + "Content-Length: 10\r\n\r\nabc");

      assertThat(connection.readToEnd()).isEmpty();
    }
  }

  @Test
  void aBodyThatDripsIsCutOff() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(head("PUT", "/v1/stream") + "Content-Length: 1000000\r\n\r\n");

      Thread drip = Thread.startVirtualThread(() -> drip(connection, "x"));

      assertThat(connection.readToEnd()).startsWith("HTTP/1.1 408").contains("REQUEST_TIMEOUT");
      drip.interrupt();
    }
  }

  @Test
  void aHeadThatEndsEarlyIsMalformed() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send("GET /v1/hello HTTP/1.1\r\nHost: ");
      connection.endOutput();

      assertMalformed(connection.readToEnd());
    }
  }

  @Test
  void aBodyThatEndsEarlyIsMalformed() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(head("POST", "/v1/echo") + "Content-Length: 10\r\n\r\nabc");
      connection.endOutput();

      assertMalformed(connection.readToEnd());
    }
  }

  @Test
  void aChunkThatWouldFillTheMemoryIsRefused() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(head("PUT", "/v1/stream") + "Transfer-Encoding: chunked\r\n\r\n3fffffff\r\n");
      connection.flood("x".repeat(64 * 1024), 200);

      assertThat(connection.readToEnd()).matches("(?s)(HTTP/1.1 413 .*PAYLOAD_TOO_LARGE.*|)");
    }
  }

  @Test
  void aStrangersBodyIsNotReadToItsEnd() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(
          "PUT /v1/stream HTTP/1.1\r\nHost: 127.0.0.1:"
              + server.port()
              + "\r\nContent-Length: 1000000000\r\n\r\n");
      connection.flood("x".repeat(64 * 1024), 200);

      assertThat(connection.readToEnd()).matches("(?s)(HTTP/1.1 401 .*|)");
    }
  }

  @Test
  void requestsInOneGoAreAnsweredInOrder() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      String body = "Content-Length: 3\r\n\r\n";
      connection.send(
          head("POST", "/v1/echo")
              + body
              + "one"
              + head("GET", "/v1/nothing")
              + body
              + "two"
              + head("POST", "/v1/echo")
              + "Connection: close\r\n"
              + body
              + "3rd");

      String answers = connection.readToEnd();

      assertThat(answers).containsSubsequence("200", "one", "404", "NOT_FOUND", "200", "3rd");
      assertThat(answers).doesNotContain("400");
    }
  }

  private String ask(String request) throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      return connection.send(request).readToEnd();
    }
  }

  private String head(String method, String path) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1:"
        + server.port()
        + "\r\nAuthorization: Bearer "
        + TestServer.TOKEN
        + "\r\n";
  }

  private static void assertMalformed(String answer) {
    assertThat(answer).startsWith("HTTP/1.1 400").contains("MALFORMED_REQUEST");
  }

  /** Sends a little every 20 ms until the server closes the connection. */
  private static void drip(RawConnection connection, String piece) {
    try {
      for (int i = 0; i < 1_000; i++) {
        connection.send(piece);
        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000L);
      }
    } catch (IOException _) {
      // the server has had enough
    }
  }
}
