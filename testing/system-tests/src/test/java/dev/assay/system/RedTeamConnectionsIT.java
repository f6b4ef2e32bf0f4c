package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Crowds of connections against {@code assay up}, with and without its token. Whatever they do,
 * whoever comes with a request on a new connection is served: a submission, an auditor, a probe.
 */
class RedTeamConnectionsIT {

  private static final String TILE = "/tile/entries/000";
  private static final int EVENTS_OF_TILE = 128;
  private static final int ROUNDS = 5;

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));
  private static String token = "";
  private static String agent = "";
  private static String report = "";
  private static int events;

  private final List<RawHttp> crowd = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    Path data = home.resolve("data");
    system = new UpSystem(data).start();
    token = Files.readString(data.resolve("tokens/operator")).strip();
    agent = Files.readString(data.resolve("tokens/agent")).strip();
    report = Samples.passing("crowd.Suite");
    assertThat(system.api().put(report, "application/xml").status()).isEqualTo(201);
    String batch =
        IntStream.range(0, EVENTS_OF_TILE)
            .mapToObj(i -> event("tile-" + i))
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(system.api().post(Api.BATCH, batch, "").status()).isEqualTo(202);
    Await.until(
        "the log has a full bundle of entries", () -> system.api().get(TILE).status() == 200);
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @AfterEach
  void disperse() throws IOException {
    for (RawHttp each : crowd) {
      each.close();
    }
  }

  @Test
  void readersOfTheLogThatReadNothingAreCutOffAndKeepNobodyOut() throws Exception {
    double before = cutOff();
    come(1_200, get(TILE).repeat(4));

    everybodyIsServed();
    Await.until("those who read nothing are cut off", () -> cutOff() - before >= 1_200);
  }

  @Test
  void anAuditorReadsAmongReadersThatReadNothing() throws Exception {
    byte[] bundle = system.api().bytes(TILE);
    come(1_200, get(TILE).repeat(4));

    try (Api auditor = new Api(system.api().url(), null)) {
      assertThat(auditor.bytes(TILE)).isEqualTo(bundle);
    }
  }

  @Test
  void readersWithATokenThatReadNothingKeepNobodyOut() throws Exception {
    come(1_200, called("GET", "/v1/attestations?limit=1000", agent) + "\r\n");

    everybodyIsServed();
  }

  @Test
  void askingForReadinessManyTimesHidesItFromNobody() throws Exception {
    come(700, get("/readyz").repeat(20));

    everybodyIsServed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/healthz", "/checkpoint", "/v1/keys", "/nothing", "/metrics"})
  void smallAnswersThatNobodyReadsKeepNobodyOut(String path) throws Exception {
    come(700, get(path).repeat(50));

    everybodyIsServed();
  }

  @Test
  void connectionsThatSayNothingKeepNobodyOut() throws Exception {
    come(5_000, "");

    everybodyIsServed();
  }

  @Test
  void headsThatNeverEndKeepNobodyOut() throws Exception {
    come(1_500, "GET /healthz HTTP/1.1\r\nX-Filler: " + "x".repeat(8_000));

    everybodyIsServed();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1000000\r\n\r\nx",
        "Transfer-Encoding: chunked\r\n\r\nfffff\r\nx",
        "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n"
      })
  void bodiesThatNeverEndKeepNobodyOut(String rest) throws Exception {
    come(1_200, strange("POST", "/v1/executions") + rest);
    come(
        1_200,
        called("POST", "/v1/executions") + "Content-Type: application/cloudevents+json\r\n" + rest);
    come(200, called("PUT", "/v1/artifacts") + rest);

    everybodyIsServed();
  }

  @Test
  void guessingTokensKeepsNobodyOut() throws Exception {
    String guess =
        strange("GET", "/v1/attestations")
            + "Authorization: Bearer "
            + "x".repeat(8_000)
            + "\r\n\r\n";
    come(1_500, guess.repeat(5));

    everybodyIsServed();
  }

  @Test
  void manyWhoFollowAWorkItemKeepNobodyOut() throws Exception {
    come(1_200, called("GET", "/v1/work-items/tile-0/events") + "\r\n");

    everybodyIsServed();
  }

  private void come(int count, String request) throws IOException {
    for (int i = 0; i < count; i++) {
      crowd.add(new RawHttp(system.api().url()).send(request));
    }
  }

  private static void everybodyIsServed() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      try (Api caller = new Api(system.api().url(), token);
          Api stranger = new Api(system.api().url(), null)) {
        assertThat(stranger.get("/healthz").status()).isEqualTo(200);
        Api.Answer ready = stranger.get("/readyz");
        assertThat(ready.status()).as(ready.body()).isEqualTo(200);
        assertThat(stranger.get("/checkpoint").status()).isEqualTo(200);
        assertThat(caller.post(Api.EVENT, event("crowd-" + events++), "").status()).isEqualTo(202);
        assertThat(caller.get("/v1/work-items/tile-0").status()).isEqualTo(200);
        assertThat(caller.get("/metrics").status()).isEqualTo(200);
      }
    }
  }

  private static double cutOff() throws IOException, InterruptedException {
    return system
        .api()
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("assay_http_connections_ended_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static String event(String workItem) {
    return Samples.event(workItem, Samples.dataOf(workItem, report)).toString();
  }

  private static String get(String path) {
    return strange("GET", path) + "\r\n";
  }

  private static String called(String method, String path) {
    return called(method, path, token);
  }

  private static String called(String method, String path, String token) {
    return strange(method, path) + "Authorization: Bearer " + token + "\r\n";
  }

  private static String strange(String method, String path) {
    String authority = system.api().url().substring("http://".length());
    return method + " " + path + " HTTP/1.1\r\nHost: " + authority + "\r\n";
  }
}
