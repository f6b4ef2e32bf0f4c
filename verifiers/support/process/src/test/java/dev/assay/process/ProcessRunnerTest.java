package dev.assay.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.process.IsolationRequest.Isolation;
import dev.assay.process.ProcessOutcome.ProcessEnd;
import dev.assay.process.ProcessOutcome.StopReason;
import dev.assay.process.ProcessRunner.OutputSink;
import dev.assay.process.ProcessRunner.RunRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ProcessRunnerTest {

  @TempDir Path directory;

  private Runs under(Isolation isolation) {
    IsolationRequest request = IsolationRequest.parse(isolation.label()).orElseThrow();
    if (request.ask() instanceof IsolationRequest.Answer.Refused(String reason)) {
      assumeTrue(false, "this host has no " + isolation.label() + ": " + reason);
    }
    return new Runs(directory).under(isolation);
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void exitCodesAndSignalsAreToldApart(Isolation isolation) throws Exception {
    assertThat(under(isolation).shell("exit 0").end()).isEqualTo(new ProcessEnd.Exited(0));
    assertThat(under(isolation).shell("exit 137").end()).isEqualTo(new ProcessEnd.Exited(137));
    assertThat(under(isolation).shell("kill -KILL $$").end())
        .isEqualTo(new ProcessEnd.Signalled("SIGKILL"));
    assertThat(under(isolation).shell("kill -SEGV $$").end())
        .isEqualTo(new ProcessEnd.Signalled("SIGSEGV"));
    assertThat(under(isolation).shell("kill -TERM $$").end())
        .isEqualTo(new ProcessEnd.Signalled("SIGTERM"));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aProgramOfTheSystemCanBeNamedWhateverLinkItIs(Isolation isolation) throws Exception {
    Path awk = Path.of("/usr/bin/awk");
    assumeTrue(Files.isSymbolicLink(awk), "this host's awk is no link");
    var _ = under(isolation);

    ProcessOutcome outcome =
        Runs.RUNNER.run(
            new Command(
                List.of(awk.toString(), "BEGIN { exit 7 }"), Map.of(), directory, List.of(awk)),
            new ProcessRunner.RunRules(isolation, Duration.ofSeconds(30), ProcessLimits.GRACE),
            ProcessRunner.OutputSink.NOWHERE,
            new Cancellation());

    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Exited(7));
  }

  /** The programs of a virtual environment of Python are links in a directory that is shown. */
  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aLinkInADirectoryThatIsShownCanBeTheProgram(Isolation isolation, @TempDir Path environment)
      throws Exception {
    Path link = environment.toRealPath().resolve("awk");
    Files.createSymbolicLink(link, Path.of("/usr/bin/awk"));
    var _ = under(isolation);

    ProcessOutcome outcome =
        Runs.RUNNER.run(
            new Command(
                List.of(link.toString(), "BEGIN { exit 7 }"),
                Map.of(),
                directory,
                List.of(link.getParent(), link)),
            new RunRules(isolation, Duration.ofSeconds(30), ProcessLimits.GRACE),
            OutputSink.NOWHERE,
            new Cancellation());

    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Exited(7));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void bothOutputsArriveInTheOrderTheyWereWrittenAndInputIsEmpty(Isolation isolation)
      throws Exception {
    Runs runs = under(isolation);

    ProcessOutcome outcome =
        runs.shell("echo one; echo two >&2; echo $GREETING; read x; echo \"read:$?\"; pwd");

    assertThat(runs.output())
        .isEqualTo("one\ntwo\nhello\nread:1\n" + directory.toRealPath() + "\n");
    assertThat(outcome.outputBytes()).isEqualTo(runs.output().length());
    assertThat(outcome.stop()).isEqualTo(StopReason.NONE);
    assertThat(outcome.exactStatus()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void noDescriptorOfThisProcessReachesTheCommand(Isolation isolation) throws Exception {
    Runs runs = under(isolation);

    var _ = runs.shell("ls /proc/self/fd | tr '\\n' ' '");

    assertThat(runs.output().strip().split(" ")).containsExactly("0", "1", "2", "3");
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aTimeoutInterruptsAndLeavesAsSoonAsTheGroupIsGone(Isolation isolation) throws Exception {
    Runs runs = under(isolation);

    ProcessOutcome outcome =
        timedOutOnceReady(runs, "trap 'echo polite; exit 5' INT; echo ready; sleep 60 & wait");

    assertThat(outcome.stop()).isEqualTo(StopReason.TIMEOUT);
    assertThat(runs.output()).contains("polite");
    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Exited(5));
    assertThat(outcome.groupGone()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aGroupThatIgnoresInterruptsIsKilledAfterTheGrace(Isolation isolation) throws Exception {
    Runs runs = under(isolation);

    ProcessOutcome outcome =
        timedOutOnceReady(
            runs, "trap '' INT; sleep 61 & echo $! > child; echo ready; wait; sleep 61");

    assertThat(outcome.stop()).isEqualTo(StopReason.TIMEOUT);
    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Signalled("SIGKILL"));
    assertThat(outcome.duration())
        .isBetween(runs.limit().plus(ProcessLimits.GRACE), Duration.ofSeconds(55));
    assertThat(outcome.groupGone()).isTrue();
    if (isolation != Isolation.BWRAP) {
      assertThat(ProcessGroups.isAlive(Long.parseLong(read("child")))).isFalse();
    }
  }

  @Test
  void aSandboxThatHasNotStartedItsCommandInTimeIsKilledWithoutGrace() throws Exception {
    Runs runs = under(Isolation.BWRAP).within(Duration.ofMillis(1));

    ProcessOutcome outcome = runs.shell("echo started; sleep 60");

    assertThat(outcome.stop()).isEqualTo(StopReason.TIMEOUT);
    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Signalled("SIGKILL"));
    assertThat(outcome.groupGone()).isTrue();
    assertThat(runs.output()).isEmpty();
  }

  /**
   * The run of a script that says {@code ready} once it waits for its timeout; a timeout that came
   * before that, on a busy machine, is doubled.
   */
  private static ProcessOutcome timedOutOnceReady(Runs runs, String script)
      throws InterruptedException {
    Duration limit = Duration.ofMillis(400);
    ProcessOutcome outcome = runs.within(limit).shell(script);
    while (!runs.output().contains("ready")) {
      limit = limit.multipliedBy(2);
      outcome = runs.within(limit).shell(script);
    }
    return outcome;
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void backgroundChildrenDieWithAScriptThatEndsByItself(Isolation isolation) throws Exception {
    Runs runs = under(isolation);

    ProcessOutcome outcome = runs.shell("sleep 62 & echo $! > child; exit 3");

    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Exited(3));
    assertThat(outcome.groupGone()).isTrue();
    assertThat(outcome.duration()).isLessThan(Duration.ofSeconds(30));
    if (isolation != Isolation.BWRAP) {
      assertThat(ProcessGroups.isAlive(Long.parseLong(read("child")))).isFalse();
    }
  }

  @Test
  void aChildThatStartsItsOwnSessionStillDiesWithTheSandbox() throws Exception {
    Runs runs = under(Isolation.BWRAP);

    var _ = runs.shell("setsid sh -c 'while sleep 0.05; do date +%N > beat; done' & sleep 0.3");

    Files.deleteIfExists(directory.resolve("beat"));
    Runs later = new Runs(directory);
    var _ = later.shell("sleep 0.4; ls beat 2>/dev/null || echo silence");
    assertThat(later.output()).isEqualTo("silence\n");
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void aCancellationStopsTheRunAndIsNotATimeout(Isolation isolation) throws Exception {
    Runs runs = under(isolation);
    CompletableFuture<ProcessOutcome> running = new CompletableFuture<>();
    var _ =
        Thread.ofVirtual()
            .start(() -> {
              try {
                running.complete(runs.shell("echo ready; exec sleep 60"));
              } catch (InterruptedException | RuntimeException e) {
                running.completeExceptionally(e);
              }
            });
    while (!runs.output().contains("ready") && !running.isDone()) {
      Thread.onSpinWait();
    }

    runs.cancellation().request();

    ProcessOutcome outcome = running.join();
    assertThat(outcome.stop()).isEqualTo(StopReason.CANCELLED);
    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Signalled("SIGINT"));
    assertThat(outcome.duration()).isLessThan(Duration.ofSeconds(20));
  }

  @ParameterizedTest
  @EnumSource(
      value = Isolation.class,
      names = {"BWRAP", "LANDLOCK"})
  void anIsolatedCommandWritesOnlyInItsDirectory(Isolation isolation) throws Exception {
    Path outside = Files.createTempFile(Path.of("/var/tmp"), "assay-outside", ".txt");
    try {
      Runs runs = under(isolation);

      var _ =
          runs.shell(
              "echo in > inside.txt && echo wrote; echo x > %s || echo denied; ls /root >/dev/null 2>&1 || echo unseen"
                  .formatted(outside));

      assertThat(runs.output()).contains("wrote").contains("denied").contains("unseen");
      assertThat(Files.size(outside)).isZero();
      assertThat(read("inside.txt")).isEqualTo("in");
    } finally {
      Files.delete(outside);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Isolation.class,
      names = {"BWRAP", "LANDLOCK"})
  void anIsolatedCommandReachesNoTcpPort(Isolation isolation) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "the probe of the network needs perl");
    try (java.net.ServerSocket server =
        new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress())) {
      String connect =
          "perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(\"127.0.0.1:%d\") ? \"open\" : \"closed\"'"
              .formatted(server.getLocalPort());
      Runs free = under(Isolation.NONE);
      Runs confined = under(isolation);

      var _ = free.shell(connect);
      var _ = confined.shell(connect);

      assertThat(free.output()).isEqualTo("open");
      assertThat(confined.output()).isEqualTo("closed");
    }
  }

  @Test
  void aMissingProgramOrDirectoryIsNotStartedRatherThanFailed() throws Exception {
    Command noProgram = new Command(List.of("/no/such/program"), Map.of(), directory, List.of());
    Command noDirectory =
        new Command(List.of("sh"), Map.of(), directory.resolve("gone"), List.of());

    for (Command command : List.of(noProgram, noDirectory)) {
      ProcessOutcome outcome =
          Runs.RUNNER.run(
              command,
              new RunRules(Isolation.NONE, Duration.ofSeconds(5), ProcessLimits.GRACE),
              OutputSink.NOWHERE,
              new Cancellation());

      assertThat(outcome.end())
          .isInstanceOfSatisfying(
              ProcessEnd.NotStarted.class,
              end -> assertThat(end.reason()).contains("errno 2").contains("check that"));
    }
  }

  @Test
  void outputThatCannotBeKeptIsReportedAndTheCommandStillRunsToItsEnd() throws Exception {
    ProcessOutcome outcome =
        Runs.RUNNER.run(
            new Command(
                List.of("sh", "-c", "echo one; sleep 0.1; echo two; exit 6"),
                Map.of("PATH", "/usr/bin:/bin"),
                directory,
                List.of()),
            new RunRules(Isolation.NONE, Duration.ofSeconds(20), ProcessLimits.GRACE),
            _ -> {
              throw new java.io.IOException("no space left");
            },
            new Cancellation());

    assertThat(outcome.end()).isEqualTo(new ProcessEnd.Exited(6));
    assertThat(outcome.outputError()).contains("no space left");
    assertThat(outcome.outputBytes()).isEqualTo(8);
  }

  @Test
  void aNulByteInACommandIsRefusedBeforeItCutsAnArgumentShort() {
    assertThatThrownBy(
            () -> new Command(List.of("sh", "-c", "echo \0x"), Map.of(), directory, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NUL");
  }

  @Test
  void anInterruptedCallerLeavesNoProcessBehind() throws Exception {
    Runs runs = new Runs(directory);
    CompletableFuture<String> ended = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(() -> {
              try {
                ended.complete(runs.shell("echo $$; exec sleep 63").toString());
              } catch (InterruptedException e) {
                ended.complete("interrupted");
              }
            });
    while (!runs.output().endsWith("\n") && !ended.isDone()) {
      Thread.onSpinWait();
    }

    caller.interrupt();

    assertThat(ended.join()).isEqualTo("interrupted");
    assertThat(ProcessGroups.isAlive(Long.parseLong(runs.output().strip()))).isFalse();
  }

  private String read(String name) throws java.io.IOException {
    return Files.readString(directory.resolve(name)).strip();
  }
}
