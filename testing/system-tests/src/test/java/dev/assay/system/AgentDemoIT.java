package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stop gate against a whole system: the demo starts one, and tells its story with it. */
class AgentDemoIT {

  @Test
  void anAgentIsKeptUntilTheRowIsThereThatItsToolPromised(@TempDir Path home) throws Exception {
    List<String> flags = new ArrayList<>(Child.FLAGS);
    flags.add("-Dassay.home=../..");
    flags.add("-Djava.io.tmpdir=" + home);

    try (Child demo = Child.start(flags, home.resolve("output"), "demo", "agent")) {

      assertThat(demo.exitCode()).as(demo.output()).isZero();
      assertThat(demo.output())
          .containsSubsequence(
              "gate     does not let it stop",
              "codes: VERIFICATION_FAILED",
              "failed: quick VALUE_MISMATCH",
              "gate     says nothing: the agent may stop",
              "RETRY",
              "PROMOTE");
      assertThat(home.toFile().list((_, name) -> name.startsWith("assay-demo")))
          .as("what the demo leaves behind")
          .isEmpty();
    }
  }
}
