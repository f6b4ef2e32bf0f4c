package dev.assay.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.http.HttpConfig.Authentication;
import dev.assay.schemas.ConfigException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.RejectedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrincipalsTest {

  private static final String OPERATOR = "0123456789abcdef0123456789abcdef";
  private static final Instant NOW = Instant.parse("2026-11-24T08:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final Path file;

  PrincipalsTest(@TempDir Path directory) {
    this.file = directory.resolve("principals.json");
  }

  @Test
  void aTokenLetsItsPrincipalInAndNoOther() throws IOException {
    String agent = added("agent", Role.SUBMIT, "shop", null);
    String auditor = added("auditor", Role.AUDIT, null, null);

    Credentials credentials = credentials();

    assertThat(credentials.principal(agent).orElseThrow().id()).isEqualTo("agent");
    assertThat(credentials.principal(agent).orElseThrow().actsFor("shop")).isTrue();
    assertThat(credentials.principal(agent).orElseThrow().actsFor("other")).isFalse();
    assertThat(credentials.principal(auditor).orElseThrow().actsFor("other")).isTrue();
    assertThat(credentials.principal(OPERATOR).orElseThrow().id()).isEqualTo("operator");
    assertThat(credentials.principal(agent + "x")).isEmpty();
    assertThat(credentials.principal("")).isEmpty();
    assertThat(credentials.principal("x".repeat(5_000))).isEmpty();
  }

  @Test
  void theFileHasNoSecretAndIsItsOwnersAlone() throws IOException {
    String token = added("agent", Role.SUBMIT, "shop", null);

    assertThat(file).content().doesNotContain(token).contains(BearerToken.of(token).sha256());
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aTokenEndsAtItsTime() throws IOException {
    String token = added("agent", Role.SUBMIT, "shop", NOW.plusSeconds(60));
    Credentials credentials = credentials();

    assertThat(credentials.principal(token)).isPresent();
    now.set(NOW.plusSeconds(60));
    assertThat(credentials.principal(token)).isEmpty();
  }

  @Test
  void aChangeOfTheFileCountsWithoutARestart() throws IOException {
    String first = added("agent", Role.SUBMIT, "shop", null);
    Credentials credentials = credentials();
    String second = added("agent", Role.SUBMIT, "shop", null);

    await(() -> credentials.principal(second).isPresent());
    assertThat(credentials.principal(first)).isPresent();

    Principals.edit(file, all -> all.without(BearerToken.of(first).sha256().substring(0, 16)));
    await(() -> credentials.principal(first).isEmpty());
    assertThat(credentials.principal(second)).isPresent();

    Principals.edit(file, all -> all.without("agent"));
    await(() -> credentials.principal(second).isEmpty());
  }

  @Test
  void aTokenThatWasJustMadeCountsAtOnce() throws IOException {
    Credentials credentials = credentials();
    for (int i = 0; i < 10; i++) {
      assertThat(credentials.principal(added("agent-" + i, Role.SUBMIT, "shop", null))).isPresent();
    }
    String before = Files.readString(file);
    Files.writeString(file, "{\"principals\": [");
    assertThat(credentials.principal(BearerToken.random())).isEmpty();
    Files.writeString(file, before);

    assertThat(credentials.principal(added("last", Role.SUBMIT, "shop", null))).isPresent();
    assertThat(credentials.problem()).isEmpty();
  }

  @Test
  void aFileThatIsGoneLetsNobodyIn() throws IOException {
    String token = added("agent", Role.SUBMIT, "shop", null);
    Credentials credentials = credentials();

    Files.delete(file);

    await(() -> credentials.principal(token).isEmpty());
    assertThat(credentials.principal(OPERATOR)).isPresent();
  }

  @Test
  void aFileThatIsSpoiltLocksNobodyOutAndIsSeen() throws IOException {
    String token = added("agent", Role.SUBMIT, "shop", null);
    Credentials credentials = credentials();

    Files.writeString(file, "{\"principals\": [");

    await(() -> credentials.problem().isPresent());
    assertThat(credentials.principal(token)).isPresent();
    assertThatThrownBy(this::credentials).isInstanceOf(ConfigException.class);
  }

  @Test
  void rolesWithoutFleetsAndNamesThatAreTakenAreRefused() {
    List<Principals.Token> none = List.of();
    assertThatThrownBy(() -> new Principals.Entry("a", List.of("submit"), null, none))
        .isInstanceOf(RejectedException.class);
    assertThatThrownBy(() -> new Principals.Entry("a", List.of("root"), null, none))
        .isInstanceOf(RejectedException.class);
    assertThatThrownBy(() -> new Principals.Entry("a", List.of("operate"), List.of("shop"), none))
        .isInstanceOf(RejectedException.class);
    assertThatThrownBy(() -> new Principals.Entry("a", List.of(), null, none))
        .isInstanceOf(RejectedException.class);
    for (String taken : List.of("operator", "anonymous")) {
      Principals.Entry entry = new Principals.Entry(taken, List.of("audit"), null, none);
      assertThatThrownBy(() -> Principals.NONE.with(entry)).isInstanceOf(RejectedException.class);
    }
    Principals some = Principals.NONE.with(new Principals.Entry("a", List.of("audit"), null, none));
    Principals.Entry other = new Principals.Entry("a", List.of("submit"), List.of("shop"), none);
    assertThatThrownBy(() -> some.with(other)).isInstanceOf(RejectedException.class);
  }

  @Test
  void aCallerWithoutThePermissionIsForbiddenAndHandledByNobody() throws Exception {
    String agent = added("agent", Role.SUBMIT, "shop", null);
    Route metrics =
        Route.get(
                "/v1/things/{id}", Permission.ADMINISTER, _ -> Response.text(200, "text/plain", ""))
            .about(request -> {
              if (request.path("id").equals("hidden")) {
                throw new ProblemException(ErrorCode.NOT_FOUND, "none");
              }
            });
    try (TestServer server = new TestServer(new Authentication.Bearer(credentials()), metrics)) {
      assertThat(server.get("/v1/things/seen").statusCode()).isEqualTo(200);
      assertThat(server.as(agent, "/v1/things/hidden").statusCode()).isEqualTo(404);
      assertThat(server.as(agent, "/metrics").statusCode()).isEqualTo(403);
      var refused = server.as(agent, "/v1/things/seen");
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(TestServer.json(refused).get("code").asText()).isEqualTo("FORBIDDEN");
      assertThat(TestServer.json(refused).get("detail").asText())
          .contains("role operate", "found agent with submit");
    }
  }

  private String added(String id, Role role, @Nullable String fleet, @Nullable Instant notAfter)
      throws IOException {
    String text = BearerToken.random();
    Principals.Entry entry =
        new Principals.Entry(
            id,
            List.of(role.text()),
            Optional.ofNullable(fleet).map(List::of).orElse(null),
            List.of(Principals.Token.of(BearerToken.of(text), notAfter)));
    Principals.edit(file, all -> all.with(entry));
    return text;
  }

  private Credentials credentials() throws IOException {
    return Credentials.of(BearerToken.of(OPERATOR), file, now::get);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).isNegative();
      Thread.onSpinWait();
    }
  }
}
