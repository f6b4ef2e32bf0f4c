package dev.assay.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Workspaces whose tests, a shell script that the operator trusts, are run again. */
final class RerunWork {

  private static final int RAW_RUNS = 200;
  private static final String SCRIPT =
      """
      read value < value.txt
      cat > report.xml <<END
      <testsuite name="rerun.Suite" tests="1" failures="0" errors="0">
      <testcase classname="rerun.Suite" name="hasValue"/></testsuite>
      END
      """;
  private static final String REPORT =
      """
      <testsuite name="rerun.Suite" tests="1" failures="0" errors="0">
      <testcase classname="rerun.Suite" name="hasValue"/></testsuite>
      """;

  private final Path trusted;

  private RerunWork(Path trusted) {
    this.trusted = trusted;
  }

  static RerunWork in(Path home) throws IOException {
    Path trusted = Files.createDirectories(home.resolve("trusted"));
    Files.writeString(trusted.resolve("run.sh"), SCRIPT);
    Files.writeString(trusted.resolve("value.txt"), "0\n");
    return new RerunWork(trusted);
  }

  /** Lines of the operator's configuration. */
  String configuration() {
    return """
    worker:
      verifiers:
        reexecution:
          commands:
            - name: shell
              command: ["/bin/sh", "run.sh"]
              reports: [report.xml]
              when: [value.txt]
              overlays: [{paths: [run.sh], from: {directory: %s}}]
              environment: {PATH: "/usr/bin:/bin"}
    """
        .formatted(trusted);
  }

  LoadEvents events(Api api) {
    return n -> {
      ObjectNode data = Samples.data(LoadEvents.PREFIX + n, "", 0);
      data.put("risk", "high");
      data.putObject("target")
          .put("commit", Digests.sha256Hex(LoadEvents.PREFIX + n).substring(0, 40));
      var _ = data.putArray("artifacts");
      Samples.artifact(
          data, api, "test-report", "application/xml", REPORT.getBytes(StandardCharsets.UTF_8));
      Samples.artifact(
          data,
          api,
          "workspace",
          "application/gzip",
          ScoreProject.archive(Map.of("value.txt", n + "\n", "run.sh", SCRIPT), Map.of()));
      return Samples.event(LoadEvents.PREFIX + n, data).toString();
    };
  }

  /** Runs a second of the command itself, one after the other, without a sandbox. */
  double rawPerSecond() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    for (int i = 0; i < RAW_RUNS; i++) {
      var _ = new ProcessBuilder("/bin/sh", "run.sh").directory(trusted.toFile()).start().waitFor();
    }
    return RAW_RUNS * 1e9 / (System.nanoTime() - begin);
  }
}
