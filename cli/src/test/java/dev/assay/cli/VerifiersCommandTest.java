package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.verifier.catalog.VerifierCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifiersCommandTest {

  private static final String COMMAND =
      """
      worker:
        verifiers:
          command:
            commands:
              licences: {command: /bin/true, roles: [sarif, test-log]}
      """;

  @TempDir private Path directory;

  private TestSystem.Ran list(String configuration, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("assay.yaml"), configuration);
    return TestSystem.ran(_ ->
        Stream.concat(
                Stream.of("verifiers", "list", "--config", file.toString()), Stream.of(options))
            .toList());
  }

  @Test
  void everyVerifierOfAssayIsListedAsItIsRegistered() throws Exception {
    TestSystem.Ran ran = list("{}", "--json");

    assertThat(ran.exitCode()).isZero();
    JsonNode listed = new ObjectMapper().readTree(ran.output()).path("verifiers");
    assertThat(listed)
        .extracting(each -> each.path("type").asText())
        .containsExactlyElementsOf(
            VerifierCatalog.builtIn().infos().keySet().stream().sorted().toList());
    for (JsonNode each : listed) {
      var info =
          Objects.requireNonNull(VerifierCatalog.builtIn().find(each.path("type").asText())).info();
      assertThat(each.path("version").asText()).isEqualTo(info.version());
      assertThat(each.path("judges")).hasSameSizeAs(info.subjects());
      assertThat(each.path("companions")).hasSameSizeAs(info.companions());
      assertThat(each.path("reproducible").asBoolean()).isEqualTo(info.reproducible());
      assertThat(each.path("lenses")).hasSameSizeAs(info.lenses());
      assertThat(each.path("from").asText()).isEqualTo("Assay");
    }
  }

  @Test
  void whatTheConfigurationNamesIsListedWithItsSectionAndNothingIsRun() throws Exception {
    TestSystem.Ran ran = list(COMMAND);

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.output())
        .startsWith("TYPE")
        .containsPattern(
            "command:licences +\\S+ +long +sarif,test-log +- +\\S+ +no +- +worker.verifiers.command");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(directory.resolve("assay.yaml"));
    }
  }

  @Test
  void aConfigurationThatAWorkerRefusesIsRefusedHere() throws Exception {
    TestSystem.Ran ran = list("worker: {verifiers: {scripts: {}}}");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.OPERATIONAL);
    assertThat(ran.errors()).contains("found scripts").contains("[CONFIGURATION]");
    assertThat(ran.output()).isEmpty();
  }

  @Test
  void helpHasTheExitCodes() {
    TestSystem.Ran ran = TestSystem.ran(_ -> List.of("verifiers", "list", "--help"));

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.output()).contains("Exit codes: 0 done, 3 operational error");
  }
}
