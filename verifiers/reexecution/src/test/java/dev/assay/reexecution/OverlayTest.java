package dev.assay.reexecution;

import static dev.assay.reexecution.Reruns.GOOD;
import static dev.assay.reexecution.Reruns.codes;
import static dev.assay.reexecution.Reruns.directory;
import static dev.assay.reexecution.Reruns.overlay;
import static dev.assay.reexecution.Reruns.passed;
import static dev.assay.reexecution.Reruns.rule;
import static dev.assay.reexecution.Reruns.words;
import static dev.assay.reexecution.Tools.sh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.reexecution.ReexecutionSettings.CommandRule;
import dev.assay.reexecution.ReexecutionSettings.Overlay;
import dev.assay.reexecution.ReexecutionSettings.Source;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trusted files over a workspace that lies. */
final class OverlayTest {

  private static final String ADDS = "[ \"$(sh add.sh 2 3)\" = 5 ]";
  private static final Map<String, String> TRUSTED = Map.of("test/adds.sh", ADDS);

  @TempDir private Path temporary = Path.of("unset");

  private Reruns reruns(CommandRule rule) throws IOException {
    return new Reruns(temporary).with(rule);
  }

  private Path trusted() throws IOException {
    return directory(temporary.resolve("trusted"), TRUSTED);
  }

  private static Map<String, String> wrong(String... more) {
    Map<String, String> files = new LinkedHashMap<>(Map.of("add.sh", "echo 7"));
    for (int i = 0; i < more.length; i += 2) {
      files.put(more[i], more[i + 1]);
    }
    return files;
  }

