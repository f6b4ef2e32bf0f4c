package dev.assay.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.process.ProcessRunner.OutputSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DialogueTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final int LINE_BYTES_MAX = 64;

  @TempDir Path directory;

  private final StringBuilder errors = new StringBuilder();

  private Dialogue start(String script) throws IOException {
    return start(script, LINE_BYTES_MAX);
  }

  private Dialogue start(String script, int lineBytesMax) throws IOException {
    return Dialogue.start(command("sh", "-c", script), lineBytesMax, this::error);
  }

  private Command command(String... argv) {
    return new Command(List.of(argv), Map.of("PATH", "/usr/bin:/bin"), directory, List.of());
  }

  private synchronized void error(ByteBuffer bytes) {
    errors.append(UTF_8.decode(bytes));
  }

  private synchronized String errors() {
    return errors.toString();
  }

  private static void send(Dialogue dialogue, String line) throws Exception {
    dialogue.send(line.getBytes(UTF_8), PATIENCE);
  }

  private static String receive(Dialogue dialogue) throws Exception {
    return new String(dialogue.receive(PATIENCE), UTF_8);
  }

  /** Whether a process that a script told about runs. */
  private static boolean alive(String pid) {
    return ProcessGroups.isAlive(Long.parseLong(pid));
  }

  @Test
  void oneProcessAnswersLineByLineAndKeepsItsState() throws Exception {
    try (Dialogue dialogue =
        start("n=0; while read -r line; do n=$((n+1)); echo \"$n $line é\"; done")) {
      send(dialogue, "first");
      assertThat(receive(dialogue)).isEqualTo("1 first é");
      send(dialogue, "second");
      assertThat(receive(dialogue)).isEqualTo("2 second é");
    }
  }

  @Test
  void linesWrittenAtOnceComeOneByOneAndALineWrittenInPiecesComesWhole() throws Exception {
    try (Dialogue dialogue = start("printf 'a\\nb\\n\\nc'; read x; printf 'd\\n'; read x")) {
      assertThat(receive(dialogue)).isEqualTo("a");
      assertThat(receive(dialogue)).isEqualTo("b");
      assertThat(receive(dialogue)).isEmpty();
      send(dialogue, "go on");
      assertThat(receive(dialogue)).isEqualTo("cd");
    }
  }

  @Test
  void standardErrorIsHandedOnAndNeverTakenForAnAnswer() throws Exception {
    try (Dialogue dialogue = start("echo noise >&2; echo answer; read x; echo last >&2")) {
      assertThat(receive(dialogue)).isEqualTo("answer");
    }
    assertThat(errors()).isEqualTo("noise\nlast\n");
  }

  @Test
  void aLineAboveTheBoundIsRefusedAndOneAtTheBoundIsNot() throws Exception {
    String most = "x".repeat(LINE_BYTES_MAX);
    try (Dialogue dialogue = start("echo " + most + "; echo " + most + "y; read x")) {
      assertThat(receive(dialogue)).isEqualTo(most);
      assertThatThrownBy(() -> receive(dialogue))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("at most 64 bytes");
    }
  }

  @Test
  void anEndlessLineIsRefusedWithoutBeingKept() throws Exception {
    try (Dialogue dialogue = start("yes | tr -d '\\n'", 1_000_000)) {
      assertThatThrownBy(() -> receive(dialogue)).hasMessageContaining("at most 1000000 bytes");
    }
  }

  @Test
  void aCommandThatDoesNotAnswerInTimeIsGivenUp() throws Exception {
    try (Dialogue dialogue = start("read x")) {
      assertThatThrownBy(() -> dialogue.receive(SHORT))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("within 200 ms");
    }
  }

  @Test
  void aCommandThatDoesNotReadItsInputIsGivenUp() throws Exception {
    try (Dialogue dialogue = start("exec sleep 1000")) {
      assertThatThrownBy(() -> dialogue.send(new byte[1 << 20], SHORT))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("take the line");
      dialogue.stop();
    }
  }

  @Test
  void aLineLargerThanThePipeArrivesWhole() throws Exception {
    String large = "z".repeat(300_000);
    try (Dialogue dialogue = start("read -r line; echo ${#line}")) {
      send(dialogue, large);
      assertThat(receive(dialogue)).isEqualTo("300000");
    }
  }

  @Test
  void howACommandEndedIsToldWhenItStopsTalking() throws Exception {
    try (Dialogue exited = start("exit 7");
        Dialogue killed = start("kill -KILL $$");
        Dialogue silent = start("exec >&-; sleep 1000")) {
      assertThatThrownBy(() -> receive(exited)).hasMessageContaining("exited with 7");
      assertThatThrownBy(() -> receive(killed)).hasMessageContaining("ended by SIGKILL");
      assertThatThrownBy(() -> receive(silent)).hasMessageContaining("still runs");
      silent.stop();
    }
  }

  @Test
  void sendingToACommandThatIsGoneIsAnErrorAndNotTheEndOfThisProcess() throws Exception {
    try (Dialogue dialogue = start("exit 3")) {
      assertThatThrownBy(() -> receive(dialogue)).hasMessageContaining("exited with 3");
      assertThatThrownBy(() -> send(dialogue, "anyone?"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no longer reads");
    }
  }

  @Test
  void aProgramThatDoesNotExistIsNamed() {
    assertThatThrownBy(
            () -> Dialogue.start(command("no-such-program"), LINE_BYTES_MAX, OutputSink.NOWHERE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-program");
  }

  @Test
  void whatCameUnaskedIsSeenButBlankLinesAreNot() throws Exception {
    try (Dialogue dialogue = start("echo; echo ready; read x; echo; read x; echo more; read x")) {
      assertThat(receive(dialogue)).isEmpty();
      assertThat(receive(dialogue)).isEqualTo("ready");
      assertThat(dialogue.hasUnread()).isFalse();
      send(dialogue, "blank");
      assertThat(receive(dialogue)).isEmpty();
      assertThat(dialogue.hasUnread()).isFalse();
      send(dialogue, "text");
      send(dialogue, "end");
      assertThat(receive(dialogue)).isEqualTo("more");
    }
    try (Dialogue dialogue = start("printf 'one\\ntwo\\n'; read x")) {
      assertThat(receive(dialogue)).isEqualTo("one");
      assertThat(dialogue.hasUnread()).isTrue();
      assertThat(receive(dialogue)).isEqualTo("two");
    }
  }

  @Test
  void closingEndsTheInputSoThatACommandEndsByItself() throws Exception {
    try (Dialogue dialogue = start("echo up; while read -r x; do :; done; echo saw the end >&2")) {
      assertThat(receive(dialogue)).isEqualTo("up");
    }
    assertThat(errors()).isEqualTo("saw the end\n");
  }

  @Test
  void closingLeavesNoProcessOfTheGroup() throws Exception {
    String child;
    try (Dialogue dialogue = start("sleep 1000 >/dev/null 2>&1 & echo $!; read x")) {
      child = receive(dialogue);
      assertThat(alive(child)).isTrue();
    }
    assertThat(alive(child)).isFalse();
  }

  @Test
  void aCommandThatIgnoresTheEndIsKilledAfterTheGrace() throws Exception {
    String pid;
    long started;
    try (Dialogue dialogue = start("trap '' INT TERM HUP; echo $$; exec sleep 1000")) {
      pid = receive(dialogue);
      started = System.nanoTime();
    }
    assertThat(alive(pid)).isFalse();
    assertThat(System.nanoTime() - started).isGreaterThan(ProcessLimits.GRACE.toNanos() / 2);
  }

  @Test
  void stoppingFromAnotherThreadEndsTheWaitForAnAnswer() throws Exception {
    try (Dialogue dialogue = start("echo up; read x")) {
      assertThat(receive(dialogue)).isEqualTo("up");
      CompletableFuture<Void> stopped = CompletableFuture.runAsync(dialogue::stop);

      assertThatThrownBy(() -> receive(dialogue)).isInstanceOf(IOException.class);
      stopped.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void anInterruptEndsTheWaitForAnAnswer() throws Exception {
    try (Dialogue dialogue = start("echo up; read x")) {
      assertThat(receive(dialogue)).isEqualTo("up");
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      CountDownLatch waiting = new CountDownLatch(1);
      Thread reader =
          Thread.ofVirtual()
              .start(() -> {
                waiting.countDown();
                try {
                  var _ = dialogue.receive(PATIENCE);
                } catch (IOException | InterruptedException e) {
                  thrown.set(e);
                }
              });
      waiting.await();
      reader.interrupt();
      reader.join();

      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void aReaderOfErrorsThatFailsDoesNotDisturbTheDialogue() throws Exception {
    OutputSink broken =
        _ -> {
          throw new IOException("closed");
        };
    try (Dialogue dialogue =
        Dialogue.start(
            command("sh", "-c", "echo noise >&2; read x; echo noise >&2; echo \"$x\""),
            LINE_BYTES_MAX,
            broken)) {
      send(dialogue, "still here");
      assertThat(receive(dialogue)).isEqualTo("still here");
    }
  }
}
