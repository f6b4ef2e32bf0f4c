package dev.assay.reexecution;

import static dev.assay.reexecution.Reruns.GOOD;
import static dev.assay.reexecution.Reruns.codes;
import static dev.assay.reexecution.Reruns.directory;
import static dev.assay.reexecution.Reruns.overlay;
import static dev.assay.reexecution.Reruns.passed;
import static dev.assay.reexecution.Reruns.rule;
import static dev.assay.reexecution.Reruns.words;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.TestOutcomes;
import dev.assay.schemas.message.TestOutcomes.NamedTest;
import dev.assay.verifier.Finding;
import dev.assay.verifier.NotAllowedHereException;
import dev.assay.verifier.specimen.Part;
import dev.assay.verifier.testkit.VerifierContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What a run says, and what it says about a claim. */
final class ReexecutionTest {

  private static final String TEST = "[ \"$(sh add.sh 2 3)\" = 5 ]";

  private static final Map<String, String> WRONG = Map.of("add.sh", "echo 7", "test/adds.sh", TEST);

  @TempDir private Path temporary = Path.of("unset");
  private @Nullable Reruns started;

  private Reruns reruns() throws IOException {
    if (started == null) {
      started = new Reruns(temporary);
    }
    return started;
  }

  @TestFactory
  Stream<DynamicTest> contract() {
    return VerifierContract.of(new ReexecutionProvider(), "{}");
  }

  @Test
  void aWorkspaceWhoseTestsPassPasses() throws Exception {
    Finding finding = reruns().with(rule()).judge(GOOD);

    assertThat(finding.result()).as(words(finding)).isEqualTo(Result.PASS);
    assertThat(finding.summary())
        .isEqualTo("run of check: 1 tests executed, 0 failed, 0 skipped, exit code 0");
    assertThat(finding.commandDigest()).isNotNull();
    assertThat(words(finding)).contains("tests weakened together with the code they test");
  }

