package dev.assay.agencyverify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class VerifyOutcomeTest {

  @TempDir Path root;
  private AgencyFixture agency;

  @BeforeEach
  void createRun() throws Exception {
    agency = new AgencyFixture(root);
  }

  @Test
  void aScriptThatExitsWithZeroIsOk() throws Exception {
    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown)
        .isEqualTo(
            new AgencyFixture.Shown(
                0, "ok verify " + AgencyFixture.RUN + " " + agency.where() + "\n", ""));
    JsonNode record = agency.record();
    assertThat(record.path("ok").booleanValue()).isTrue();
    assertThat(record.path("exit_code").intValue()).isZero();
    for (String member : List.of("signal", "error", "verify_json_path")) {
      assertThat(record.get(member).isNull()).as(member).isTrue();
    }
    assertThat(record.path("summary").textValue()).isEqualTo("verify succeeded");
    assertThat(record.path("timeout_ms").longValue()).isEqualTo(1_800_000);
    assertThat(agency.meta().path("last_verify_at")).isEqualTo(record.path("finished_at"));
    assertThat(agency.meta().has("flags")).isFalse();
    assertThat(agency.lock()).doesNotExist();
  }

  @Test
  void aScriptThatExitsWithAnotherCodeFailsAndAsksForAttention() throws Exception {
    agency.script("exit 3");

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown)
        .isEqualTo(
            new AgencyFixture.Shown(
                1, "", "E_SCRIPT_FAILED: verify failed (exit 3) " + agency.where() + "\n"));
    assertThat(agency.record().path("ok").booleanValue()).isFalse();
    assertThat(agency.record().path("summary").textValue()).isEqualTo("verify failed (exit 3)");
    assertThat(agency.meta().path("flags").toString())
        .isEqualTo("{\"needs_attention\":true,\"needs_attention_reason\":\"verify_failed\"}");
  }

  @Test
  void verifyJsonCannotTurnAFailureIntoSuccess() throws Exception {
    agency.script("exit 1");
    agency.verifyJson("{\"schema_version\":\"1.0\",\"ok\":true,\"summary\":\"all good\"}");

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.exit()).isEqualTo(1);
    assertThat(agency.record().path("ok").booleanValue()).isFalse();
    assertThat(agency.record().path("summary").textValue()).isEqualTo("all good");
  }

  @Test
  void verifyJsonTurnsAnExitWithZeroIntoFailure() throws Exception {
    agency.script(
        "echo '{\"schema_version\":\"1.0\",\"ok\":false,\"summary\":\"2 tests failing\"}' > $AGENCY_OUTPUT_DIR/verify.json");

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.err())
        .isEqualTo(
            "E_SCRIPT_FAILED: verify failed (verify.json ok=false) " + agency.where() + "\n");
    assertThat(agency.record().path("exit_code").intValue()).isZero();
    assertThat(agency.record().path("summary").textValue()).isEqualTo("2 tests failing");
    assertThat(agency.record().path("verify_json_path").textValue())
        .isEqualTo(agency.verifyJsonPath().toString());
    assertThat(agency.meta().path("flags").path("needs_attention_reason").textValue())
        .isEqualTo("verify_failed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{not json",
        "",
        "[]",
        "{\"schema_version\":\"1.0\"}",
        "{\"ok\":true}",
        "{\"schema_version\":\"\",\"ok\":false}",
        "{\"schema_version\":\"1.0\",\"ok\":\"no\"}",
        "{\"schema_version\":\"1.0\",\"ok\":false,\"summary\":7}",
        "{\"schema_version\":\"1.0\",\"ok\":false} trailing"
      })
  void anInvalidVerifyJsonCountsForNothingButIsReported(String text) throws Exception {
    agency.verifyJson(text);

    AgencyFixture.Shown shown = agency.verify();

    assertThat(shown.exit()).isZero();
    JsonNode record = agency.record();
    assertThat(record.path("ok").booleanValue()).isTrue();
    assertThat(record.path("error").textValue()).startsWith("verify.json: ").doesNotContain("\n");
    assertThat(record.path("verify_json_path").textValue())
        .isEqualTo(agency.verifyJsonPath().toString());
    assertThat(record.path("summary").textValue()).isEqualTo("verify succeeded");
  }

  @Test
  void verifyJsonThatIsALinkOutOfTheWorktreeIsNotRead() throws Exception {
    Path secret = Files.writeString(root.resolve("secret"), "topsecret");
    Files.createSymbolicLink(agency.verifyJsonPath(), secret);

    var _ = agency.verify();

    assertThat(agency.record().path("error").textValue())
        .contains("link out of it")
        .doesNotContain("topsecret");
  }

  @Test
  void aTimeoutOverridesEverythingAndLeavesNobodyAlive() throws Exception {
    agency.verifyJson("{\"schema_version\":\"1.0\",\"ok\":true,\"summary\":\"was fine\"}");
    agency.script("sleep 60 & echo $! > pid; sleep 60");
    Instant started = Instant.now();

    AgencyFixture.Shown shown = agency.verify("--timeout", "3s");

    assertThat(Duration.between(started, Instant.now())).isLessThan(Duration.ofSeconds(55));
    assertThat(shown)
        .isEqualTo(
            new AgencyFixture.Shown(
                1, "", "E_SCRIPT_TIMEOUT: verify timed out " + agency.where() + "\n"));
    JsonNode record = agency.record();
    assertThat(record.path("timed_out").booleanValue()).isTrue();
    assertThat(record.path("cancelled").booleanValue()).isFalse();
    assertThat(record.path("ok").booleanValue()).isFalse();
    assertThat(record.get("exit_code").isNull()).isTrue();
    assertThat(record.path("signal").textValue()).isEqualTo("SIGKILL");
    assertThat(record.path("timeout_ms").longValue()).isEqualTo(3_000);
    assertThat(record.path("summary").textValue()).isEqualTo("was fine");
    long survivor = Long.parseLong(Files.readString(agency.worktree.resolve("pid")).strip());
    assertThat(dev.assay.process.ProcessGroups.isAlive(survivor)).isFalse();
  }

  @Test
  void theSideDocumentKeepsHowAStoppedScriptReallyEnded() throws Exception {
    agency.agencyJson("trap 'exit 5' INT; sleep 60 & wait");

    var _ = agency.verify("--timeout", "2s");

    assertThat(agency.record().path("signal").textValue()).isEqualTo("SIGKILL");
    assertThat(agency.execution().path("leader").path("exit_code").intValue()).isEqualTo(5);
    assertThat(agency.execution().path("stop").textValue()).isEqualTo("timeout");
    assertThat(agency.execution().path("isolation").path("in_force").textValue()).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({
    "exit 137, 137,, exit 137",
    "kill -9 $$,, SIGKILL, signal SIGKILL",
    "kill -15 $$,, SIGTERM, signal SIGTERM"
  })
  void anExitWith137IsNotASigkill(String script, Integer code, String signal, String reason)
      throws Exception {
    agency.agencyJson(script);

    AgencyFixture.Shown shown = agency.verify();

    JsonNode record = agency.record();
    assertThat(record.get("exit_code").isNull() ? null : record.get("exit_code").intValue())
        .isEqualTo(code);
    assertThat(record.get("signal").textValue()).isEqualTo(signal);
    assertThat(shown.err()).startsWith("E_SCRIPT_FAILED: verify failed (" + reason + ") ");
  }

  @ParameterizedTest
  @CsvSource({"./missing.sh, 127", "./agency.json, 126"})
  void aMissingOrUnusableScriptIsAnOrdinaryExit(String command, int code) throws Exception {
    agency.agencyJson(command);

    var _ = agency.verify();

    assertThat(agency.record().path("exit_code").intValue()).isEqualTo(code);
    assertThat(agency.record().get("error").isNull()).isTrue();
  }

  @Test
  void theScriptTextIsRecordedAsWritten() throws Exception {
    agency.agencyJson("./verify.sh --all  'two words'");

    var _ = agency.verify();

    assertThat(agency.record().path("script_path").textValue())
        .isEqualTo("./verify.sh --all  'two words'");
  }

  @Test
  void theScriptGetsTheEnvironmentContractAnEmptyInputAndTheWorktree() throws Exception {
    agency.environment.put("CALLERS", "own");
    agency.script("env; read x; echo \"read=$?\"; echo \"cwd=$(pwd)\"");

    var _ = agency.verify();

    assertThat(agency.log().lines())
        .contains(
            "AGENCY_RUN_ID=" + AgencyFixture.RUN,
            "AGENCY_NAME=fix-login",
            "AGENCY_BRANCH=agency/fix-login-a3f2",
            "AGENCY_PARENT_BRANCH=main",
            "AGENCY_RUNNER=claude",
            "AGENCY_REPO_ROOT=" + agency.worktree,
            "AGENCY_WORKSPACE_ROOT=" + agency.worktree,
            "AGENCY_ORIGIN_NAME=origin",
            "AGENCY_ORIGIN_URL=",
            "AGENCY_PR_URL=",
            "AGENCY_PR_NUMBER=",
            "AGENCY_DOTAGENCY_DIR=" + agency.worktree.resolve(".agency"),
            "AGENCY_OUTPUT_DIR=" + agency.worktree.resolve(".agency/out"),
            "AGENCY_LOG_DIR=" + agency.runDirectory.resolve("logs"),
            "AGENCY_NONINTERACTIVE=1",
            "CI=1",
            "CALLERS=own",
            "read=1",
            "cwd=" + agency.worktree.toRealPath());
  }

  @Test
  void theLogStartsWithItsHeaderAndIsReplacedByEveryRun() throws Exception {
    agency.script("echo first output; echo to stderr >&2");
    var _ = agency.verify();
    String first = agency.log();
    agency.script("echo second output");

    var _ = agency.verify();

    assertThat(first)
        .matches(
            "# agency verify log\n# timestamp: [0-9T:-]+Z\n# command: sh -lc \\./verify\\.sh\n# cwd: "
                + agency.worktree
                + "\n# ---\n\nfirst output\nto stderr\n");
    assertThat(agency.log()).endsWith("# ---\n\nsecond output\n").doesNotContain("first");
    assertThat(agency.events()).hasSize(4);
  }

  @Test
  void aFloodOfOutputKeepsItsStartAndItsEnd() throws Exception {
    agency.script("echo FIRST; head -c 20000000 /dev/zero | tr '\\0' x; echo; echo LAST");

    var _ = agency.verify();

    Path log = agency.runDirectory.resolve("logs").resolve("verify.log");
    assertThat(Files.size(log)).isBetween(10L * 1024 * 1024, 11L * 1024 * 1024);
    assertThat(agency.log()).contains("\nFIRST\n").endsWith("\nLAST\n").contains("left out here");
    assertThat(agency.execution().path("log").path("truncated").booleanValue()).isTrue();
    assertThat(agency.execution().path("log").path("output_bytes").longValue())
        .isEqualTo(20_000_012);
  }
}
