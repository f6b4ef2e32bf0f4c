package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.http.HttpConfig.Authentication;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One caller floods the server with requests that take long: the others have their part. */
class PartsOfCallersTest {

  private static final String GREEDY = "fedcba9876543210fedcba9876543210";
  private static final int WAITS = 64;

  private final HeldRequests held = new HeldRequests();
  private final Route echo =
      Route.post(
          "/v1/echo",
          Permission.SEND,
          request -> Response.text(200, "text/plain", "" + request.body(8 << 20).length));
  private final List<CompletableFuture<HttpResponse<String>>> flood = new ArrayList<>();
  private final List<RawConnection> crowd = new ArrayList<>();
  private final TestServer server;

  PartsOfCallersTest(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("principals.json");
    Principals.edit(
        file,
        all ->
            all.with(
                new Principals.Entry(
                    "greedy",
                    List.of(Role.OPERATE.text()),
                    null,
                    List.of(Principals.Token.of(BearerToken.of(GREEDY), null)))));
    server =
        new TestServer(
            HttpLimits.defaults().withConcurrency(1_024, WAITS),
            new Authentication.Bearer(
                Credentials.of(BearerToken.of(TestServer.TOKEN), file, Instant::now)),
            HeldRequests.HELLO,
            held.slow,
            held.wait,
            echo);
  }

  @AfterEach
  void close() throws IOException {
    held.release();
    for (RawConnection each : crowd) {
      each.close();
    }
    server.close();
  }

  @Test
  void readsOfOneCallerThatTakeLongDoNotKeepOthersWaiting() throws Exception {
    for (int i = 0; i < 4 * HttpLimits.READ_REQUESTS_MAX; i++) {
      floods("/v1/slow", "GET");
    }
    server.awaitMetric("assay_http_requests_in_work 17.0"); // half of 32, and these metrics

    assertThat(server.get("/v1/hello").body()).isEqualTo("hello");
    held.release();
    for (CompletableFuture<HttpResponse<String>> each : flood) {
      assertThat(each.get().body()).isEqualTo("slow");
    }
  }

  @Test
  void waitsOfOneCallerLeaveOthersPlacesToWait() throws Exception {
    for (int i = 0; i < WAITS; i++) {
      floods("/v1/wait", "POST");
    }
    server.awaitMetric("assay_http_streams_open " + WAITS / 2 + ".0");

    CompletableFuture<HttpResponse<String>> other = asks(TestServer.TOKEN, "/v1/wait", "POST");
    server.awaitMetric("assay_http_streams_open " + (WAITS / 2 + 1) + ".0");
    held.release();
    assertThat(other.get().body()).isEqualTo("waited");
    int waited = 0;
    for (CompletableFuture<HttpResponse<String>> each : flood) {
      waited += each.get().body().equals("waited") ? 1 : 0;
    }
    assertThat(waited).isEqualTo(WAITS / 2);
  }

  @Test
  void bodiesOfOneCallerThatNeverEndLeaveOthersTheirMemory() throws Exception {
    for (int i = 0; i < 30; i++) {
      comes("POST /v1/echo").flood("Content-Length: 8000000\r\n\r\n" + "x".repeat(7_000_000), 1);
    }
    server.awaitMetric("assay_http_requests_seconds_count{route=\"POST /v1/echo\",status=\"429\"}");

    HttpRequest other =
        server.request("/v1/echo").POST(BodyPublishers.ofString("x".repeat(8 << 20))).build();
    assertThat(server.send(other).body()).isEqualTo("" + (8 << 20));
  }

  private RawConnection comes(String call) throws IOException {
    RawConnection connection = new RawConnection(server.port());
    crowd.add(connection);
    return connection.send(
        call
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + server.port()
            + "\r\nAuthorization: Bearer "
            + GREEDY
            + "\r\n");
  }

  private void floods(String path, String method) {
    flood.add(asks(GREEDY, path, method));
  }

  private CompletableFuture<HttpResponse<String>> asks(String token, String path, String method) {
    HttpRequest request =
        server
            .request(path)
            .setHeader("Authorization", "Bearer " + token)
            .method(method, BodyPublishers.noBody())
            .build();
    return server.client().sendAsync(request, BodyHandlers.ofString());
  }
}
