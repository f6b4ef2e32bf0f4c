package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of browsers, over HTTP, as the console and a foreign page would use them. */
class SessionsTest {

  private static final String OPERATOR = "0123456789abcdef0123456789abcdef";
  private static final Instant NOW = Instant.parse("2026-11-24T08:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final AtomicInteger changes = new AtomicInteger();
  private final Path file;
  private final TestServer server;

  SessionsTest(@TempDir Path directory) throws IOException {
    this.file = directory.resolve("principals.json");
    Credentials credentials = Credentials.of(BearerToken.of(OPERATOR), file, now::get);
    this.server =
        new TestServer(
            new Authentication.Bearer(credentials),
            Route.get("/v1/things", Permission.READ, request -> text(request.principal().id())),
            Route.get("/v1/things/{id}", Permission.READ, SessionsTest::thing),
            Route.post("/v1/things", Permission.READ, this::change));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** A cookie and the token against forgeries. */
  private record Browser(String cookie, String csrf) {}

  @Test
  void aTokenIsExchangedForACookieThatLetsItsPrincipalIn() throws Exception {
    HttpResponse<String> begun = begin(added("alice", "shop"));
    Browser alice = browser(begun);

    assertThat(begun.statusCode()).isEqualTo(201);
    assertThat(begun.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("assay-session-" + server.port() + "=")
        .endsWith("; Path=/; HttpOnly; SameSite=Strict");
    assertThat(TestServer.json(begun).get("principal").asText()).isEqualTo("alice");
    assertThat(TestServer.json(begun).get("fleets").toString()).isEqualTo("[\"shop\"]");
    assertThat(read("/v1/things", alice).body()).isEqualTo("alice");
    assertThat(TestServer.json(read("/v1/session", alice)).get("principal").asText())
        .isEqualTo("alice");
  }

  @Test
  void whoHasOnlyTheCookieLearnsNowhereWhatAChangeNeeds() throws Exception {
    Browser browser = browser(begin(OPERATOR));
    JsonNode told = TestServer.json(read("/v1/session", browser));

    assertThat(told.get("csrf").isNull()).isTrue();
    assertThat(told.get("ends").isTextual()).isTrue();
    assertThat(read("/v1/things", browser).body()).doesNotContain(browser.csrf());
    assertThat(server.send(changing("/v1/things", browser, null).build()).statusCode())
        .isEqualTo(403);
  }

  /** Its length would tell the token against forgeries to whoever chooses names of fleets. */
  @Test
  void whatASessionAnswersIsNeverCompressed() throws Exception {
    String[] fleets = IntStream.range(0, 300).mapToObj(i -> "fleet-" + i).toArray(String[]::new);
    String token = added("alice", fleets);

    for (String method : List.of("GET", "POST")) {
      HttpResponse<String> answer =
          server.send(
              request("/v1/session")
                  .header("Authorization", "Bearer " + token)
                  .header("Accept-Encoding", "gzip")
                  .method(method, BodyPublishers.noBody())
                  .build());

      assertThat(answer.body()).hasSizeGreaterThan(HttpLimits.ZIPPED_BYTES_MIN).startsWith("{");
      assertThat(answer.headers().map()).doesNotContainKey("content-encoding");
    }
  }

  @Test
  void behindAProxyThatEncryptsTheCookieIsSentNowhereElse() throws Exception {
    HttpResponse<String> begun =
        server.send(
            request("/v1/session")
                .header("Authorization", "Bearer " + OPERATOR)
                .header("X-Forwarded-Proto", "https")
                .POST(BodyPublishers.noBody())
                .build());

    assertThat(begun.headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; Secure");
  }

  @Test
  void noSessionBeginsWithoutATokenThatHolds() throws Exception {
    assertThat(begin("wrong-" + OPERATOR).statusCode()).isEqualTo(401);
    assertThat(
            server.send(request("/v1/session").POST(BodyPublishers.noBody()).build()).statusCode())
        .isEqualTo(401);
    Browser browser = browser(begin(OPERATOR));
    HttpResponse<String> fromASession =
        server.send(changing("/v1/session", browser, browser.csrf()).build());
    assertThat(fromASession.statusCode()).isEqualTo(401);
    assertThat(
            read("/v1/things", new Browser("assay-session-" + server.port() + "=x", ""))
                .statusCode())
        .isEqualTo(401);
  }

  @Test
  void whatChangesSomethingNeedsTheSessionsOwnCsrfToken() throws Exception {
    Browser one = browser(begin(OPERATOR));
    Browser other = browser(begin(OPERATOR));

    for (String csrf : new String[] {null, "", "x", other.csrf()}) {
      HttpResponse<String> refused = server.send(changing("/v1/things", one, csrf).build());
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(TestServer.json(refused).get("code").asText()).isEqualTo("CSRF_REFUSED");
    }
    assertThat(changes).hasValue(0);
    assertThat(server.send(changing("/v1/things", one, one.csrf()).build()).statusCode())
        .isEqualTo(200);
    assertThat(changes).hasValue(1);
  }

  @Test
  void aForeignOriginChangesNothingEvenWithTheCsrfToken() throws Exception {
    Browser browser = browser(begin(OPERATOR));
    String own = "http://127.0.0.1:" + server.port();

    for (String origin :
        List.of("https://evil.example", "null", "http://127.0.0.1:1", own + ".evil.example")) {
      HttpResponse<String> refused =
          server.send(
              changing("/v1/things", browser, browser.csrf()).header("Origin", origin).build());
      assertThat(refused.statusCode()).as(origin).isEqualTo(403);
      assertThat(TestServer.json(refused).get("code").asText()).isEqualTo("CSRF_REFUSED");
    }
    assertThat(changes).hasValue(0);
    assertThat(
            server
                .send(changing("/v1/things", browser, browser.csrf()).header("Origin", own).build())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void theCookieCountsForPagesOfThisServerAlone() throws Exception {
    Browser browser = browser(begin(OPERATOR));

    for (String site : List.of("cross-site", "same-site")) {
      assertThat(site(browser, site)).as(site).isEqualTo(401);
    }
    for (String site : List.of("same-origin", "none")) {
      assertThat(site(browser, site)).as(site).isEqualTo(200);
    }
  }

  @Test
  void aServerWithoutAuthenticationIsNotChangedByForeignPages() throws Exception {
    try (TestServer open =
        new TestServer(
            new Authentication.Open(),
            Route.post("/v1/things", Permission.READ, _ -> text("changed")))) {
      String url = open.service().url() + "/v1/things";
      HttpRequest.Builder post =
          HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.noBody());

      assertThat(
              open.send(post.copy().header("Origin", "https://evil.example").build()).statusCode())
          .isEqualTo(403);
      assertThat(open.send(post.copy().build()).statusCode()).isEqualTo(200);
      assertThat(
              TestServer.json(
                      open.send(
                          HttpRequest.newBuilder(URI.create(open.service().url() + "/v1/session"))
                              .build()))
                  .get("principal")
                  .asText())
          .isEqualTo("anonymous");
    }
  }

  @Test
  void programsWithATokenNeedNoCsrfToken() throws Exception {
    HttpRequest sent = server.request("/v1/things").POST(BodyPublishers.noBody()).build();

    assertThat(server.send(sent).statusCode()).isEqualTo(200);
  }

  @Test
  void anAuthorizationThatDoesNotHoldIsNotMadeGoodByACookie() throws Exception {
    Browser browser = browser(begin(OPERATOR));

    HttpResponse<String> refused =
        server.send(
            request("/v1/things")
                .header("Cookie", browser.cookie())
                .header("Authorization", "Bearer wrong-" + OPERATOR)
                .build());

    assertThat(refused.statusCode()).isEqualTo(401);
  }

  @Test
  void aSessionEndsWhenItIsNotUsedAndAfterADayInAnyCase() throws Exception {
    Browser idle = browser(begin(OPERATOR));
    Browser busy = browser(begin(OPERATOR));

    for (int hour = 1; hour <= 23; hour++) {
      now.set(NOW.plus(Duration.ofHours(hour)));
      assertThat(read("/v1/things", busy).statusCode()).as("hour " + hour).isEqualTo(200);
    }
    assertThat(read("/v1/things", idle).statusCode()).isEqualTo(401);
    now.set(NOW.plus(Duration.ofHours(24)));
    assertThat(read("/v1/things", busy).statusCode()).isEqualTo(401);
  }

  @Test
  void aSessionEndsWithItsToken() throws Exception {
    String token = added("alice", "shop");
    Browser alice = browser(begin(token));
    assertThat(read("/v1/things", alice).statusCode()).isEqualTo(200);

    Principals.edit(file, all -> all.without(BearerToken.of(token).sha256().substring(0, 16)));

    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (read("/v1/things", alice).statusCode() == 200) {
      assertThat(System.nanoTime() - end).isNegative();
    }
    assertThat(read("/v1/things", alice).statusCode()).isEqualTo(401);
  }

  @Test
  void anotherFleetsThingIsNotThereForASessionEither() throws Exception {
    Browser alice = browser(begin(added("alice", "shop")));

    assertThat(read("/v1/things/shop", alice).statusCode()).isEqualTo(200);
    assertThat(read("/v1/things/night", alice).statusCode()).isEqualTo(404);
  }

  @Test
  void whoSignsOutHasNoSessionAnyMore() throws Exception {
    Browser browser = browser(begin(OPERATOR));

    HttpResponse<String> out =
        server.send(
            request("/v1/session")
                .header("Cookie", browser.cookie())
                .header(Sessions.CSRF_HEADER, browser.csrf())
                .DELETE()
                .build());

    assertThat(out.statusCode()).isEqualTo(204);
    assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("=; ", "Max-Age=0");
    assertThat(read("/v1/things", browser).statusCode()).isEqualTo(401);
  }

  @Test
  void aPrincipalsSessionsAreBoundedAndTakeNothingFromOthers() throws Exception {
    Browser alice = browser(begin(added("alice", "shop")));
    List<Browser> operators = new ArrayList<>();
    for (int i = 0; i <= HttpLimits.SESSIONS_OF_PRINCIPAL_MAX; i++) {
      now.set(NOW.plusSeconds(i));
      operators.add(browser(begin(OPERATOR)));
    }

    assertThat(read("/v1/things", operators.getFirst()).statusCode()).isEqualTo(401);
    assertThat(read("/v1/things", operators.get(1)).statusCode()).isEqualTo(200);
    assertThat(read("/v1/things", operators.getLast()).statusCode()).isEqualTo(200);
    assertThat(read("/v1/things", alice).statusCode()).isEqualTo(200);
  }

  @Test
  void allSessionsTogetherAreBounded() throws Exception {
    Sessions sessions = new Sessions(now::get, () -> 7070);
    Optional<Sessions.Begun> first = Optional.empty();
    for (int i = 0; i <= HttpLimits.SESSIONS_MAX; i++) {
      now.set(NOW.plusSeconds(i));
      Principal principal = new Principal("p-" + i, Set.of(Role.AUDIT), null);
      Optional<Sessions.Begun> begun = sessions.begin(() -> Optional.of(principal));
      first = first.or(() -> begun);
    }

    assertThat(sessions.find(Optional.of("assay-session-7070=" + first.orElseThrow().id())))
        .isEmpty();
  }

  private Response change(Request request) {
    changes.incrementAndGet();
    return text("changed");
  }

  private static Response thing(Request request) {
    if (!request.principal().actsFor(request.path("id"))) {
      throw new ProblemException(ErrorCode.NOT_FOUND, "none");
    }
    return text("seen");
  }

  private static Response text(String text) {
    return Response.text(200, "text/plain", text);
  }

  private String added(String id, String... fleets) throws IOException {
    String text = BearerToken.random();
    Principals.Token token = Principals.Token.of(BearerToken.of(text), null);
    Principals.edit(
        file,
        all ->
            all.with(
                new Principals.Entry(id, List.of("approve"), List.of(fleets), List.of(token))));
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (server(text).statusCode() != 200) {
      assertThat(System.nanoTime() - end).isNegative();
    }
    return text;
  }

  private HttpResponse<String> server(String token) throws IOException {
    try {
      return server.as(token, "/v1/things");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.service().url() + path));
  }

  private HttpResponse<String> begin(String token) throws Exception {
    return server.send(
        request("/v1/session")
            .header("Authorization", "Bearer " + token)
            .POST(BodyPublishers.noBody())
            .build());
  }

  private static Browser browser(HttpResponse<String> begun) throws IOException {
    return new Browser(
        begun.headers().firstValue("Set-Cookie").orElseThrow().replaceAll(";.*", ""),
        TestServer.json(begun).get("csrf").asText());
  }

  private HttpResponse<String> read(String path, Browser browser) throws Exception {
    return server.send(request(path).header("Cookie", browser.cookie()).build());
  }

  private int site(Browser browser, String site) throws Exception {
    return server
        .send(
            request("/v1/things")
                .header("Cookie", browser.cookie())
                .header("Sec-Fetch-Site", site)
                .build())
        .statusCode();
  }

  private HttpRequest.Builder changing(String path, Browser browser, @Nullable String csrf) {
    HttpRequest.Builder request =
        request(path).header("Cookie", browser.cookie()).POST(BodyPublishers.noBody());
    return csrf == null ? request : request.header(Sessions.CSRF_HEADER, csrf);
  }
}
