package dev.assay.agencyverify.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunReferenceTest {

  @TempDir Path root;
  private AgencyFixture agency;

  @BeforeEach
  void createRun() throws Exception {
    agency = new AgencyFixture(root);
  }

  private void secondRun(String repo, String run, String name) throws IOException {
    Path directory = agency.data.resolve("repos").resolve(repo).resolve("runs").resolve(run);
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve("meta.json"),
        "{\"name\":\"%s\",\"worktree_path\":\"%s\"}".formatted(name, agency.worktree));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {AgencyFixture.RUN, "20260109101112-a", "2026", "fix-login", "  fix-login "})
  void anIdTheStartOfOneAndANameAllFindTheRun(String word) {
    assertThat(agency.verifyWith(List.of(word)).out())
        .startsWith("ok verify " + AgencyFixture.RUN + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "../" + AgencyFixture.RUN, "fix-log"})
  void anUnknownReferenceIsNotFound(String word) {
    AgencyFixture.Shown shown = agency.verifyWith(List.of(word));

    assertThat(shown.exit()).isEqualTo(1);
    assertThat(shown.err()).startsWith("E_RUN_NOT_FOUND: ").hasLineCount(1);
  }

  @Test
  void aStartThatFitsTwoRunsIsAmbiguousAndAnExactIdIsNot() throws Exception {
    secondRun(AgencyFixture.REPO, AgencyFixture.RUN + "0", "other");

    assertThat(agency.verifyWith(List.of("20260109")).err())
        .startsWith("E_RUN_ID_AMBIGUOUS: ")
        .contains(AgencyFixture.RUN + " (repo " + AgencyFixture.REPO + "), ");
    assertThat(agency.verify().exit()).isZero();
  }

  @Test
  void oneIdInTwoRepositoriesIsAmbiguous() throws Exception {
    secondRun("fedcba9876543210", AgencyFixture.RUN, "other");

    assertThat(agency.verify().err()).startsWith("E_RUN_ID_AMBIGUOUS: ");
  }

  @Test
  void oneNameInTwoRepositoriesIsAmbiguousOutsideThem() throws Exception {
    secondRun("fedcba9876543210", "20260201000000-bbbb", "fix-login");

    assertThat(agency.verifyWith(List.of("fix-login")).err()).startsWith("E_RUN_REF_AMBIGUOUS: ");
  }

  @Test
  void anArchivedRunIsFoundByIdButNotByName() throws Exception {
    agency.meta(meta -> meta.putObject("archive").put("archived_at", "2026-01-10T00:00:00Z"));

    assertThat(agency.verifyWith(List.of("fix-login")).err()).startsWith("E_RUN_NOT_FOUND: ");
    assertThat(agency.verify().err()).startsWith("E_WORKSPACE_ARCHIVED: ");
  }

  @Test
  void aRunWithABrokenMetaIsBroken() throws Exception {
    Files.writeString(agency.runDirectory.resolve("meta.json"), "{");
    assertThat(agency.verify().err()).startsWith("E_RUN_BROKEN: ");

    Files.writeString(agency.runDirectory.resolve("meta.json"), "{}");
    assertThat(agency.verify().err()).startsWith("E_STORE_CORRUPT: ");
  }

  @Test
  void aNameIsLookedUpInTheRepositoryGivenOrStoodIn() throws Exception {
    Path repository = Files.createDirectory(root.resolve("repository"));
    assertThat(new ProcessBuilder("git", "init", "-q", repository.toString()).start().waitFor())
        .isZero();
    String id = GitIds.pathRepository(repository.toRealPath());
    secondRun(id, "20260201000000-bbbb", "fix-login");
    agency.script("exit 0");

    String given = agency.verifyWith(List.of("--repo", repository.toString(), "fix-login")).out();
    agency.workingDirectory = repository;
    String here = agency.verifyWith(List.of("fix-login")).out();

    assertThat(given).startsWith("ok verify 20260201000000-bbbb ");
    assertThat(here).startsWith("ok verify 20260201000000-bbbb ");
  }

  @Test
  void aRepoOptionThatIsNoRepositoryIsRefused() {
    assertThat(agency.verify("--repo", root.resolve("nowhere").toString()).err())
        .startsWith("E_INVALID_REPO_PATH: ");
  }

  static Stream<List<String>> wrongCommandLines() {
    return Stream.of(
        List.of(),
        List.of(""),
        List.of(AgencyFixture.RUN, "second"),
        List.of(AgencyFixture.RUN, "--timeout", "0"),
        List.of(AgencyFixture.RUN, "--timeout", "-5s"),
        List.of(AgencyFixture.RUN, "--timeout", "abc"),
        List.of(AgencyFixture.RUN, "--timeout", "10"),
        List.of(AgencyFixture.RUN, "--timeout"),
        List.of(AgencyFixture.RUN, "--isolation", "jail"),
        List.of(AgencyFixture.RUN, "--json"));
  }

  @ParameterizedTest
  @MethodSource("wrongCommandLines")
  void aWrongCommandLineExitsWithTwoShowsHelpAndChangesNothing(List<String> arguments)
      throws Exception {
    AgencyFixture.Shown shown = agency.verifyWith(arguments);

    assertThat(shown.exit()).isEqualTo(2);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err()).startsWith("E_USAGE: ").contains("usage: assay verify <run>");
    try (Stream<Path> files = Files.list(agency.runDirectory)) {
      assertThat(files).containsExactly(agency.runDirectory.resolve("meta.json"));
    }
  }

  @Test
  void runsListShowsWhoNeedsAttention() throws Exception {
    agency.script("exit 1");
    var _ = agency.verify();

    AgencyFixture.Shown table = agency.runs("list");
    JsonNode row =
        AgencyFixture.JSON.readTree(agency.runs("list", "--json").out()).path("runs").get(0);

    assertThat(table.out().lines().toList().get(1))
        .startsWith(AgencyFixture.RUN + "  fix-login  needs attention  verify_failed  ")
        .containsPattern("  \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ  ");
    assertThat(row.path("needs_attention").booleanValue()).isTrue();
    assertThat(row.path("status").textValue()).isEqualTo("needs attention");
  }

  @Test
  void runsListHidesArchivedRunsUnlessAsked() throws Exception {
    agency.meta(meta ->
        meta.putObject("archive")
            .put("archived_at", "2026-01-10T00:00:00Z")
            .put("merged_at", "2026-01-10T00:00:00Z"));

    assertThat(agency.runs("list").out()).hasLineCount(1);
    assertThat(agency.runs("list", "--all").out()).contains("merged (archived)");
  }

  @Test
  void runsShowTellsTheLastVerificationWithoutTerminalTricks() throws Exception {
    agency.verifyJson(
        "{\"schema_version\":\"1.0\",\"ok\":false,\"summary\":\"\\u001b[2Jcleared\\nok: true\"}");
    var _ = agency.verify();

    AgencyFixture.Shown shown = agency.runs("show", "fix-login");

    assertThat(shown.out())
        .contains("status: needs attention\n", "verify_ok: false\n", "isolation: none\n")
        .contains("verify_summary:  [2Jcleared ok: true\n")
        .contains("verify_log: " + agency.runDirectory.resolve("logs").resolve("verify.log"));
    JsonNode json = AgencyFixture.JSON.readTree(agency.runs("show", "fix-login", "--json").out());
    assertThat(json.path("verify_record")).isEqualTo(agency.record());
  }

  @Test
  void runsRefusesWhatItDoesNotKnow() {
    assertThat(agency.runs("delete").exit()).isEqualTo(2);
    assertThat(agency.runs("show", "nobody").err()).startsWith("E_RUN_NOT_FOUND: ");
  }
}
