package dev.assay.process;

import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessRunner.RunRules;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs shell scripts for tests and keeps their output. */
final class Runs {

  static final ProcessRunner RUNNER = new ProcessRunner(4);

  private final Path directory;
  private volatile String output = "";
  private final Cancellation cancellation = new Cancellation();
  private Isolation isolation = Isolation.NONE;
  private Duration timeout = Duration.ofSeconds(30);

  Runs(Path directory) {
    this.directory = directory;
  }

  Runs under(Isolation chosen) {
    isolation = chosen;
    return this;
  }

  Runs within(Duration limit) {
    timeout = limit;
    return this;
  }

  Duration limit() {
    return timeout;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  String output() {
    return output;
  }

  ProcessOutcome shell(String script) throws InterruptedException {
    Command command =
        new Command(
            List.of("sh", "-c", script),
            Map.of("PATH", "/usr/bin:/bin", "GREETING", "hello"),
            directory,
            List.of());
    return RUNNER.run(
        command, new RunRules(isolation, timeout, ProcessLimits.GRACE), this::append, cancellation);
  }

  private synchronized void append(ByteBuffer bytes) {
    output = output + StandardCharsets.UTF_8.decode(bytes);
  }
}
