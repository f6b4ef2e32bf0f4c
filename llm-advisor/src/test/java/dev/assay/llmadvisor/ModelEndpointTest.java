package dev.assay.llmadvisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.Yaml;
import dev.assay.schemas.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelEndpointTest {

  @TempDir private Path home = Path.of("unset");

  @Test
  void theKeyComesFromItsFileAndIsNeverPrinted() throws Exception {
    Files.writeString(home.resolve("key"), "secret-key\n");

    ModelEndpoint endpoint =
        endpoint("{url: 'http://127.0.0.1:8000/v1/', name: small, keyFile: key, timeoutMillis: 5}");

    assertThat(endpoint.key()).isEqualTo("secret-key");
    assertThat(endpoint.completions()).hasToString("http://127.0.0.1:8000/v1/chat/completions");
    assertThat(endpoint.toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{url: 'file:///etc/passwd', name: m}",
        "{url: 'http://', name: m}",
        "{url: 'http://model.example/v1', name: m, keyFile: key}",
        "{url: 'http://127.0.0.1.evil.example/v1', name: m, keyFile: key}",
        "{url: 'https://model.example/v1', name: ' '}",
        "{url: 'https://model.example/v1', name: m, timeoutMillis: 0}",
        "{url: 'https://model.example/v1', name: m, timeoutMillis: 600000}",
        "{url: 'https://model.example/v1', name: m, responseBytesMax: 100000000}",
        "{url: 'https://model.example/v1', name: m, keyFile: missing}",
        "{url: 'https://model.example/v1'}",
        "{name: m}",
      })
  void aSectionThatIsWrongStopsTheStart(String section) throws Exception {
    Files.writeString(home.resolve("key"), "secret-key\n");

    assertThatThrownBy(() -> endpoint(section))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("expected");
  }

  private ModelEndpoint endpoint(String section) {
    return ModelEndpoint.of(Yaml.parse(section, "test", ModelSection.class, Map.of()), home);
  }
}