  @Test
  void aWeakenedTestIsReplacedAndTold() throws Exception {
    Finding finding =
        reruns(rule(overlay(trusted(), "test/**")))
            .judge(wrong("test/adds.sh", "true"), passed("adds.sh"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(codes(finding)).contains("REPORT_CONTRADICTED");
    assertThat(words(finding))
        .contains("1 changed, 0 deleted, 0 added", "laid over them: test/adds.sh");
  }

  @Test
  void aDeletedTestComesBack() throws Exception {
    Reruns reruns = reruns(rule(overlay(trusted(), "test/**")));
    Finding finding = reruns.judge(wrong("test/other.sh", "true"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).contains("1 tests executed, 1 failed");
    assertThat(words(finding)).contains("0 changed, 1 deleted, 1 added").doesNotContain("other.sh");
    assertThat(reruns.details(finding))
        .contains("{\"change\":\"added\",\"path\":\"test/other.sh\",\"replaced\":true}");
  }

  @Test
  void anOverlayThatLaysNothingDecidesNothing() throws Exception {
    Finding finding =
        reruns(rule(overlay(trusted(), "no-such-tests/**"))).judge(wrong("test/other.sh", "true"));

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(codes(finding)).contains("OVERLAY_UNAVAILABLE");
  }

  @Test
  void aLinkInPlaceOfTheTestsLeadsTheOverlayNowhere() throws Exception {
    Reruns reruns = reruns(rule(overlay(trusted(), "test/**")));

    Finding finding =
        reruns.judge(
            tar(
                reruns,
                "mkdir evil; echo true > evil/adds.sh; echo 'echo 7' > add.sh; ln -s evil test"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).contains("1 tests executed, 1 failed");
  }

  @Test
  void aLinkBelowTheTestsBringsNothingBack() throws Exception {
    Reruns reruns =
        reruns(rule(List.of("/bin/sh", "-c", "! ls test/more"), "", overlay(trusted(), "test/**")));

    Finding finding =
        reruns.judge(
            tar(reruns, "mkdir evil test; echo true > evil/x.sh; ln -s ../evil test/more"));

    assertThat(finding.result()).isEqualTo(Result.PASS);
  }

  @Test
  void aFileWhereTheTestsDirectoryShouldBeIsReplaced() throws Exception {
    Finding finding =
        reruns(rule(overlay(trusted(), "test/**"))).judge(wrong("test", "no directory"));

    assertThat(finding.summary()).contains("1 tests executed, 1 failed");
  }

  @Test
  void aProtectedFileThatIsNotLaidOverIsTold() throws Exception {
    Path trusted = trusted();
    Files.writeString(trusted.resolve("runner.cfg"), "strict");
    CommandRule plain = rule(overlay(trusted, "test/**"));
    CommandRule rule =
        new CommandRule(
            plain.name(),
            plain.command(),
            plain.reports(),
            30,
            List.of(),
            plain.overlays(),
            List.of(),
            List.of("*.cfg"),
            Map.of());
    Map<String, String> files = new HashMap<>(GOOD);
    files.put("runner.cfg", "lenient");

    Finding finding = reruns(rule).judge(files);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(words(finding)).contains("the run saw the workspace's: runner.cfg");
  }

  @Test
  void theFirstCommandThatFitsIsRunAndWithoutOneNothingIs() throws Exception {
    CommandRule plain = rule(overlay(trusted(), "test/**"));
    CommandRule maven =
        new CommandRule(
            "maven",
            List.of("/bin/false"),
            plain.reports(),
            30,
            List.of("pom.xml"),
            plain.overlays(),
            List.of(),
            List.of(),
            Map.of());

    Finding fitting = new Reruns(temporary).with(maven).with(plain).judge(GOOD);
    Finding none = reruns(maven).judge(GOOD);

    assertThat(fitting.summary()).startsWith("run of check:");
    assertThat(none.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(codes(none)).containsExactly("NO_COMMAND");
  }

  @Test
  void anOverlayOfALinkIsTheOperatorsToRepair() throws Exception {
    Path trusted = trusted();
    Files.createSymbolicLink(trusted.resolve("test/link.sh"), Path.of("adds.sh"));

    Finding finding = reruns(rule(overlay(trusted, "test/**"))).judge(GOOD);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(codes(finding)).containsExactly("OVERLAY_UNAVAILABLE");
  }

  @Test
  void aCommitOfARepositoryIsLaidOverAsGitHasIt() throws Exception {
    Path repository = repository();
    String commit = sh(repository, "git rev-parse HEAD");
    sh(repository, "echo true > test/adds.sh; git commit -qam later");

    Finding finding =
        reruns(rule(git(repository, commit, null)))
            .judge(wrong("test/adds.sh", "true"), passed("adds.sh"));

    assertThat(finding.result()).as(words(finding)).isEqualTo(Result.FAIL);
    assertThat(codes(finding)).contains("REPORT_CONTRADICTED");
  }

  @Test
  void theTrustedBranchIsFollowedToWhereTheAgentsCommitLeftIt() throws Exception {
    Path repository = repository();
    String base = sh(repository, "git rev-parse HEAD");
    String agents =
        sh(
            repository,
            "git checkout -qb agent; echo true > test/adds.sh; git commit -qam weaker;"
                + " git rev-parse HEAD; git checkout -q main");

    Reruns reruns = reruns(rule(git(repository, "target", "main"))).at(agents);
    Finding finding = reruns.judge(wrong("test/adds.sh", "true"));

    assertThat(finding.result()).as(words(finding)).isEqualTo(Result.FAIL);
    assertThat(reruns.details(finding)).contains("\"sources\":[\"" + base + "\"]");
  }

  @Test
  void aCommitThatTheRepositoryDoesNotHaveLeavesNothingToTrust() throws Exception {
    for (String named : List.of("0".repeat(40), "main; touch /tmp/x", "--upload-pack=x", "HEAD")) {
      Finding finding = reruns(rule(git(repository(), "target", "main"))).at(named).judge(GOOD);

      assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
      assertThat(codes(finding)).containsExactly("OVERLAY_UNAVAILABLE");
    }
  }

  private static Overlay git(Path repository, String commit, @Nullable String branch) {
    return new Overlay(List.of("test/**"), new Source(null, repository.toString(), commit, branch));
  }

  private Path repository() throws Exception {
    Path repository = Files.createTempDirectory(temporary, "repository-");
    directory(repository, TRUSTED);
    sh(
        repository,
        "git init -q -b main; git config user.name t; git config user.email t@example.org;"
            + " printf 'test export-ignore\\n' > .gitattributes; git add -A; git commit -qm base");
    return repository;
  }

  /** A workspace with links, as tar packs it. */
  private ArtifactRef tar(Reruns reruns, String made) throws Exception {
    Path tree = Files.createTempDirectory(temporary, "tree-");
    Path archive = temporary.resolve("workspace.tar");
    sh(tree, made + "; tar -cf " + archive + " .");
    return reruns.scope.add(ArtifactRole.WORKSPACE, Files.readAllBytes(archive));
  }
}
