package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.runtime.config.AssayConfig;
import dev.assay.runtime.config.ConfigException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BackendsTest {

  @Test
  void theNameOfTheGroundTruthOfCanariesCannotBeTaken() {
    AssayConfig.Worker worker =
        new AssayConfig.Worker(
            "worker-1",
            1,
            1,
            "scratch",
            Map.of("assay.canary", new AssayConfig.GroundTruth("own.sqlite", null)),
            Map.of());

    assertThatThrownBy(() -> Backends.groundTruths(worker, Path.of("home")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("assay.canary")
        .hasMessageContaining("choose another name");
  }
}
