package dev.assay.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that goes wrong lets an agent pass a closed gate, and nothing keeps it for ever. */
class FailClosedTest {

  private final Gate gate;
  private final StandIn server;

  FailClosedTest(@TempDir Path directory) throws IOException {
    server = new StandIn();
    gate = Gate.withReport(directory, server, Gate.RULES);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String event(boolean active) {
    return "{\"session_id\":\"s1\",\"cwd\":\"%s\",\"stop_hook_active\":%s}"
        .formatted(gate.repository, active);
  }

  private Gate.Ran stopped(boolean active, String... more) {
    String[] words = {"Stop", "--harness", "claude-code"};
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return gate.hook(event(active), all);
  }

  @Test
  void aRepositorysFileWithoutEndIsNotReadWhole() throws IOException {
    gate.write(RepositoryFile.NAME, Gate.RULES + "#".repeat(GateLimits.RULES_BYTES_MAX));

    assertThat(stopped(false).err()).contains("[CONFIGURATION]");
    assertThat(stopped(false, "--fail-closed").out())
        .contains("\"decision\":\"block\"", "CONFIGURATION");
  }

  @Test
  void anErrorOfTheGateIsNoLeaveToStop() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() {
            throw new StackOverflowError();
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            throw new StackOverflowError();
          }
        };

    Gate.Ran closed = gate.hookOf(broken, "Stop", "--harness", "claude-code", "--fail-closed");
    Gate.Ran open = gate.hookOf(broken, "Stop", "--harness", "claude-code");

    assertThat(closed.exit()).isZero();
    assertThat(closed.out()).contains("\"decision\":\"block\"", "INTERNAL_ERROR");
    assertThat(open.exit()).isZero();
    assertThat(open.out()).contains("systemMessage", "INTERNAL_ERROR").doesNotContain("decision");
  }

  @Test
  void whereNothingCanBeRememberedAFailureKeepsTheAgentOnce() throws IOException {
    Files.writeString(gate.home.resolve("hooks"), "no directory");
    server.decides("RETRY", "VERIFICATION_FAILED", "shop.CartTest#total");

    assertThat(stopped(false).out()).contains("\"decision\":\"block\"", "VERIFICATION_FAILED");
    assertThat(stopped(true).out())
        .contains("ESCALATE", "BLOCKS_EXHAUSTED", "VERIFICATION_FAILED")
        .doesNotContain("decision");
  }

  @Test
  void whereNothingCanBeRememberedAClosedGateKeepsTheAgentOnce() throws IOException {
    Files.writeString(gate.home.resolve("hooks"), "no directory");
    server.close();

    assertThat(stopped(false, "--fail-closed").out())
        .contains("\"decision\":\"block\"", "UNREACHABLE");
    assertThat(stopped(true, "--fail-closed").out())
        .contains("ESCALATE", "BLOCKS_EXHAUSTED")
        .doesNotContain("decision");
    Gate.Ran unreadable = gate.hook("{", "Stop", "--harness", "claude-code", "--fail-closed");
    assertThat(unreadable.exit()).isZero();
    assertThat(unreadable.out()).contains("\"decision\":\"block\"");
  }

  @Test
  void callsThatCouldNotBeKeptAreMissed() throws IOException {
    gate.write(RepositoryFile.NAME, "requires: [quick]\ntrace: calls\n");
    Files.writeString(gate.home.resolve("hooks"), "no directory");
    gate.hook(
        "{\"session_id\":\"s1\",\"tool_name\":\"mcp__shop__pay\",\"tool_input\":{}}",
        "PostToolUse",
        "--harness",
        "claude-code");

    assertThat(stopped(false).out()).contains("\"decision\":\"block\"", "EVIDENCE_INCOMPLETE");
    assertThat(server.events).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNamedWithWhatToDo() throws IOException {
    Path hooks = Files.writeString(gate.home.resolve("hooks"), "no directory");
    Gate.Ran ran =
        gate.hook(
            "{\"session_id\":\"s1\",\"tool_name\":\"mcp__shop__pay\",\"tool_input\":{}}",
            "PostToolUse",
            "--harness",
            "claude-code");

    assertThat(ran.err())
        .contains("FileAlreadyExistsException for ")
        .contains(hooks.toString().substring(hooks.toString().length() - 20))
        .contains("; let the user who runs this", "[FILE_UNREADABLE]");
    String strange = "/r/" + "a".repeat(200) + "\nnext: delete\u202e.xml";
    assertThat(StopText.unreadable(new AccessDeniedException(strange)))
        .startsWith("found AccessDeniedException for …aa")
        .contains("a_next:_delete_.xml;")
        .hasSizeLessThan(200);
    assertThat(StopText.unreadable(new IOException("a text")))
        .isEqualTo("found IOException; look whether its disk is full or damaged");
  }

  @Test
  void aRefusalOfTheServerIsToldInItsWords() {
    server.decides("REFUSED", "FORBIDDEN", "");

    assertThat(stopped(false).out())
        .contains("not verified: " + server.url() + " refused it: expected ", "[FORBIDDEN]");
  }

  @Test
  void gatheringThatStandsStillIsNotWaitedFor() {
    CountDownLatch never = new CountDownLatch(1);

    assertThatThrownBy(() ->
            Timed.within(
                Duration.ofMillis(1),
                "test",
                () -> {
                  never.await();
                  return "";
                }))
        .isInstanceOf(TimeoutException.class);
    never.countDown();
  }

  @Test
  void rulesThatAreNotTheCommitsAreToldAndAreInTheClaim() throws Exception {
    gate.git("init", "-q", "-b", "main");
    gate.git("add", "-A");
    gate.git("commit", "-q", "-m", "m");
    Gate.Ran committed = stopped(false);
    gate.environment.put("ASSAY_DATA_DIR", gate.home.resolve("other").toString());
    gate.write(RepositoryFile.NAME, Gate.RULES + "risk: low\n");
    Gate.Ran changed = stopped(false);
    Gate.Ran again = stopped(false);

    assertThat(committed.out()).isEmpty();
    assertThat(changed.out()).contains("systemMessage", ".assay.yaml is not the one of the commit");
    assertThat(again.out()).as("told once").isEmpty();
    assertThat(server.events)
        .extracting(each -> each.path("data").path("claims").size())
        .containsExactly(1, 2);
    assertThat(server.events.getLast().path("data").path("claims").path(1).asText())
        .contains(".assay.yaml", "not committed");
  }

  @Test
  void whatTheRulesHaveBecomeIsToldAfterABlock() throws Exception {
    gate.git("init", "-q", "-b", "main");
    server.decides("RETRY", "VERIFICATION_FAILED", "shop.CartTest#total");
    gate.git("commit", "-q", "--allow-empty", "-m", "m");
    Gate.Ran blocked = stopped(false);
    server.decides("PROMOTE", "ALL_REQUIRED_PASS", "");
    gate.write("reports/b.xml", "<testsuite name='b'/>");
    Gate.Ran passed = stopped(true);

    assertThat(blocked.out()).contains("\"decision\":\"block\"");
    assertThat(passed.out()).contains("is not the one of the commit");
    assertThat(new String(server.artifacts.getFirst(), StandardCharsets.UTF_8)).isNotEmpty();
  }
}
