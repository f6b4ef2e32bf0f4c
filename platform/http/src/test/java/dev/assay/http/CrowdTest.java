package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More connections than there are places: whoever brings a request is served all the same. */
class CrowdTest {

  private static final int PLACES = 64;
  private static final int CROWD = 300;

  private final HeldRequests held = new HeldRequests();
  private final Route echo =
      Route.post(
          "/v1/echo",
          Permission.SEND,
          request -> Response.bytes(200, "text/plain", request.body(2 << 20)));

  private final TestServer server =
      new TestServer(
          HttpLimits.defaults().withConnections(PLACES).withConcurrency(8, 8),
          List.of(),
          HeldRequests.HELLO,
          held.wait,
          held.slow,
          echo);
  private final List<RawConnection> crowd = new ArrayList<>();

  @AfterEach
  void leave() throws Exception {
    held.release();
    for (RawConnection connection : crowd) {
      connection.close();
    }
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /healthz HTTP/1.1\r\nHost: ",
        "POST /v1/echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n",
        "POST /v1/echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\nx",
        "POST /v1/echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET /v1/hello HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer wrong-but-long-enough\r\n\r\n"
      })
  void strangersDoNotKeepACallerOut(String first) throws Exception {
    for (int i = 0; i < CROWD; i++) {
      comes(first);
    }

    assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
    assertThat(connections("stranger")).isLessThanOrEqualTo(PLACES / 2);
  }

  @Test
  void aCallersConnectionSurvivesACrowdOfStrangers() throws Exception {
    try (RawConnection caller = new RawConnection(server.port())) {
      caller.send(hello());
      assertThat(caller.readOne()).isEqualTo('H');
      for (int i = 0; i < CROWD; i++) {
        comes("");
      }

      caller.send(hello().replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      assertThat(caller.readToEnd()).endsWith("hello");
    }
  }

  @Test
  void callersThatIdleMakePlaceForOneThatCalls() throws Exception {
    for (int i = 0; i < CROWD; i++) {
      comes(hello());
      crowd.getLast().readOne();
    }

    assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
    assertThat(connections("caller")).isLessThanOrEqualTo(PLACES / 2);
  }

  @Test
  void bodiesThatDoNotComeHoldNoPlace() throws Exception {
    for (int i = 0; i < 20; i++) {
      comes(head("POST /v1/echo") + "Content-Length: 100\r\n\r\nx");
      comes(head("POST /v1/echo") + "Transfer-Encoding: chunked\r\n\r\nff\r\nx");
      comes(head("POST /v1/echo") + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");
    }

    server.awaitMetric("assay_http_requests_in_work 1.0"); // the reading of the metrics itself
    for (int i = 0; i < 20; i++) {
      assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
    }
  }

  @Test
  void readsThatTakeLongDoNotKeepOutWhatIsSent() throws Exception {
    for (int i = 0; i < 20; i++) {
      comes(head("GET /v1/slow") + "\r\n");
    }
    server.awaitMetric("assay_http_requests_in_work 5.0"); // four of one caller, and these metrics

    try (RawConnection sender = new RawConnection(server.port())) {
      sender.send(head("POST /v1/echo") + "Connection: close\r\nContent-Length: 4\r\n\r\nsent");
      assertThat(sender.readToEnd()).endsWith("sent");
    }
  }

  @Test
  void oneWaitTooManyIsAnsweredWithoutWaiting() throws Exception {
    for (int i = 0; i < 4; i++) {
      comes(head("POST /v1/wait") + "Content-Length: 0\r\n\r\n");
    }
    server.awaitMetric("assay_http_streams_open 4.0");

    try (RawConnection fifth = new RawConnection(server.port())) {
      fifth.send(head("POST /v1/wait") + "Connection: close\r\nContent-Length: 0\r\n\r\n");
      assertThat(fifth.readToEnd()).endsWith("too many wait");
    }
    assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
  }

  @Test
  void http2IsNotSpoken() throws Exception {
    try (RawConnection client = new RawConnection(server.port())) {
      client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\6\4\0\0\0\0\0\0\4\0\0\0\0");
      assertThat(client.readToEnd()).startsWith("HTTP/1.1 400");
    }
    try (RawConnection client = new RawConnection(server.port())) {
      client.send(
          head("GET /v1/hello")
              + "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n"
              + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n");
      assertThat(client.readToEnd()).startsWith("HTTP/1.1 200").endsWith("hello");
    }
  }

  private void comes(String first) throws IOException {
    crowd.add(new RawConnection(server.port()));
    crowd.getLast().flood(first, first.isEmpty() ? 0 : 1);
  }

  private int connections(String whose) throws Exception {
    String line = "assay_http_connections{whose=\"" + whose + "\"} ";
    return server
        .get("/metrics")
        .body()
        .lines()
        .filter(each -> each.startsWith(line))
        .mapToInt(each -> (int) Double.parseDouble(each.substring(line.length())))
        .findFirst()
        .orElseThrow();
  }

  private String hello() {
    return head("GET /v1/hello") + "\r\n";
  }

  private String head(String call) {
    return call
        + " HTTP/1.1\r\nHost: 127.0.0.1:"
        + server.port()
        + "\r\nAuthorization: Bearer "
        + TestServer.TOKEN
        + "\r\n";
  }
}
