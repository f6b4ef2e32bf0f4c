package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.Yaml;
import dev.assay.schemas.ConfigException;
import dev.assay.worker.Verifiers;
import dev.assay.worker.WorkerSection;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkerVerifiersTest {

  @Test
  void theNameOfTheGroundTruthOfCanariesCannotBeTaken() {
    WorkerSection worker =
        new WorkerSection(
            "worker-1",
            1,
            1,
            "scratch",
            Map.of("assay.canary", new WorkerSection.GroundTruth("own.sqlite", null)),
            Map.of(),
            1L,
            null);

    assertThatThrownBy(() -> Verifiers.configured(worker, Path.of("home")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("assay.canary")
        .hasMessageContaining("choose another name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"commands: true", "commands: [1]", "commands: ./verify.sh", "unisolated: maybe"})
  void whatAWorkerMayRunIsNeverGuessed(String grant) {
    SystemConfig config =
        Yaml.parse(
            "worker: {verifiers: {script: {" + grant + "}}}", "test", SystemConfig.class, Map.of());

    assertThatThrownBy(() -> Verifiers.configured(config.worker(), Path.of("")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("worker.verifiers.script." + grant.substring(0, grant.indexOf(':')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "many", "1.5"})
  void scriptsThatCouldNeverRunAreAFaultOfTheConfiguration(String running) {
    SystemConfig config =
        Yaml.parse(
            "worker: {verifiers: {script: {runningMax: " + running + "}}}",
            "test",
            SystemConfig.class,
            Map.of());

    assertThatThrownBy(() -> Verifiers.configured(config.worker(), Path.of("")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("worker.verifiers.script", "runningMax");
  }

  @Test
  void settingsOfAVerifierThatIsNotThereAreAMistake() {
    SystemConfig config =
        Yaml.parse("worker: {verifiers: {scripts: {}}}", "test", SystemConfig.class, Map.of());

    assertThatThrownBy(() -> Verifiers.configured(config.worker(), Path.of("")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("worker.verifiers", "script, subresult", "found scripts");
  }
}
