package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.verifier.VerifierProvider;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaCommandTest {

  private static TestSystem.Ran schema(String name) {
    return TestSystem.ran(_ -> List.of("schema", name));
  }

  static Stream<VerifierProvider<?>> providers() {
    return VerifierCatalog.builtIn().providers().stream();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theSettingsOfEachVerifierHaveASchemaOfTheirMembers(VerifierProvider<?> provider)
      throws Exception {
    TestSystem.Ran ran = schema(provider.info().type() + "-settings");

    assertThat(ran.exitCode()).isZero();
    JsonNode schema = new ObjectMapper().readTree(ran.output());
    assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(schema.path("properties").fieldNames())
        .toIterable()
        .containsExactlyElementsOf(
            Arrays.stream(provider.settings().getRecordComponents())
                .map(RecordComponent::getName)
                .toList());
  }

  @Test
  void anUnknownNameIsToldWhatThereIs() {
    TestSystem.Ran ran = schema("nobody-settings");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.errors()).contains("NOT_FOUND").contains("screenshot-settings");
  }
}
