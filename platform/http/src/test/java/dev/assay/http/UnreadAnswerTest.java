package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that ask and do not take the answer: each is cut off, and nobody else notices. */
class UnreadAnswerTest {

  private static final int LARGE = 24 << 20;
  private static final String SLOW = "assay_http_connections_ended_total{reason=\"slow_answer\"} ";

  private static final Route HELLO =
      Route.get("/v1/hello", Permission.READ, _ -> Response.text(200, "text/plain", "hello"));
  private static final Route PUBLIC =
      Route.get(
          "/large", Permission.ANYBODY, _ -> Response.bytes(200, "text/plain", new byte[LARGE]));
  private static final Route SMALL =
      Route.get(
          "/small", Permission.ANYBODY, _ -> Response.bytes(200, "text/plain", new byte[5_000]));
  private static final Route CALLERS =
      Route.get(
          "/v1/large", Permission.READ, _ -> Response.bytes(200, "text/plain", new byte[LARGE]));

  private final CompletableFuture<Boolean> streamEnded = new CompletableFuture<>();
  private final Route events =
      Route.get("/v1/events", Permission.READ, _ -> Response.events(this::floods));

  private TestServer server = serving(HttpLimits.defaults().withPatience(400, 60_000, 400));
  private final List<RawConnection> connections = new ArrayList<>();

  @AfterEach
  void theOthersAreServed() throws Exception {
    assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
    for (RawConnection connection : connections) {
      connection.close();
    }
    server.close();
  }

  @Test
  void aClientThatReadsNothingIsCutOffAndCounted() throws Exception {
    RawConnection connection = ask("GET /large", 1);

    server.awaitMetric(SLOW + "1.0");
    assertThat(connection.readToEnd().length()).isLessThan(LARGE);
  }

  @Test
  void aClientThatReadsByteByByteIsCutOff() throws Exception {
    RawConnection connection = ask("GET /large", 1);
    Thread drip =
        Thread.startVirtualThread(() -> {
          try {
            while (connection.readOne() >= 0) {
              LockSupport.parkNanos(5_000_000L);
            }
          } catch (IOException _) {
            // the server has had enough
          }
        });

    server.awaitMetric(SLOW + "1.0");
    drip.interrupt();
  }

  @Test
  void requestsInOneGoWhoseAnswersNobodyReadsAreCutOff() throws Exception {
    RawConnection connection = connect();
    Thread sender =
        Thread.startVirtualThread(() -> connection.flood(request("GET /small"), 100_000));

    server.awaitMetric(SLOW + "1.0");
    sender.join();
  }

  @Test
  void halfAConnectionThatReadsNothingIsCutOff() throws Exception {
    ask("GET /large", 1).endOutput();

    server.awaitMetric(SLOW + "1.0");
  }

  @Test
  void anEventStreamThatNobodyReadsIsCutOff() throws Exception {
    ask("GET /v1/events", 1);

    assertThat(streamEnded.get(60, TimeUnit.SECONDS)).isTrue();
    server.awaitMetric(SLOW + "1.0");
  }

  @Test
  void noPlaceIsHeldWhileAnAnswerIsOnItsWay() throws Exception {
    bePatient();
    for (int i = 0; i < 3; i++) {
      ask("GET /v1/large", 1);
      connections.getLast().readOne();
    }

    assertThat(server.get("/v1/hello").statusCode()).isEqualTo(200);
  }

  @Test
  void answersThatStandStillMakeRoomForThoseThatAreRead() throws Exception {
    bePatient();
    for (int i = 0; i < 5; i++) {
      ask("GET /large", 1);
    }

    HttpRequest anonymous = HttpRequest.newBuilder(server.request("/large").build().uri()).build();
    assertThat(server.send(anonymous).body()).hasSize(LARGE);
  }

  @Test
  void aCrowdOfThePublicDoesNotEndTheAnswersOfCallers() throws Exception {
    bePatient();
    for (int i = 0; i < 100; i++) {
      ask("GET /large", 1);
    }

    assertThat(server.get("/v1/large").body()).hasSize(LARGE);
    assertThat(server.get("/large").body()).hasSize(LARGE);
    for (String probe : List.of("/healthz", "/readyz")) {
      HttpRequest anonymous = HttpRequest.newBuilder(server.request(probe).build().uri()).build();
      assertThat(server.send(anonymous).statusCode()).isEqualTo(200);
    }
  }

  private TestServer serving(HttpLimits limits) {
    return new TestServer(
        limits.withConcurrency(1, 1), List.of(), HELLO, PUBLIC, SMALL, CALLERS, events);
  }

  /** The test's own reading may be slow on a busy machine. */
  private void bePatient() {
    server.close();
    server = serving(HttpLimits.defaults());
  }

  private void floods(EventSink sink) throws IOException {
    try {
      for (int i = 0; i < 1_000_000; i++) {
        sink.send("noise", Integer.toString(i), "x".repeat(10_000));
      }
    } finally {
      streamEnded.complete(true);
    }
  }

  private RawConnection connect() throws IOException {
    RawConnection connection = new RawConnection(server.port());
    connections.add(connection);
    return connection;
  }

  private RawConnection ask(String what, int times) throws IOException {
    return connect().send(request(what).repeat(times));
  }

  private String request(String what) {
    return what
        + " HTTP/1.1\r\nHost: 127.0.0.1:"
        + server.port()
        + "\r\n"
        + (what.contains("/v1/") ? "Authorization: Bearer " + TestServer.TOKEN + "\r\n" : "")
        + "\r\n";
  }
}
