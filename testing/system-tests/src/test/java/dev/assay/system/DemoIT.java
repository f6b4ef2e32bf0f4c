package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {

  @Test
  void theDemoEndsWithEveryDecisionThatItsFleetExpects(@TempDir Path home) throws Exception {
    List<String> flags = new ArrayList<>(Child.FLAGS);
    flags.add("-Dassay.home=../..");
    String data = home.resolve("data").toString();
    try (Child demo =
        Child.start(
            flags,
            home.resolve("output"),
            "up",
            "--demo",
            "--exit",
            "--port",
            "0",
            "--data-dir",
            data)) {

      assertThat(demo.exitCode()).as(demo.output()).isZero();
      assertThat(demo.output())
          .contains("demo 8/8", " assay up, and beside it ASSAY_DATA_DIR=")
          .doesNotContain("demo: expected");
    }
  }
}
