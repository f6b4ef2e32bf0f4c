package dev.assay.reexecution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.reexecution.ReexecutionSettings.CommandRule;
import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the lens of flaky tests says: it runs them alone, again and again. */
class FlakyTest {

  /** Fails each third time that it is run on this host, and first. */
  private static final String THIRD =
      "n=$(cat DIR/n 2>/dev/null || echo 0); echo $((n+1)) > DIR/n; [ $((n % 3)) != 0 ]";

  /** Runs {@code test/*.sh}, or those that are named behind its arguments. */
  private static final String RUNNER =
      """
      shift
      failed=0
      [ "$1" = -- ] && shift && shift
      [ $# = 0 ] && set -- $(cd test && ls | sed 's/[.]sh$//')
      mkdir -p out
      {
        echo '<testsuite name="all">'
        for name in "$@"; do
          echo "$name" >> DIR/ran
          if sh "test/$name.sh" >&2; then
            echo "<testcase classname='crate' name='$name'/>"
          else
            failed=1
            echo "<testcase classname='crate' name='$name'><failure message='no'/></testcase>"
          fi
        done
        echo '</testsuite>'
      } > out/report.xml
      exit $failed
      """;

  @TempDir private Path directory;

  private Reruns reruns;

  @BeforeEach
  void open() throws IOException {
    reruns = new Reruns(directory).isolated("none").under(Reexecution.ISOLATED_SUBSET);
  }

  private String here(String script) {
    return script.replace("DIR", directory.toString());
  }

  /** Asks for tests as cargo does: {@code -- --exact NAME…}. */
  private CommandRule rule(int repeats, int tests) {
    return new CommandRule(
        "check",
        List.of("/bin/sh", "-c", here(RUNNER), "sh", "all"),
        List.of("out/*.xml"),
        30,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        "cargo",
        repeats,
        tests);
  }

  private Finding judge(int repeats, Map<String, String> files)
      throws IOException, InterruptedException {
    return reruns.with(rule(repeats, files.size())).judge(reruns.workspace(files));
  }

  @Test
  void aTestThatFailsNowAndThenIsFlakyWithItsRate() throws Exception {
    Finding finding = judge(10, Map.of("test/steady.sh", "true", "test/third.sh", here(THIRD)));

    assertThat(finding.result()).isEqualTo(Result.FLAKY);
    assertThat(finding.summary())
        .contains(
            "1 test alone run again 10 times: 3 failed, 30.0 %"
                + " (95 % interval 6.7 % to 65.2 %)");
    assertThat(finding.failureSignatures()).isNotEmpty();
  }

  @Test
  void onlyWhatFailedIsRunAgain() throws Exception {
    var _ = judge(4, Map.of("test/steady.sh", "true", "test/third.sh", here(THIRD)));

    assertThat(directory.resolve("ran"))
        .content()
        .isEqualTo("steady\nthird\n" + "third\n".repeat(4));
  }

  @Test
  void whatAlwaysFailsFails() throws Exception {
    Finding finding = judge(3, Map.of("test/never.sh", "false"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).contains("run again 3 times: 3 failed, 100.0 %");
  }

  @Test
  void whatFailedOnceAndNeverAgainIsFlaky() throws Exception {
    Finding finding = judge(2, Map.of("test/third.sh", here(THIRD)));

    assertThat(finding.result()).isEqualTo(Result.FLAKY);
    assertThat(finding.summary()).contains("run again 2 times: 0 failed, 0.0 %");
  }

  @Test
  void whatNeverFailsPassesWithABoundOfItsRate() throws Exception {
    Finding finding = judge(5, Map.of("test/steady.sh", "true"));

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.summary())
        .contains("the command run again 5 times: 0 failed, 0.0 % (95 % interval 0.0 % to 52.2 %)");
  }

  @Test
  void aTestOfAStrangeNameIsRunWithAllOthers() throws Exception {
    Finding finding = judge(3, Map.of("test/-never.sh", "false", "test/steady.sh", "true"));

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).contains("1 test with all others run again 3 times: 3 failed");
  }

  @Test
  void theIntervalIsExact() {
    FlakeRate rate = new FlakeRate(1, true, 20, 1);

    assertThat(rate.lower()).isCloseTo(0.00126509, within(1e-6));
    assertThat(rate.upper()).isCloseTo(0.24873, within(1e-4));
    assertThat(new FlakeRate(1, true, 0, 0).upper()).isEqualTo(1);
  }
}
