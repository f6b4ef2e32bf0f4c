package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.assay.http.HttpConfig.Authentication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens of a local issuer that serves its keys, with the claims that GitHub and GitLab write. */
class OidcTokensTest {

  private static final Instant NOW = Instant.parse("2026-11-24T08:00:00Z");
  private static final String GITHUB = "https://token.actions.githubusercontent.com";
  private static final String GITLAB = "https://gitlab.example";
  private static final String OPERATOR = "0123456789abcdef0123456789abcdef";
  private static @Nullable RSAKey first;
  private static @Nullable RSAKey second;

  @TempDir private Path home = Path.of("unset");
  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final AtomicReference<JWKSet> keys = new AtomicReference<>();
  private final AtomicInteger asked = new AtomicInteger();
  private @Nullable HttpServer issuer;

  @BeforeAll
  static void makeKeys() throws JOSEException {
    first = new RSAKeyGenerator(2048).keyID("one").generate();
    second = new RSAKeyGenerator(2048).keyID("two").generate();
  }

  @BeforeEach
  void startIssuer() throws IOException {
    keys.set(new JWKSet(first().toPublicJWK()));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jwks",
        exchange -> {
          asked.incrementAndGet();
          byte[] body = keys.get().toString().getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
    issuer = server;
  }

  @AfterEach
  void stopIssuer() {
    server().stop(0);
  }

  @Test
  void aWorkflowOfTheNamedRepositoryIsLetInUnderItsName() throws Exception {
    OidcTokens tokens = github(jwks(), null);

    Principal principal = tokens.principal(signed(first(), workflow().build())).orElseThrow();

    assertThat(principal)
        .isEqualTo(new Principal("ci/acme/shop", Set.of(Role.EVIDENCE), Set.of("shop")));
  }

  @Test
  void aJobOnAProtectedBranchOfAProjectBelowTheGroupIsLetIn() throws Exception {
    OidcTokens tokens =
        OidcTokens.of(
            List.of(
                new OidcIssuer(
                    GITLAB,
                    "https://assay.example",
                    jwks(),
                    null,
                    List.of(
                        new OidcIssuer.Rule(
                            "gitlab",
                            "project_path",
                            Map.of("project_path", "acme/*", "ref_protected", "true"),
                            List.of("evidence"),
                            List.of("shop"))))),
            home,
            now::get);
    JWTClaimsSet.Builder job =
        new JWTClaimsSet.Builder()
            .issuer(GITLAB)
            .audience("https://assay.example")
            .subject("project_path:acme/web/shop:ref_type:branch:ref:main")
            .claim("project_path", "acme/web/shop")
            .claim("ref_protected", "true")
            .issueTime(Date.from(NOW))
            .expirationTime(Date.from(NOW.plusSeconds(300)));

    assertThat(tokens.principal(signed(first(), job.build())).orElseThrow().id())
        .isEqualTo("gitlab/acme/web/shop");
    assertThat(tokens.principal(signed(first(), job.claim("ref_protected", "false").build())))
        .isEmpty();
    assertThat(
            tokens.principal(
                signed(
                    first(),
                    job.claim("ref_protected", "true").claim("project_path", "evil/shop").build())))
        .isEmpty();
  }

  @Test
  void aTokenThatSaysAnythingElseLetsNobodyIn() throws Exception {
    OidcTokens tokens = github(jwks(), null);
    Map<String, String> refused =
        Map.ofEntries(
            Map.entry("another audience", signed(first(), workflow().audience("other").build())),
            Map.entry("another issuer", signed(first(), workflow().issuer(GITLAB).build())),
            Map.entry(
                "another repository",
                signed(first(), workflow().claim("repository", "acme/shop2").build())),
            Map.entry(
                "a repository that ends so",
                signed(first(), workflow().claim("repository", "evil/acme/shop").build())),
            Map.entry(
                "another branch",
                signed(first(), workflow().claim("ref", "refs/heads/feature").build())),
            Map.entry(
                "its end",
                signed(
                    first(), workflow().expirationTime(Date.from(NOW.minusSeconds(120))).build())),
            Map.entry("no end", signed(first(), workflow().expirationTime(null).build())),
            Map.entry("no subject", signed(first(), workflow().subject(null).build())),
            Map.entry(
                "a beginning to come",
                signed(first(), workflow().notBeforeTime(Date.from(NOW.plusSeconds(600))).build())),
            Map.entry(
                "the key of a stranger under a known name",
                signed(new RSAKeyGenerator(2048).keyID("one").generate(), workflow().build())),
            Map.entry("no signature", new PlainJWT(workflow().build()).serialize()),
            Map.entry("the public key as a secret", withPublicKeyAsSecret()),
            Map.entry("dots alone", ".."),
            Map.entry("three words", "a.b.c"),
            Map.entry("too much", "a." + "x".repeat(HttpLimits.JWT_CHARS_MAX) + ".c"));

    refused.forEach((why, token) -> assertThat(tokens.principal(token)).as(why).isEmpty());
    String good = signed(first(), workflow().build());
    assertThat(tokens.principal(good.substring(0, good.length() - 8) + "AAAAAAAA"))
        .as("another signature")
        .isEmpty();
    assertThat(tokens.principal(good)).isPresent();
  }

  @Test
  void aNameThatNoIdCanHaveLetsNobodyIn() throws Exception {
    OidcTokens tokens =
        OidcTokens.of(
            List.of(
                new OidcIssuer(
                    GITHUB,
                    "assay",
                    jwks(),
                    null,
                    List.of(
                        new OidcIssuer.Rule(
                            "ci",
                            "repository",
                            Map.of("repository", "*"),
                            List.of("evidence"),
                            List.of("shop"))))),
            home,
            now::get);

    assertThat(
            tokens.principal(
                signed(first(), workflow().claim("repository", "acme/\nshop").build())))
        .isEmpty();
    assertThat(
            tokens.principal(
                signed(first(), workflow().claim("repository", List.of("a", "b")).build())))
        .isEmpty();
    assertThat(tokens.principal(signed(first(), workflow().build()))).isPresent();
  }

  @Test
  void aTokenThatWasGoodEndsAtItsTime() throws Exception {
    OidcTokens tokens = github(jwks(), null);
    String token = signed(first(), workflow().build());

    assertThat(tokens.principal(token)).isPresent();
    now.set(NOW.plusSeconds(300 + 61)); // the library allows a minute of another clock
    assertThat(tokens.principal(token)).isEmpty();
  }

  @Test
  void newKeysOfTheIssuerCountAndUnknownOnesMakeNoLoadOnIt() throws Exception {
    OidcTokens tokens = github(jwks(), null);
    assertThat(tokens.principal(signed(first(), workflow().build()))).isPresent();
    keys.set(new JWKSet(List.of(first().toPublicJWK(), second().toPublicJWK())));

    assertThat(tokens.principal(signed(second(), workflow().build()))).isPresent();
    RSAKey unknown = new RSAKeyGenerator(2048).keyID("three").generate();
    for (int i = 0; i < 20; i++) {
      assertThat(tokens.principal(signed(unknown, workflow().jwtID(Integer.toString(i)).build())))
          .isEmpty();
    }
    assertThat(asked.get()).isLessThanOrEqualTo(3);
  }

  /** An issuer that is taken over, or another server at its address. */
  @ParameterizedTest
  @ValueSource(strings = {"/trickle", "/silent", "/endless", "/moved"})
  void anIssuerThatAnswersBadlyIsAskedInBoundedTimeAndFollowedNowhere(String path)
      throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    server()
        .createContext(
            path,
            exchange -> {
              if (path.equals("/moved")) {
                exchange.getResponseHeaders().add("Location", jwks());
                exchange.sendResponseHeaders(302, -1);
                exchange.close();
                return;
              }
              exchange.sendResponseHeaders(200, 0);
              try (var out = exchange.getResponseBody()) {
                byte[] blanks = new byte[path.equals("/trickle") ? 1 : 64 * 1024];
                Arrays.fill(blanks, (byte) ' ');
                do {
                  if (!path.equals("/silent")) {
                    out.write(blanks);
                    out.flush();
                  }
                } while (!end.await(path.equals("/endless") ? 0 : 100, TimeUnit.MILLISECONDS));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    OidcTokens tokens = github(jwks().replace("/jwks", path), null);
    try {
      assertTimeoutPreemptively(
          Duration.ofMillis(4L * HttpLimits.JWKS_MILLIS_MAX),
          () -> assertThat(tokens.principal(signed(first(), workflow().build()))).isEmpty());
      assertThat(asked.get()).isZero();
    } finally {
      end.countDown();
    }
  }

  @Test
  void keysInAFileServeWhileTheIssuerDoesNotAnswer() throws Exception {
    Files.writeString(home.resolve("keys.json"), keys.get().toString());
    String closed = jwks();
    server().stop(0);

    assertThat(github(closed, "keys.json").principal(signed(first(), workflow().build())))
        .isPresent();
    assertThat(github(null, "keys.json").principal(signed(first(), workflow().build())))
        .isPresent();
    assertThat(github(null, "keys.json").principal(signed(second(), workflow().build()))).isEmpty();
    assertThat(github(closed, null).principal(signed(first(), workflow().build()))).isEmpty();
    assertThat(github(closed, "no-file.json").principal(signed(first(), workflow().build())))
        .isEmpty();
  }

  @Test
  void aServerLetsThemDoWhatTheirRolesMayAndStillKnowsItsOwnTokens() throws Exception {
    Credentials credentials =
        Credentials.of(BearerToken.of(OPERATOR), null, github(jwks(), null), now::get);
    Route send =
        Route.get(
            "/send",
            Permission.SEND,
            request -> Response.text(200, "text/plain", request.principal().id()));
    Route operate =
        Route.get("/operate", Permission.ADMINISTER, _ -> Response.text(200, "text/plain", "no"));
    try (TestServer server =
        new TestServer(new Authentication.Bearer(credentials), send, operate)) {
      String token = signed(first(), workflow().build());

      assertThat(server.as(token, "/send").body()).isEqualTo("ci/acme/shop");
      assertThat(server.as(token, "/operate").statusCode()).isEqualTo(403);
      assertThat(server.as(OPERATOR, "/operate").statusCode()).isEqualTo(200);
      assertThat(server.as(signed(second(), workflow().build()), "/send").statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void whoActsForAllFleetsIsToldWhomTheServerLetsInAndNoSecret() throws Exception {
    Path file = home.resolve("principals.json");
    String alice = added(file, "alice", List.of("shop"));
    String watcher = added(file, "watcher", null);
    Credentials credentials =
        Credentials.of(BearerToken.of(OPERATOR), file, github(jwks(), null), now::get);
    try (TestServer server = new TestServer(new Authentication.Bearer(credentials))) {
      HttpResponse<String> told = server.as(watcher, "/v1/principals");
      JsonNode items = TestServer.json(told).path("items");
      JsonNode rule = TestServer.json(told).path("issuers").path(0).path("rules").path(0);

      assertThat(told.statusCode()).isEqualTo(200);
      assertThat(items.findValuesAsText("id")).contains("operator", "alice", "watcher");
      assertThat(items.path(0).path("id").asText()).isEqualTo("operator");
      assertThat(items.path(1).path("fleets").toString()).isEqualTo("[\"shop\"]");
      assertThat(items.path(2).path("fleets").isNull()).isTrue();
      assertThat(items.path(1).path("tokens").path(0).path("notAfter").asText())
          .isEqualTo("2026-11-24T08:01:00.000Z");
      assertThat(rule.path("id").asText()).isEqualTo("ci");
      assertThat(rule.path("claims").size()).isPositive();
      assertThat(told.body()).doesNotContain(OPERATOR, alice, watcher);
      assertThat(told.body()).doesNotContainPattern("[0-9a-f]{17}");
      assertThat(server.as(OPERATOR, "/v1/principals").statusCode()).isEqualTo(200);
      assertThat(server.as(alice, "/v1/principals").statusCode()).isEqualTo(403);
      assertThat(server.as(signed(first(), workflow().build()), "/v1/principals").statusCode())
          .isEqualTo(403);
    }
  }

  private static String added(Path file, String id, @Nullable List<String> fleets)
      throws IOException {
    String text = BearerToken.random();
    Principals.Token token = Principals.Token.of(BearerToken.of(text), NOW.plusSeconds(60));
    Principals.edit(
        file, all -> all.with(new Principals.Entry(id, List.of("audit"), fleets, List.of(token))));
    return text;
  }

  @Test
  void anIssuerThatEverybodyCouldUseOrThatCanBeForgedIsRefused() {
    List<OidcIssuer.Rule> rules =
        List.of(
            new OidcIssuer.Rule(
                "ci", null, Map.of("repository", "acme/shop"), List.of("evidence"), List.of("s")));

    assertThatThrownBy(
            () -> new OidcIssuer.Rule("ci", null, Map.of(), List.of("evidence"), List.of("s")))
        .hasMessageContaining("claims");
    assertThatThrownBy(
            () -> new OidcIssuer.Rule("ci", null, Map.of("a", "b"), List.of("evidence"), null))
        .hasMessageContaining("fleet");
    assertThatThrownBy(() ->
            new OidcIssuer.Rule(
                "operator", null, Map.of("a", "b"), List.of("submit"), List.of("s")))
        .as("the name of somebody else")
        .hasMessageContaining("no other principal has");
    assertThatThrownBy(() -> new OidcIssuer(GITHUB, "assay", "http://keys.example/", null, rules))
        .hasMessageContaining("https");
    assertThatThrownBy(() -> new OidcIssuer(GITHUB, "assay", null, null, rules))
        .hasMessageContaining("jwks");
    assertThatThrownBy(() -> new OidcIssuer(GITHUB, " ", jwks(), null, rules))
        .hasMessageContaining("audience");
    assertThatThrownBy(() -> new OidcIssuer(GITHUB, "assay", jwks(), null, List.of()))
        .hasMessageContaining("rules");
  }

  private OidcTokens github(@Nullable String jwks, @Nullable String file) {
    return OidcTokens.of(
        List.of(
            new OidcIssuer(
                GITHUB,
                "assay",
                jwks,
                file,
                List.of(
                    new OidcIssuer.Rule(
                        "ci",
                        "repository",
                        Map.of("repository", "acme/shop", "ref", "refs/heads/main"),
                        List.of("evidence"),
                        List.of("shop"))))),
        home,
        now::get);
  }

  private static JWTClaimsSet.Builder workflow() {
    return new JWTClaimsSet.Builder()
        .issuer(GITHUB)
        .audience("assay")
        .subject("repo:acme/shop:ref:refs/heads/main")
        .claim("repository", "acme/shop")
        .claim("ref", "refs/heads/main")
        .issueTime(Date.from(NOW))
        .expirationTime(Date.from(NOW.plusSeconds(300)));
  }

  private static String signed(RSAKey key, JWTClaimsSet claims) throws JOSEException {
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims);
    jwt.sign(new RSASSASigner(key));
    return jwt.serialize();
  }

  /** The attack of RFC 8725, section 2.1: a MAC under what everybody knows. */
  private static String withPublicKeyAsSecret() throws JOSEException {
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("one").build(), workflow().build());
    jwt.sign(new MACSigner(first().toRSAPublicKey().getEncoded()));
    return jwt.serialize();
  }

  private String jwks() {
    return "http://127.0.0.1:" + server().getAddress().getPort() + "/jwks";
  }

  private HttpServer server() {
    return Objects.requireNonNull(issuer);
  }

  private static RSAKey first() {
    return Objects.requireNonNull(first);
  }

  private static RSAKey second() {
    return Objects.requireNonNull(second);
  }
}