  @Test
  void aWorkspaceWhoseTestsFailFailsAndThePlaceIsCited() throws Exception {
    Finding finding = reruns().with(rule()).judge(WRONG);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.pointers()).hasSize(2);
    assertThat(reruns().scope.text(finding.pointers().getLast().artifact())).contains("<failure");
  }

  @Test
  void aClaimThatAFailingTestPassedIsContradicted() throws Exception {
    Finding finding = reruns().with(rule()).judge(WRONG, passed("adds.sh"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(codes(finding)).contains("REPORT_CONTRADICTED");
    assertThat(finding.hyperthesis().getFirst().why()).isEqualTo(Hyperthesis.Why.ADVERSARY);
    assertThat(reruns().details(finding))
        .contains("\"failing\":{\"names\":[\"test adds.sh\"],\"omitted\":0}");
  }

  @Test
  void aClaimOfTestsThatDoNotExistIsContradictedAlthoughTheRunPasses() throws Exception {
    Finding finding = reruns().with(rule()).judge(GOOD, passed("adds.sh", "also.sh"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(codes(finding)).containsExactly("REPORT_CONTRADICTED");
    assertThat(finding.summary()).contains("0 tests that it tells as passed fail, 1 that it lists");
  }

  @Test
  void aFailingTestThatTheClaimLeavesOutFails() throws Exception {
    Map<String, String> files = new HashMap<>(GOOD);
    files.put("test/left.sh", "false");

    Finding finding = reruns().with(rule()).judge(files, passed("adds.sh"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(codes(finding)).doesNotContain("REPORT_CONTRADICTED");
    assertThat(finding.summary())
        .endsWith("1 failing tests are skipped in the claimed report or not in it");
  }

  @Test
  void anHonestClaimChangesNothingAndWhatItLeavesOutIsTold() throws Exception {
    Map<String, String> files = new HashMap<>(GOOD);
    files.put("test/more.sh", "true");

    Finding finding = reruns().with(rule()).judge(files, passed("adds.sh"));

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(words(finding))
        .contains("Tests of the run that the claimed report skips or leaves out: 1.");
  }

  @Test
  void aClaimInAnotherFormatIsNotHeldAgainstARunThatPasses() throws Exception {
    Finding finding =
        reruns().with(rule()).judge(GOOD, "TAP version 14\n1..1\nok 1 - something else\n");

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(words(finding)).contains("whether the claimed report tells of the same tests");
  }

  @Test
  void testsOfTheAgentsOwnAreNoLie() throws Exception {
    Path trusted = directory(temporary.resolve("trusted"), Map.of("test/adds.sh", TEST));
    Map<String, String> files = new HashMap<>(GOOD);
    files.put("test/mine.sh", "true");

    Finding finding =
        reruns().with(rule(overlay(trusted, "test/**"))).judge(files, passed("adds.sh", "mine.sh"));

    assertThat(finding.result()).as(words(finding)).isEqualTo(Result.PASS);
    assertThat(finding.summary()).contains("1 tests executed");
    assertThat(words(finding)).contains("Tests of the workspace's own: 1;");
  }

  @Test
  void testsThatNeitherTheTrustedNorTheAgentsTreeHasAreALie() throws Exception {
    Path trusted = directory(temporary.resolve("trusted"), Map.of("test/adds.sh", TEST));
    Map<String, String> files = new HashMap<>(GOOD);
    files.put("test/mine.sh", "true");

    Finding finding =
        reruns()
            .with(rule(overlay(trusted, "test/**")))
            .judge(files, passed("adds.sh", "mine.sh", "nowhere.sh"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(codes(finding)).containsExactly("REPORT_CONTRADICTED");
    assertThat(reruns().details(finding)).contains("\"unknown\":{\"names\":[\"test nowhere.sh\"]");
  }

  @Test
  void testsThatCannotBeLookedForLeaveTheClaimUndecided() throws Exception {
    String run = "mkdir -p out\n" + Reruns.RUNNER;
    Path trusted =
        directory(temporary.resolve("trusted"), Map.of("test/adds.sh", TEST, "run.sh", run));
    Map<String, String> files = new HashMap<>(GOOD);
    files.put("run.sh", "exit 0");

    Finding finding =
        reruns()
            .with(
                rule(
                    List.of("/bin/sh", "run.sh"),
                    "out/*.xml",
                    overlay(trusted, "test/**", "run.sh")))
            .judge(files, passed("adds.sh", "mine.sh"));

    assertThat(finding.result()).as(words(finding)).isEqualTo(Result.INCONCLUSIVE);
    assertThat(codes(finding)).containsExactly("CLAIM_NOT_COMPARED");
  }

  @Test
  void theSameWorkspaceGivesTheSameReport() throws Exception {
    byte[] archive = Part.workspace(GOOD).open().readAllBytes();
    Reruns first = reruns().with(rule());
    Reruns again = new Reruns(temporary).with(rule());

    Finding one =
        first.judge(
            first.scope.add(ArtifactRole.WORKSPACE, archive), first.claim(passed("adds.sh")));
    Finding other =
        again.judge(
            again.scope.add(ArtifactRole.WORKSPACE, archive), again.claim(passed("adds.sh")));

    assertThat(other).isEqualTo(one);
    assertThat(again.details(other)).isEqualTo(first.details(one));
  }

  @Test
  void exitCodeNullWithoutAReportIsInconclusive() throws Exception {
    Finding finding = reruns().with(rule(List.of("/bin/true"), "out/*.xml")).judge(GOOD);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(codes(finding)).containsExactly("NO_REPORT");
  }

  @Test
  void aReportWithoutTestsIsInconclusive() throws Exception {
    Finding finding =
        reruns()
            .with(rule(List.of("/bin/sh", "-c", "echo '<testsuite/>' > r.xml"), "r.xml"))
            .judge(GOOD, passed("adds.sh"));

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aRunThatBreaksBeforeItsReportFails() throws Exception {
    Finding finding =
        reruns()
            .with(rule(List.of("/bin/sh", "-c", "echo broken >&2; exit 3"), "r.xml"))
            .judge(GOOD);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(codes(finding)).containsExactly("exit code 3");
    assertThat(reruns().scope.text(finding.pointers().getFirst().artifact())).isEqualTo("broken\n");
  }

  @Test
  void anExitCodeBesideAReportOfPassesFails() throws Exception {
    Finding finding =
        reruns()
            .with(
                rule(
                    List.of("/bin/sh", "-c", "echo \"" + passed("a") + "\" > r.xml; exit 3"),
                    "r.xml"))
            .judge(GOOD);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
  }

  @Test
  void withoutReportsTheExitCodeDecides() throws Exception {
    assertThat(reruns().with(rule(List.of("/bin/true"), "")).judge(GOOD).result())
        .isEqualTo(Result.PASS);
    assertThat(new Reruns(temporary).with(rule(List.of("/bin/false"), "")).judge(GOOD).result())
        .isEqualTo(Result.FAIL);
  }

  /** Another command, which a later workspace fits, does not clear what this one failed. */
  @Test
  void theEndOfACommandWithoutReportsIsATestOfItsOwn() throws Exception {
    TestOutcomes failed =
        requireNonNull(reruns().with(rule(List.of("/bin/false"), "")).judge(GOOD).tests());
    TestOutcomes passed =
        requireNonNull(
            new Reruns(temporary).with(rule(List.of("/bin/true"), "")).judge(GOOD).tests());

    assertThat(failed.failed()).extracting(NamedTest::name).containsExactly("exit-code");
    assertThat(failed.failing()).isOne();
    assertThat(passed.executed()).isOne();
    assertThat(passed.failed()).isEmpty();
    assertThat(failed.trusted() || passed.trusted()).isFalse();
  }

  @Test
  void aProgramThatIsNotThereIsNobodysFailure() throws Exception {
    Finding finding = reruns().with(rule(List.of("no-such-program"), "")).judge(GOOD);

    assertThat(finding.result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(codes(finding)).containsExactly("COMMAND_NOT_STARTED");
  }

  @Test
  void aNameThatTheWorkerDoesNotGrantIsNotRun() {
    assertThatThrownBy(() -> reruns().with(rule()).asking("{\"command\":\"other\"}").judge(GOOD))
        .isInstanceOf(NotAllowedHereException.class);
    assertThatThrownBy(() -> reruns().asking("{\"command\":\"canary\"}").judge(GOOD))
        .isInstanceOf(NotAllowedHereException.class);
  }

  @Test
  void aWorkerWithoutCommandsRunsNothing() {
    assertThatThrownBy(() -> reruns().judge(GOOD)).isInstanceOf(NotAllowedHereException.class);
  }

  @Test
  void theRunSeesNothingOfTheWorkersEnvironment() throws Exception {
    Finding finding =
        reruns().with(rule(List.of("/bin/sh", "-c", "export -p; exit 1"), "")).judge(GOOD);

    String log = reruns().scope.text(finding.pointers().getFirst().artifact());
    assertThat(log).contains("CI=").doesNotContain("JAVA_HOME");
  }
}
