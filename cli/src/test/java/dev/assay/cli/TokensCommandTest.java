package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensCommandTest {

  private final Path home;

  TokensCommandTest(@TempDir Path directory) {
    this.home = directory;
  }

  @Test
  void aTokenIsShownOnceListedWithoutItsSecretAndRevoked() throws IOException {
    JsonNode made =
        json(
            tokens(
                "create",
                "--role",
                "approve",
                "--fleet",
                "shop",
                "--id",
                "alice",
                "--not-after",
                "2999-01-01T00:00:00Z",
                "--json"));
    TestSystem.Ran second =
        tokens("create", "--role", "approve", "--fleet", "shop", "--id", "alice");

    assertThat(second.output().strip()).hasSize(43);
    TestSystem.Ran list = tokens("list", "--json");
    assertThat(list.output()).doesNotContain(made.get("token").asText(), second.output().strip());
    assertThat(json(list).path("tokens")).hasSize(2);
    assertThat(json(list).at("/tokens/0/principal").asText()).isEqualTo("alice");
    assertThat(json(list).at("/tokens/0/notAfter").asText()).isEqualTo("2999-01-01T00:00:00.000Z");

    assertThat(tokens("revoke", made.get("id").asText()).exitCode()).isZero();
    assertThat(json(tokens("list", "--json")).path("tokens")).hasSize(1);
    assertThat(tokens("revoke", made.get("id").asText()).exitCode()).isEqualTo(3);
  }

  @Test
  void aMistakeIsNamedAndMakesNothing() {
    assertThat(tokens("create", "--role", "root").errors()).contains("submit", "INVALID_FIELD");
    assertThat(tokens("create", "--role", "operate", "--fleet", "shop").exitCode()).isEqualTo(3);
    assertThat(tokens("create", "--role", "audit", "--id", "operator").errors())
        .contains("RESERVED_ID");
    assertThat(tokens("create", "--role", "audit", "--not-after", "soon").errors())
        .contains("RFC 3339");
    assertThat(tokens("revoke", "operator").errors()).contains("http.tokenFile");
    assertThat(tokens("list", "--json").output()).contains("[ ]");
  }

  private TestSystem.Ran tokens(String... words) {
    List<String> arguments = new ArrayList<>(List.of("tokens"));
    arguments.addAll(List.of(words));
    arguments.addAll(List.of("--data-dir", home.toString()));
    return TestSystem.ran(_ -> arguments);
  }

  private static JsonNode json(TestSystem.Ran run) throws IOException {
    assertThat(run.errors()).isEmpty();
    return new ObjectMapper().readTree(run.output());
  }
}
