package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TapTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "renders # todos in the list",
        "hello # description # todo",
        "b \\# TODO not a directive",
        "b \\\\\\# todo",
        "b#todo",
        "b # skipping stones",
        "b # todo_list",
      })
  void aDescriptionWithAHashExcusesNothing(String description) {
    assertThat(Runs.judge(withFailing(description)).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "b # TODO blocked by issue # 5",
        "b #TODO later",
        "b #  todo: later",
        "path C:\\\\ # todo",
        "b # Skipped: no disk",
        "b\t#skip",
      })
  void anAnnouncedFailureIsExcused(String description) {
    assertThat(Runs.judge(withFailing(description)).result()).isEqualTo(Result.PASS);
  }

  private static String withFailing(String description) {
    return "TAP version 14\n1..2\nok 1 - a\nnot ok 2 - " + description + "\n";
  }

  /**
   * As {@code prove} reads them: a word ends where a letter, digit or underscore does not follow.
   */
  @ParameterizedTest
  @ValueSource(strings = {"not ok\t2 - b", "not ok- b", "not ok: b", "not ok\t- b"})
  void aPointThatFailedNeedsNoBlankBehindItsMark(String point) {
    String report = "1..1\nok 1 - a\n";

    assertThat(Runs.judge(report).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(report + point + "\n").result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge("TAP version 14\n1..1\nok\t1 - a\n").result()).isEqualTo(Result.PASS);
  }

  @Test
  void aSkipNeedsNoBlankAfterItsHash() {
    assertThat(Runs.judge("TAP version 13\n1..1\nok 1 - b #SKIP no net\n").result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TAP version 14\n1..1\n    1..1\n    ok 1\n    Bail out! gone\nok 1 - x\n",
        "TAP version 13\n1..2\nok 1\nbail out! db down\nok 2\n",
        "Bail out! no database\n",
      })
  void aRunThatBailsOutFails(String document) {
    Finding finding = Runs.judge(document);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(Runs.cited(document, finding, 0)).containsIgnoringCase("bail out!");
  }

  @Test
  void aNumberBeyondAllBoundsIsNotTheNumberOfAPoint() {
    assertThat(Runs.judge("1..1\nok 99999999999999 a\n", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Looks like your test exited with 255 just after 1.",
        "# Looks like your test died just after 1.",
        "# Looks like you failed 1 test of 1.",
        "# Looks like you planned 2 tests but ran 1.",
      })
  void aPerlTestThatSaysItFailedIsAFail(String verdict) {
    assertThat(Runs.judge("ok 1 - a\n1..1\n" + verdict + "\n").result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok 1\n# Looks like you failed 1 test of 1.\nok 2\n1..2\n",
        "ok 1\n# # Looks like you failed 1 test of 1.\n1..1\n",
        "ok 1\n    # Looks like you failed 1 test of 1.\n1..1\n",
        "ok 1\n# Looks like you failed to notice.\n1..1\n",
      })
  void onlyPerlsLastWordIsItsVerdict(String document) {
    assertThat(Runs.judge(document).result()).isEqualTo(Result.PASS);
  }

  @Test
  void anAnnouncedFailureExcusesItsSubtests() {
    String child = "    not ok 1 - sub\n    1..1\n";
    String grandchild = "        not ok 1\n        1..1\n    not ok 1 - sub\n    1..1\n";

    for (String subtests : new String[] {child, grandchild}) {
      String excused = "TAP version 14\n1..2\n" + subtests + "not ok 1 - p # TODO x\nok 2\n";

      assertThat(Runs.judge(excused).result()).isEqualTo(Result.PASS);
      assertThat(Runs.judge(excused.replace("not ok 1 - p # TODO x", "ok 1 - p")).result())
          .isEqualTo(Result.INCONCLUSIVE);
      assertThat(Runs.judge(excused.replace("# TODO x", "")).result()).isEqualTo(Result.FAIL);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "    not ok 1\n        not ok 1\n    ok 2 # TODO\n    1..2\nok 1\n",
        "        not ok 1\n    ok 1 - sub\n        ok 1\n    ok 2 # TODO\n    1..2\nok 1\n",
        "    not ok 1\n    1..1\nok 1 # SKIP\nok 2 # TODO\n",
      })
  void aPointExcusesOnlyItsOwnSubtests(String points) {
    long plan = points.lines().filter(line -> line.startsWith("ok")).count();

    assertThat(Runs.judge("TAP version 14\n1.." + plan + "\n" + points, 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aDiagnosticBlockEndsAtItsOwnIndent() {
    String document =
        """
        TAP version 14
        1..2
        ok 1 - a
          ---
          message: |
            x
            ...
            not ok 2 inside
          ...
        ok 2 - b
        """;

    assertThat(Runs.judge(document).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(document.replace("ok 2 - b", "not ok 2 - b")).result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void wordsInADiagnosticBlockDoNotBailOut() {
    String document = "TAP version 14\n1..1\nok 1\n  ---\n  Bail out! gone\n  ...\n";

    assertThat(Runs.judge(document).result()).isEqualTo(Result.PASS);
  }

  @Test
  void colouredPointsReadLikePlainOnesAndAreCitedWhole() {
    String passing =
        "TAP version 13\n1..2\n\u001b[32mok\u001b[0m 1 - a\n\u001b[32mok 2\u001b[0m - b\n";
    String failing = "TAP version 13\n1..1\n\u001b[31mnot ok 1 - größe\u001b[0m\n";

    Finding finding = Runs.judge(failing);

    assertThat(Runs.judge(passing).result()).isEqualTo(Result.PASS);
    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(Runs.cited(failing, finding, 0)).isEqualTo("\u001b[31mnot ok 1 - größe\u001b[0m\n");
  }

  private static final String PROVE_FAILING =
      """
      # Looks like your test exited with 3 just after 2.
      t/a.t ..\s
      1..2
      ok 1 - a
      ok 2 - b
      Dubious, test returned 3 (wstat 768, 0x300)
      All 2 subtests passed\s

      Test Summary Report
      -------------------
      t/a.t (Wstat: 768 (exited 3) Tests: 2 Failed: 0)
        Non-zero exit status: 3
      Files=1, Tests=2,  0 wallclock secs
      Result: FAIL
      """;

  private static final String PROVE =
      """
      t/a.t ..\s
      ok 1 - a
      1..1
      ok
      t/b.t ..\s
      1..2
      ok 1 - a
      ok 2 - b
      ok       13 ms ( 0.00 usr  0.00 sys)
      All tests successful.
      Files=2, Tests=3,  0 wallclock secs
      Result: PASS
      """;

  @Test
  void aRunOfProveThatSaysItFailedIsAFail() {
    assertThat(Runs.judge(PROVE_FAILING).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(PROVE_FAILING.replace("t/a.t ..", "#")).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(PROVE_FAILING.replace("1..2\n", "")).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(PROVE_FAILING + PROVE).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void aRunOfProveOverSeveralFilesIsOneReport() {
    Finding finding = Runs.judge(PROVE);

    assertThat(finding.result()).isEqualTo(Result.PASS);
    assertThat(finding.summary()).contains("3 tests, 3 passed");
    assertThat(Runs.judge(PROVE.replace("ok 2 - b\n", "")).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(PROVE.replace("Result: PASS\n", "")).result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(PROVE.substring(0, PROVE.indexOf("t/b.t"))).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aPointAnswersForTheSubtestsInItsBraces() {
    String document =
        """
        TAP version 14
        ok 1 - a # time=3ms {
            ok 1 - y
            1..1
        }
        not ok 2 - later # TODO {
            not ok 1 - z
            1..1
        }
        ok 3 - end
        1..3
        """;

    assertThat(Runs.judge(document).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(document.replace("not ok 2 - later # TODO", "ok 2 - later")).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\tnot ok 1 - x\n\t1..1\nok 1 - a\n",
        "    1..0 # SKIP no db\nok 1 - a\n",
        "    1..3\n    ok 1 - x\nok 1 - a\n",
        "    ok 1 - x\n    1..2\nok 1 - a\n",
      })
  void aPointCannotStandForSubtestsThatDidNotPass(String subtest) {
    assertThat(Runs.judge("TAP version 14\n1..1\n" + subtest, 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void totalsWithTwoBlanksAreReadAsThoseWithOne() {
    String tape = "TAP version 13\nok 1 x\n1..1\n# tests %d\n# pass  %d\n%s";

    assertThat(Runs.judge(tape.formatted(1, 1, "\n# ok\n")).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(tape.formatted(2, 1, "# fail  1\n")).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(tape.formatted(2, 2, "")).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void whatATestPrintedIsNotNodesTotal() {
    String report =
        """
        TAP version 13
        # fail 3
        # tests 0
        # Subtest: adds
        ok 1 - adds
          ---
          duration_ms: 0.5
          ...
        1..1
        # tests 1
        # suites 0
        # pass 1
        # fail %d
        # cancelled 0
        # skipped 0
        # todo 0
        # duration_ms 4.2
        """;

    assertThat(Runs.judge(report.formatted(0), 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(report.formatted(1), 0).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#   Failed test 'sums'\n#   at t/cart.t line 9.\n#          got: '%d'\n",
        "# (in test file cart.bats, line 5)\n#   `[ %d -eq 4 ]' failed\n",
        "  expected %d to equal 4\n      at Context.<anonymous> (test/a.js:5:22)\n",
      })
  void theReasonBelowAPointTellsFailuresApart(String reason) {
    String report = "1..2\nnot ok 1 - sums\n" + reason + "ok 2 - adds\n";

    Finding three = Runs.judge(report.formatted(3));
    Finding seven = Runs.judge(report.formatted(7));

    assertThat(three.failureSignatures()).isNotEqualTo(seven.failureSignatures());
    assertThat(Runs.cited(report.formatted(3), three, 0))
        .isEqualTo("not ok 1 - sums\n" + reason.formatted(3));
  }

  @Test
  void whatIsSaidOfTheRunIsNoReason() {
    String report = "not ok 1 - c\n#\ttest 3 -eq 4\n# failed 1 among %d test(s)\n";

    Finding alone = Runs.judge(report.formatted(1) + "1..1\n");
    Finding beside = Runs.judge(report.formatted(2) + "ok 2 - d\n1..2\n");

    assertThat(alone.failureSignatures()).isEqualTo(beside.failureSignatures());
  }

  @Test
  void theNextSubtestIsNoReason() {
    String report = "TAP version 14\n1..2\nnot ok 1 - a\n";

    Finding finding =
        Runs.judge(report + "# Subtest: b\n    # says more\n    ok 1 - x\n    1..1\nok 2 - b\n");

    assertThat(Runs.cited(report, finding, 0)).isEqualTo("not ok 1 - a\n");
  }

  @Test
  void aPointOverSkippedSubtestsShowsNothing() {
    String report =
        """
        TAP version 14
        # Subtest: shop
            # Subtest: net
                ok 1 - get # SKIP no net
                1..1
            ok 1 - net
            %s - disk
            1..2
        ok 1 - shop
        1..1
        """;

    assertThat(Runs.judge(report.formatted("ok 2 # SKIP"), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(report.formatted("ok 2"), 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not ok 2",
        "Bail out! gone",
        "# fail 1",
        "1..9",
        "TAP version 13\n1..1\nnot ok 1"
      })
  void aBlockThatBreaksOffDoesNotHideWhatFollows(String next) {
    String cut = "TAP version 14\n1..1\nok 1\n  ---\n  duration_ms: 3\n";

    assertThat(Runs.judge(cut + "  ...\n").result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(cut + next + "\n  ...\n").result()).isNotEqualTo(Result.PASS);
  }
}
