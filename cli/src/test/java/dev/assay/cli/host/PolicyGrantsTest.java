package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.Yaml;
import dev.assay.director.PolicyReader;
import dev.assay.worker.WorkerSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyGrantsTest {

  @TempDir private static Path directory;

  @Test
  void whatThePolicysFileNamesIsAddedToWhatTheWorkersOwnNames() throws IOException {
    WorkerSection added =
        added(
            "worker: {verifiers: {script: {runningMax: 2, commands: [make check]}}}",
            "{isolation: none, commands: [./verify.sh, make check]}");

    assertThat(added.verifiers().get("script"))
        .hasToString(
            "{\"commands\":[\"make check\",\"./verify.sh\"],\"unisolated\":true,\"runningMax\":2}");
  }

  @Test
  void aPolicyThatIsolatesGrantsNoRunWithoutIsolation() throws IOException {
    WorkerSection added = added("{}", "{isolation: auto, commands: [./verify.sh]}");

    assertThat(added.verifiers().get("script"))
        .hasToString("{\"commands\":[\"./verify.sh\"],\"unisolated\":false,\"runningMax\":4}");
  }

  private static WorkerSection added(String configuration, String script) throws IOException {
    Path policy = Files.createTempFile(directory, "policy", ".yaml");
    Files.writeString(
        policy, "verifiers: {script: {subjects: [workspace], pace: long, config: " + script + "}}");
    Path file = Files.createTempFile(directory, "assay", ".yaml");
    Files.writeString(file, configuration);
    return Yaml.read(file, SystemConfig.class, Map.of())
        .worker()
        .granted(PolicyReader.read(policy, Map.of()));
  }
}
