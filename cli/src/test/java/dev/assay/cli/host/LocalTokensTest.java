package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.http.BearerToken;
import dev.assay.http.Principals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files under {@code tokens/}, without a running system. */
class LocalTokensTest {

  private final Path home;

  LocalTokensTest(@TempDir Path directory) {
    this.home = directory;
  }

  @Test
  void theFirstStartMakesATokenForAgentsThatMaySubmitToTheDefaultFleet() throws IOException {
    assertThat(prepare()).isEmpty();

    Path file = DataDirectory.token(home, "agent");
    Principals.Entry agent = principals().named("agent").orElseThrow();
    assertThat(Files.readAllLines(file)).hasSize(1);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(agent.roles()).containsExactly("submit");
    assertThat(agent.fleets()).containsExactly("default");
    assertThat(agent.tokens())
        .extracting(Principals.Token::sha256)
        .containsExactly(BearerToken.of(Files.readString(file).strip()).sha256());
    assertThat(prepare()).isEmpty();
    assertThat(principals().named("agent")).hasValue(agent);
  }

  @Test
  void theTokenOfTheFirstEditionBecomesTheOperatorsAndThatIsSaidOnce() throws IOException {
    String token = "the-token-of-the-first-edition";
    Files.writeString(home.resolve("token"), token + "\n");

    assertThat(prepare()).singleElement().asString().contains("tokens/operator", "tokens/agent");

    assertThat(DataDirectory.token(home, "operator")).content().startsWith(token);
    assertThat(home.resolve("token")).content().startsWith(token);
    assertThat(prepare()).isEmpty();
  }

  @Test
  void aRevokedTokenStaysRevokedUntilItsFileIsDeleted() throws IOException {
    prepare();
    String revoked = Files.readString(DataDirectory.token(home, "agent"));

    Principals.edit(home.resolve("principals.json"), all -> all.without("agent"));

    assertThat(prepare()).singleElement().asString().contains("revoked");
    assertThat(principals().named("agent")).isEmpty();
    Files.delete(DataDirectory.token(home, "agent"));
    assertThat(prepare()).isEmpty();
    assertThat(principals().named("agent")).isPresent();
    assertThat(Files.readString(DataDirectory.token(home, "agent"))).isNotEqualTo(revoked);
  }

  private List<String> prepare() throws IOException {
    return LocalTokens.prepare(home, DataDirectory.config(home, null, Map.of()).http());
  }

  private Principals principals() throws IOException {
    return Principals.read(home.resolve("principals.json"));
  }
}
