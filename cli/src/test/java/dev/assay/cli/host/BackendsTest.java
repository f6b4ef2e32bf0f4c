package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.quick.pipeline.GroundTruths;
import dev.assay.runtime.config.Yaml;
import dev.assay.schemas.ConfigException;
import dev.assay.worker.WorkerSection;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BackendsTest {

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
            1L);

    assertThatThrownBy(() -> Backends.groundTruths(worker, Path.of("home")))
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

    try (GroundTruths none = new GroundTruths(Map.of())) {
      assertThatThrownBy(() -> Backends.verifiers(config.worker(), Path.of(""), none))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("worker.verifiers.script.commands");
    }
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

    try (GroundTruths none = new GroundTruths(Map.of())) {
      assertThatThrownBy(() -> Backends.verifiers(config.worker(), Path.of(""), none))
          .isInstanceOf(ConfigException.class)
          .hasMessageContainingAll("worker.verifiers.script.runningMax", running);
    }
  }
}
