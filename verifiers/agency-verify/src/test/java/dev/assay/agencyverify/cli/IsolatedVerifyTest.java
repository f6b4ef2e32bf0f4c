package dev.assay.agencyverify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class IsolatedVerifyTest {

  @TempDir Path root;
  private AgencyFixture agency;

  @BeforeEach
  void createRun() throws Exception {
    agency = new AgencyFixture(root);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bwrap", "landlock"})
  void anIsolatedScriptWorksInItsWorktreeAndNowhereElse(String isolation) throws Exception {
    KillTest.IsolationGuard.require(isolation);
    agency.environment.put("API_TOKEN", "topsecret");
    agency.script(
        """
        env
        echo x > $HOME/scratch && echo home-writable
        echo x > /usr/x 2>/dev/null || echo system-readonly
        echo x > $AGENCY_LOG_DIR/x 2>/dev/null || echo run-directory-closed
        echo '{"schema_version":"1.0","ok":true,"summary":"from inside"}' > $AGENCY_OUTPUT_DIR/verify.json
        """);

    AgencyFixture.Shown shown = agency.verify("--isolation", isolation);

    assertThat(shown.exit()).isZero();
    assertThat(agency.log())
        .contains("home-writable", "system-readonly", "run-directory-closed", "CI=1")
        .contains("AGENCY_RUN_ID=" + AgencyFixture.RUN)
        .doesNotContain("topsecret");
    assertThat(agency.record().path("summary").textValue()).isEqualTo("from inside");
    assertThat(agency.execution().path("isolation").path("requested").textValue())
        .isEqualTo(isolation);
    assertThat(agency.execution().path("isolation").path("in_force").textValue())
        .isEqualTo(isolation);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bwrap", "landlock"})
  void isolationChangesNothingAboutExitCodesSignalsAndTimeouts(String isolation) throws Exception {
    KillTest.IsolationGuard.require(isolation);
    agency.agencyJson("exit 137");
    var _ = agency.verify("--isolation", isolation);
    assertThat(agency.record().path("exit_code").intValue()).isEqualTo(137);

    agency.agencyJson("kill -9 $$");
    var _ = agency.verify("--isolation", isolation);
    assertThat(agency.record().path("signal").textValue()).isEqualTo("SIGKILL");
    assertThat(agency.record().get("exit_code").isNull()).isTrue();

    agency.agencyJson("sleep 65");
    assertThat(agency.verify("--isolation", isolation, "--timeout", "500ms").err())
        .startsWith("E_SCRIPT_TIMEOUT: ");
  }

  @Test
  void autoTakesTheStrongestIsolationOfTheHostAndSaysWhich() throws Exception {
    var _ = agency.verify("--isolation", "auto");

    assertThat(agency.execution().path("isolation").path("requested").textValue())
        .isEqualTo("auto");
    assertThat(agency.execution().path("isolation").path("in_force").textValue())
        .isIn("bwrap", "landlock", "none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bwrap", "landlock"})
  void gitWorksInALinkedWorktree(String isolation) throws Exception {
    KillTest.IsolationGuard.require(isolation);
    Path main = root.resolve("main");
    git(root, "init", "-q", "main");
    git(
        main,
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.org",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "first");
    Path linked = root.resolve("linked");
    git(main, "worktree", "add", "-q", linked.toString());
    agency.meta(meta -> meta.put("worktree_path", linked.toString()));
    Files.copy(agency.worktree.resolve("agency.json"), linked.resolve("agency.json"));
    Files.writeString(
        linked.resolve("agency.json"),
        "{\"version\":1,\"scripts\":{\"verify\":\"git -c safe.directory=* log --format=%s\"}}");

    AgencyFixture.Shown shown = agency.verify("--isolation", isolation);

    assertThat(agency.log()).endsWith("\nfirst\n");
    assertThat(shown.exit()).isZero();
  }

  @Test
  void aWorktreeThatPointsItsGitFileElsewhereIsNotShownThatPlace() throws Exception {
    KillTest.IsolationGuard.require("bwrap");
    Path secret = Files.createDirectories(root.resolve("secret/worktrees/x"));
    Files.writeString(root.resolve("secret/key"), "topsecret");
    Files.writeString(secret.resolve("gitdir"), root.resolve("other/.git") + "\n");
    Files.writeString(agency.worktree.resolve(".git"), "gitdir: " + secret + "\n");
    agency.script("cat " + root.resolve("secret/key"));

    var _ = agency.verify("--isolation", "bwrap");

    assertThat(agency.log()).doesNotContain("topsecret");
    assertThat(agency.record().path("exit_code").intValue()).isEqualTo(1);
  }

  private static void git(Path directory, String... arguments) throws Exception {
    List<String> command = new java.util.ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }
}
