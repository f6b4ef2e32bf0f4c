package dev.assay.agencyverify.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.process.IsolationRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class KillTest {

  private static final long SEED = 20_261_121;

  @TempDir Path root;

  private void everyDocumentIsWhole(AgencyFixture agency) throws IOException {
    try (Stream<Path> files = Files.walk(agency.data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".json") || name.equals(".lock")) {
          assertThat(AgencyFixture.JSON.readTree(Files.readString(file)).isObject())
              .as("%s holds one whole document", file)
              .isTrue();
        }
      }
    }
    Path events = agency.runDirectory.resolve("events.jsonl");
    if (Files.exists(events)) {
      for (String line : Files.readAllLines(events)) {
        assertThat(AgencyFixture.JSON.readTree(line).has("event")).isTrue();
      }
    }
  }

  @Test
  void aCommandKilledAtAnyMomentLeavesWholeDocumentsAndARecoverableLock() throws Exception {
    AgencyFixture agency = new AgencyFixture(root);
    agency.script("echo working; sleep 0.1; exit 1");
    Random random = new Random(SEED);
    long longest = 600;
    for (int round = 0; round < 8; round++) {
      Process command = ChildJvm.verify(agency, List.of(AgencyFixture.RUN));
      long started = System.nanoTime();
      boolean ended = command.waitFor(random.nextLong(longest), TimeUnit.MILLISECONDS);
      if (ended) {
        longest = Math.max(200, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
      } else {
        longest += 150;
      }
      command.destroyForcibly().waitFor();

      everyDocumentIsWhole(agency);
    }

    AgencyFixture.Shown next = agency.verify();

    assertThat(next.err()).startsWith("E_SCRIPT_FAILED: verify failed (exit 1)");
    assertThat(agency.lock()).doesNotExist();
    everyDocumentIsWhole(agency);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bwrap", "landlock"})
  void anIsolatedScriptDiesWithAKilledCommand(String isolation) throws Exception {
    IsolationGuard.require(isolation);
    Random random = new Random(SEED);
    for (int round = 0; round < 3; round++) {
      AgencyFixture agency = new AgencyFixture(root.resolve("round" + round));
      String marker = "marker-" + isolation + "-" + round + "-" + ProcessHandle.current().pid();
      agency.script("while :; do echo beat > beat; sleep 0.02; done");
      agency.agencyJson("./verify.sh " + marker);
      Process command =
          ChildJvm.verify(agency, List.of(AgencyFixture.RUN, "--isolation", isolation));
      if (round % 2 == 0) {
        assertThat(ChildJvm.eventually(() -> Files.exists(agency.worktree.resolve("beat"))))
            .isTrue();
      } else {
        assertThat(ChildJvm.eventually(() -> !ChildJvm.running(marker).isEmpty())).isTrue();
        var _ = command.waitFor(random.nextLong(20), TimeUnit.MILLISECONDS);
      }

      command.destroyForcibly().waitFor();

      assertThat(ChildJvm.eventually(() -> ChildJvm.running(marker).isEmpty()))
          .as("processes left: %s", ChildJvm.running(marker))
          .isTrue();
      agency.script("exit 0");
      assertThat(agency.verify().exit()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void anInterruptedCommandStopsItsScriptAndRecordsTheCancellation(String signal) throws Exception {
    AgencyFixture agency = new AgencyFixture(root);
    agency.script("echo up > up; sleep 64 & echo $! > child; sleep 64");
    Process command = ChildJvm.verify(agency, List.of(AgencyFixture.RUN));
    assertThat(ChildJvm.eventually(() -> Files.exists(agency.worktree.resolve("child")))).isTrue();

    ChildJvm.signal(signal, command.pid());

    String output = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(command.waitFor()).isEqualTo(1);
    assertThat(output)
        .isEqualTo("E_SCRIPT_FAILED: verify failed (cancelled) " + agency.where() + "\n");
    JsonNode record = agency.record();
    assertThat(record.path("cancelled").booleanValue()).isTrue();
    assertThat(record.path("timed_out").booleanValue()).isFalse();
    assertThat(record.path("ok").booleanValue()).isFalse();
    assertThat(record.path("summary").textValue()).isEqualTo("verify cancelled");
    assertThat(agency.events().getLast().path("data").path("cancelled").booleanValue()).isTrue();
    assertThat(agency.meta().path("flags").path("needs_attention_reason").textValue())
        .isEqualTo("verify_failed");
    assertThat(agency.lock()).doesNotExist();
    long child = Long.parseLong(Files.readString(agency.worktree.resolve("child")).strip());
    assertThat(dev.assay.process.ProcessGroups.isAlive(child)).isFalse();
  }

  /** Skips with a reason where the host lacks an isolation. */
  static final class IsolationGuard {
    private IsolationGuard() {}

    static void require(String isolation) {
      if (IsolationRequest.parse(isolation).orElseThrow().ask()
          instanceof IsolationRequest.Answer.Refused(String reason)) {
        assumeTrue(false, "this host has no " + isolation + ": " + reason);
      }
    }
  }
}
