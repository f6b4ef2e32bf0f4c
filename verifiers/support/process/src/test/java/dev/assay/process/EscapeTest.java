package dev.assay.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that leave the group and session of the command that started them. */
@Timeout(60)
class EscapeTest {

  /** Where a Landlock domain has its signals to itself: from this version of the kernel on. */
  private static final Runtime.Version SCOPED_SIGNALS = Runtime.Version.parse("6.12");

  @TempDir Path directory;

  private static Runs under(Isolation isolation, Path directory) throws Exception {
    IsolationRequest request = IsolationRequest.parse(isolation.label()).orElseThrow();
    if (request.ask() instanceof IsolationRequest.Answer.Refused(String reason)) {
      assumeTrue(false, "this host has no " + isolation.label() + ": " + reason);
    }
    String kernel = System.getProperty("os.version").replaceFirst("^(\\d+\\.\\d+).*", "$1");
    assumeTrue(
        isolation != Isolation.LANDLOCK
            || Runtime.Version.parse(kernel).compareTo(SCOPED_SIGNALS) >= 0,
        "this kernel does not scope signals");
    return new Runs(Files.createDirectories(directory)).under(isolation);
  }

  /** A script that leaves a process in a session of its own, with {@code mark} in its words. */
  private static String leaving(String mark) {
    return """
    setsid sh -c ': %s; : > started; while :; do :; done' > /dev/null 2>&1 &
    while ! [ -e started ]; do :; done
    """
        .formatted(mark);
  }

  private static boolean anyHas(String mark) {
    return ProcessHandle.allProcesses()
        .anyMatch(process -> process.info().commandLine().orElse("").contains(mark));
  }

  @ParameterizedTest
  @EnumSource(
      value = Isolation.class,
      names = {"BWRAP", "LANDLOCK"})
  void nothingOfAnIsolatedCommandOutlivesIt(Isolation isolation) throws Exception {
    String mark = UUID.randomUUID().toString();
    Runs runs = under(isolation, directory);

    ProcessOutcome outcome = runs.shell(leaving(mark) + "exit 3");

    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Exited(3));
    long started = System.nanoTime();
    while (anyHas(mark)) {
      assertThat(System.nanoTime() - started).isLessThan(Duration.ofSeconds(20).toNanos());
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Isolation.class,
      names = {"BWRAP", "LANDLOCK"})
  void theEndOfOneCommandLeavesTheProcessesOfOthersAlone(Isolation isolation) throws Exception {
    String mark = UUID.randomUUID().toString();
    Runs other = under(isolation, directory.resolve("other"));
    CompletableFuture<ProcessOutcome> running = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            running.complete(
                other.shell(leaving(mark) + "echo ready; while ! [ -e stop ]; do :; done; exit 4"));
          } catch (InterruptedException e) {
            running.completeExceptionally(e);
          }
        });
    while (!other.output().contains("ready") && !running.isDone()) {
      Thread.onSpinWait();
    }

    ProcessOutcome outcome = under(isolation, directory.resolve("one")).shell("exit 3");

    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Exited(3));
    assertThat(anyHas(mark)).isTrue();
    Files.createFile(directory.resolve("other/stop"));
    assertThat(running.join().end()).isEqualTo(new ProcessEnd.Exited(4));
  }
}
