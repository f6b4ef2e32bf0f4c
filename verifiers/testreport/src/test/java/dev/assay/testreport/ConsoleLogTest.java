package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConsoleLogTest {

  static final List<Documents.Pair> LOGS =
      Documents.ALL.stream().filter(pair -> pair.name().endsWith(" log")).toList();

  static final List<Documents.Pair> LOGS_WITH_AN_END_MARK =
      LOGS.stream()
          .filter(pair -> !pair.endMark().isEmpty() && !pair.name().contains("go"))
          .toList();

  private static final String PRINTED_TAP = "TAP version 13\n1..2\nok 1 - a\nok 2 - b\n";

  @ParameterizedTest
  @FieldSource("LOGS")
  void aReportThatATestPrintedDoesNotHideTheFailingRunner(Documents.Pair log) {
    for (String printed :
        List.of(
            PRINTED_TAP, "1..9\nok 1 - a\n", Documents.GO_JSON, "{\"Action\":\"start\"}\n{}\n")) {
      assertThat(Runs.judge(printed + log.failing()).result())
          .describedAs("%s after %s", log, printed)
          .isEqualTo(Result.FAIL);
      assertThat(Runs.judge(log.failing().replaceFirst("\n", "\n" + printed)).result())
          .describedAs("%s around %s", log, printed)
          .isEqualTo(Result.FAIL);
    }
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void scrapsThatATestPrintedDoNotSpoilAPassingRun(Documents.Pair log) {
    for (String printed :
        List.of("not ok 1 - printed\n1..7\n", "1..7\n", "ok 3\n", "TAP version 14\n")) {
      assertThat(Runs.judge(printed + log.passing(), 0).result())
          .describedAs("%s after %s", log, printed)
          .isEqualTo(Result.PASS);
    }
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void aTapRunBesideAPassingRunnerCounts(Documents.Pair log) {
    assertThat(Runs.judge(log.passing() + Documents.TAP_FAILING, 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(log.passing() + "1..9\nok 1\nok 2\n", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(log.passing() + "Bail out! no database\n", 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(log.passing() + Documents.TAP, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void aTapRunAfterAPointThatATestPrintedCounts(Documents.Pair log) {
    Finding finding = Runs.judge(log.passing() + "ok 3\n" + Documents.TAP_FAILING, 0);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void aBrokenEventThatATestPrintedDoesNotHideAnEventStream(Documents.Pair log) {
    String printed = log.passing() + "{\"Action\":\"output\",\"Pa\n";

    assertThat(Runs.judge(printed, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(printed + Documents.GO_JSON_FAILING, 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void anEventStreamBesideAPassingRunnerCounts(Documents.Pair log) {
    assertThat(Runs.judge(log.passing() + Documents.GO_JSON_FAILING, 0).result())
        .isEqualTo(Result.FAIL);
    assertThat(Runs.judge(log.passing() + Documents.GO_JSON, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " Test Files  1 failed (1)",
        "      Tests  1 failed | 3 passed (4)",
        "     Errors  1 error",
        "  1 failing",
        "FAILED (failures=1)",
        "FAILED (errors=1, skipped=2)",
        "3 examples, 1 failure",
        "Tests: 3, Assertions: 3, Failures: 1.",
        "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 9 ms",
        "3 tests completed, 1 failed",
        "BUILD FAILED in 1m 3s",
        "npm ERR! code 1",
        "npm error Lifecycle script `test` failed with error:",
        "error Command failed with exit code 1.",
        " ELIFECYCLE  Test failed. See above for more details.",
        "make[1]: *** [Makefile:3: test] Error 2",
        "0 examples, 0 failures, 1 error occurred outside of examples",
        "3 examples, 0 failures, 2 pending, 2 errors occurred outside of examples",
        "Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.2s",
        "Build failed with 1 error(s) in 2.3s",
        "Test Run Failed.",
        "Test Run Aborted.",
        "     Failed: 1",
        "> Task :test FAILED",
        "FAILURE: Build failed with an exception.",
        "BUILD FAILED",
        "make: *** [Makefile:2: test] Segmentation fault (core dumped)",
        "make: *** [Makefile:2: test] Killed",
        "make: *** No rule to make target 'test'.  Stop.",
        "Type Errors  1 error",
        "No test files found, exiting with code 1",
        "ERROR: Coverage for lines (50%) does not meet global threshold (80%)",
        "npm error Missing script: \"test\"",
        " ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  a@1.0.0 test: `vitest`",
        "➤ YN0000: Failed with errors in 1s",
        "error: test run failed",
        "error: failed to run custom build command for `x v0.1.0`",
        "error: linking with `cc` failed: exit status: 1",
        "  1 failed",
        "50% tests passed, 1 tests failed out of 2",
        "The following tests FAILED:",
        "##[error]Process completed with exit code 1.",
        "** TEST FAILED **",
        "[error] Failed: Total 2, Failed 1, Errors 0, Passed 1",
        "FAILED | 1 passed | 1 failed (12ms)",
        "Executed 2 out of 2 tests: 1 test passes and 1 fails locally.",
        "  evaluation failed :( (0.12 seconds)",
        "  mypy: FAIL code 1 (0.3=setup[0.1]+cmd[0.2] seconds)",
        "ERROR:   mypy: commands failed",
        "nox > Session mypy failed.",
        "nox > Command mypy src failed with exit code 1",
        "DONE 3 tests, 1 failure in 0.2s",
        "DONE 3 tests, 1 skipped, 2 failures in 0.2s",
        "error: Recipe `lint` failed on line 3 with exit code 1",
        "task: Failed to run task \"lint\": exit status 1",
        "ninja: build stopped: subcommand failed.",
        " ERROR  run failed: command  exited (1)",
        "lerna ERR! npm run test exited 1 in 'a'",
        "   ✖  1/2 failed",
        " 1 fail",
        "ERROR: Job failed: exit code 1",
      })
  void aPassingRunnerDoesNotHideOneThatIsNotRead(String failed) {
    for (Documents.Pair log : LOGS_WITH_AN_END_MARK) {
      for (Integer exitCode : new Integer[] {null, 0}) {
        Finding finding = Runs.judge(log.passing() + failed + "\n", exitCode);

        assertThat(finding.result()).describedAs("%s", log).isEqualTo(Result.INCONCLUSIVE);
        assertThat(finding.pointers()).hasSize(1);
      }
      assertThat(Runs.judge(log.passing() + failed + "\n", 1).result()).isEqualTo(Result.FAIL);
      assertThat(Runs.judge(log.failing() + failed + "\n").result()).isEqualTo(Result.FAIL);
    }
    assertThat(Runs.judge(Documents.TAP + failed + "\n").result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " Test Files  1 passed (1)",
        "  0 failing",
        "when it is 1 failing",
        "log: FAILED (failures=1)",
        "FAILED (no route)",
        "3 tests completed, 0 failed",
        "BUILD FAILED in the old layout",
        "npm ERR! code 0",
        "make: [Makefile:3: lint] Error 1 (ignored)",
        "3 examples, 0 failures",
        "Test summary: total: 3, failed: 0, succeeded: 3, skipped: 0, duration: 1.2s",
        "     Failed: 0",
        "> Task :test",
        "> Task :test UP-TO-DATE",
        "100% tests passed, 0 tests failed out of 2",
        "the file ERR_PNPM_NO is gone",
        "nox > Session mypy was successful.",
        "DONE 3 tests in 0.2s",
        " 0 fail",
      })
  void wordsLikeThoseOfAFailingRunnerSpoilNothing(String words) {
    for (Documents.Pair log : LOGS) {
      assertThat(Runs.judge(words + "\n" + log.passing(), 0).result())
          .describedAs("%s", log)
          .isEqualTo(Result.PASS);
    }
  }

  @Test
  void aFlakyRunDoesNotHideAFailingRunnerThatIsNotRead() {
    assertThat(Runs.judge("2 passed, 1 rerun in 0.12s\n  1 failing\n").result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.345s", "1.345s, estimated 2s", "12 s", "1.345 s, estimated 2 s"})
  void theTimeOfAnyJestIsTheEndOfItsRun(String time) {
    String log = Documents.JEST.replace("0.4 s", time);

    assertThat(Runs.judge(log).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(log.substring(0, log.indexOf('s', log.indexOf("Time:"))), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aCoverageThresholdThatIsNotMetIsAFail() {
    String jest = "Jest: \"global\" coverage threshold for statements (90%) not met: 50%\n";
    List<String> pytest =
        List.of(
            "FAIL Required test coverage of 90% not reached. Total coverage: 50.00%\n",
            "ERROR: Coverage failure: total of 50 is less than fail-under=90\n");

    assertThat(Runs.judge(Documents.JEST + jest).result()).isEqualTo(Result.FAIL);
    for (String reported : pytest) {
      assertThat(Runs.judge(Documents.PYTEST.replace("====\n", "====\n" + reported)).result())
          .isEqualTo(Result.FAIL);
    }
  }

  @Test
  void aCoverageThresholdThatIsNotMetIsAFailInEveryReportOfNode() {
    String reported = "Error: 66.67% line coverage does not meet threshold of 95%.";
    String tap = "TAP version 13\nok 1 - adds\n1..1\n# tests 1\n# pass 1\n# fail 0\n";
    String junit = "<testsuites><testcase name='adds' classname='test'/>%s</testsuites>";

    assertThat(Runs.judge(Documents.NODE + "ℹ " + reported + "\n").result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(tap).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(tap + "# " + reported + "\n").result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(junit.formatted("")).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(junit.formatted("<!-- " + reported + " -->")).result())
        .isEqualTo(Result.FAIL);
  }

  @Test
  void aTestOfNodeThatFailedAfterItsEndIsAFail() {
    String reported =
        "Error: Test \"a\" at late.test.mjs:2:1 generated asynchronous activity after the test"
            + " ended. This activity created the error \"Error: late\".";

    assertThat(Runs.judge("TAP version 13\nok 1 - a\n1..1\n# " + reported + "\n").result())
        .isEqualTo(Result.FAIL);
    assertThat(
            Runs.judge("<testsuites><testcase name='a'/><!-- " + reported + " --></testsuites>")
                .result())
        .isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/w/empty.test.mjs", "test/empty.js", "C:\\a b\\empty.cts"})
  void aFileOfNodeWithoutTestsExecutedNothing(String path) {
    String totals = "tests 1,suites 0,pass 1,fail 0,cancelled 0,skipped 0,todo 0,duration_ms 2.5";
    String tap = "TAP version 13\nok 1 - %s\n1..1\n# " + totals.replace(",", "\n# ") + "\n";
    String xml =
        "<testsuites><testcase name=\"%s\"/><!-- "
            + totals.replace(",", " --><!-- ")
            + " --></testsuites>";

    for (String report : List.of(tap, xml)) {
      assertThat(Runs.judge(report.formatted(path), 0).result()).isEqualTo(Result.INCONCLUSIVE);
      assertThat(Runs.judge(report.formatted("reads " + path), 0).result()).isEqualTo(Result.PASS);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=== RUN   TestA\n    a_test.go:3: needs docker\n--- SKIP: TestA (0.00s)\nPASS\n"
            + "ok  \texample.com/x/skip\t0.002s\n",
        "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \texample.com/y\t0.003s\n"
            + "=== RUN   TestB\n",
        "✔ /shop/empty.test.js (31.2ms)\nℹ tests 1\nℹ suites 0\nℹ pass 1\nℹ fail 0\n"
            + "ℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 40.1\n",
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE!"
            + " -- in a.ATest\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n"
            + "[INFO] BUILD SUCCESS\n",
        "[INFO] Tests run: 2, Failures: 9999999999999, Errors: 0, Skipped: 0\n"
            + "[INFO] BUILD SUCCESS\n"
      })
  void aRunThatDoesNotShowItsTestsPassingIsUndecided(String log) {
    assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FAIL src/a.test.js\n  ● sums › adds\n\n    expected 1\n",
        "✔ a (0.5ms)\n✖ b (0.4ms)\n",
        "[INFO] Scanning for projects...\n[INFO] Compiling 3 source files\n",
        "=== RUN   TestA\n",
        ".Fatal Python error: Segmentation fault\n"
      })
  void aSecondRunnerThatWasCutBeforeItsTotalsIsSeen(String cut) {
    assertThat(Runs.judge(Documents.PYTEST + cut, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FAIL\n", "BUILD FAILURE\n"})
  void aWordThatATestPrintedIsNoFailure(String word) {
    assertThat(Runs.judge(word + Documents.PYTEST, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "There was a timeout in the fork",
        "The forked VM terminated without properly saying goodbye. VM crash or System.exit called?",
        "/shop/src/test/java/shop/CTest.java:[3,31] cannot find symbol"
      })
  void whatMavenSaysOfTestsWithoutResultsRulesOutAPass(String reported) {
    String log =
        "[INFO] Scanning for projects...\n[INFO] Running a.ATest\n"
            + "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s"
            + " -- in a.ATest\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n%s"
            + "[INFO] BUILD SUCCESS\n";

    assertThat(Runs.judge(log.formatted(""), 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(log.formatted("[ERROR] " + reported + "\n"), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aCountBehindALongRuleIsSeen() {
    String log = "=".repeat(5_000) + " 1 failed, 1 passed in 0.10s ====\n" + Documents.PYTEST;

    assertThat(Runs.judge(log, 0).result()).isNotEqualTo(Result.PASS);
  }

  @Test
  void crashesOfGoTestsAreToldApartInEventsToo() {
    String events =
        """
        {"Action":"run","Package":"x","Test":"TestA"}
        {"Action":"output","Package":"x","Test":"TestA","Output":"TOLD"}
        {"Action":"output","Package":"x","Output":"FAIL\\tx\\t0.01s\\n"}
        {"Action":"fail","Package":"x","Elapsed":0.01}
        """;

    assertThat(List.of("panic: boom", "fatal error: all goroutines are asleep - deadlock!"))
        .map(crash -> Runs.judge(events.replace("TOLD", crash), 1))
        .allSatisfy(finding -> assertThat(finding.result()).isEqualTo(Result.FAIL))
        .map(finding -> finding.failureSignatures().getFirst().id())
        .doesNotHaveDuplicates();
  }

  @Test
  void aQuietMavenThatFailsIsAFail() {
    String log =
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s"
            + " <<< FAILURE! -- in a.ATest\n[ERROR] a.ATest.bad -- Time elapsed: 0.09 s"
            + " <<< FAILURE!\norg.opentest4j.AssertionFailedError: expected: <1> but was: <2>\n"
            + "\tat a.ATest.bad(ATest.java:3)\n\n"
            + "[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n"
            + "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin\n";

    assertThat(Runs.judge(log, 1).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void crashesAndBuildErrorsOfGoAreToldApart() {
    String end = "\nFAIL\texample.com/x\t0.01s\nFAIL\n";
    List<String> crashes =
        List.of(
            "panic: boom\n\ngoroutine 6 [running]:\nmain.f()",
            "fatal error: concurrent map writes\n\ngoroutine 6 [running]:\nmain.f()",
            "# example.com/x [example.com/x.test]\n./a.go:3:5: undefined: first",
            "# example.com/x [example.com/x.test]\n./a.go:3:5: undefined: second");

    assertThat(crashes)
        .map(crash -> Runs.judge(crash + end, 1))
        .allSatisfy(finding -> assertThat(finding.result()).isEqualTo(Result.FAIL))
        .map(finding -> finding.failureSignatures().getFirst().id())
        .doesNotHaveDuplicates();
  }

  @Test
  void tapAfterTheWordsOfABuildToolIsTap() {
    Finding finding = Runs.judge("\n> app@1.0.0 test\n> tape *.js\n\n" + Documents.TAP_FAILING);

    assertThat(finding.result()).isEqualTo(Result.FAIL);
    assertThat(finding.summary()).startsWith("TAP: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[notice] A new release of pip is available\n",
        "[2026-05-05T10:00:00Z] start\n",
        "{\"level\":\"info\",\"msg\":\"start\"}\n",
        "{ not JSON\n",
        "\u001b[1mstart\u001b[0m\n",
      })
  void aLogMayBeginWithBracketsAndColours(String head) {
    assertThat(Runs.judge(head + Documents.PYTEST_FAILING).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(head + Documents.PYTEST).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(head + Documents.TAP_FAILING).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void aMavenLogThatIsColouredFromItsFirstLineIsRead() {
    for (String log : List.of(Documents.MAVEN, Documents.MAVEN_FAILING)) {
      String coloured = log.replace("[INFO]", "[\u001b[1;34mINFO\u001b[m]");

      assertThat(Runs.judge(coloured, 0).result()).isEqualTo(Runs.judge(log, 0).result());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "!!!!!!!!! KeyboardInterrupt !!!!!!!!!           | 1 passed in 11.09s           |"
            + " INCONCLUSIVE",
        "!!!!!!!!! KeyboardInterrupt !!!!!!!!!           | 1 failed, 1 passed in 1.0s   |"
            + " INCONCLUSIVE",
        "!!!!!!!!! _pytest.outcomes.Exit: stop !!!!!!!!! | 1 passed in 3.51s            |"
            + " INCONCLUSIVE",
        "!!! xdist.dsession.Interrupted: worker down !!! | 1 passed in 3.51s            |"
            + " INCONCLUSIVE",
        "INTERNALERROR> Traceback (most recent call)     | 2 passed in 3.51s            |"
            + " INCONCLUSIVE",
        "!!!! Interrupted: 1 error during collection !!! | 1 error in 0.20s             | FAIL",
        "!!!!!!!!! stopping after 1 failures !!!!!!!!!!! | 1 failed, 1 passed in 1.0s   | FAIL",
        "!!! what a test printed !!!                     | 1 passed in 1.0s             | PASS",
      })
  void aSessionThatWasBrokenOffIsNoWholeRun(String words, String counts, Result result) {
    String log =
        "=== test session starts ===\ntest_a.py .\n" + words + "\n=== " + counts + " ===\n";

    assertThat(Runs.judge(log, null).result()).isEqualTo(result);
  }

  @ParameterizedTest
  @FieldSource("LOGS_WITH_AN_END_MARK")
  void theEndOfOneRunIsNotTheEndOfTheNext(Documents.Pair log) {
    String first = log.passing().replaceAll("Time elapsed.*", "Time elapsed: 0 s");
    for (int lines = 2; lines < 4; lines++) {
      String second = String.join("\n", log.failing().lines().limit(lines).toList());

      assertThat(Runs.judge(first + second, 0).result())
          .describedAs("%s with %s lines of a second run", log, lines)
          .isEqualTo(Result.INCONCLUSIVE);
    }
    assertThat(Runs.judge(first + log.passing(), 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aSecondMavenBuildThatOnlyBeganIsInconclusive() {
    assertThat(Runs.judge(Documents.MAVEN + "[INFO] Scanning for projects...\n", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void nodeTotalsThatBreakOffAreInconclusive() {
    String cut = Documents.NODE.substring(0, Documents.NODE.indexOf("ℹ pass"));

    assertThat(Runs.judge(cut + Documents.NODE, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aLineOfNodeTotalsThatATestPrintedIsNotCounted() {
    assertThat(Runs.judge("ℹ tests 9\n" + Documents.NODE, 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void failuresThatNobodyCountsAreNeverAPass() {
    String uncounted =
        "[ERROR] shop.CartTest.sums -- Time elapsed: 0.01 s <<< FAILURE!\n" + Documents.MAVEN;

    assertThat(Runs.judge(uncounted, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void whatPassingTestsPrintedIsNoFailure() {
    String jest =
        "PASS src/a.test.js\n  ● Console\n\n    console.log\n      hi\n\n" + Documents.JEST;
    String cargo =
        Documents.CARGO.replace(
            "\ntest result", "\nsuccesses:\n\n---- tests::adds stdout ----\nhi\n\ntest result");
    String node =
        """
        ✖ later (0.9ms) # TODO
        ℹ tests 2
        ℹ suites 0
        ℹ pass 1
        ℹ fail 0
        ℹ cancelled 0
        ℹ skipped 0
        ℹ todo 1
        ℹ duration_ms 50.1

        ✖ failing tests:

        test at sum.test.mjs:5:1
        ✖ later (0.9ms) # TODO
          Error: x
        """;

    for (String log : List.of(jest, cargo, node)) {
      assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.PASS);
    }
  }

  @ParameterizedTest
  @CsvSource({"'6, SIGABRT: process abort signal', FAIL", "'9, SIGKILL: kill', INCONCLUSIVE"})
  void aTestBinaryThatCrashesFailsAndOneThatIsKilledTellsNothing(String signal, Result result) {
    String log =
        """
        running 2 tests
        test tests::ok ... ok

        thread 'tests::fails' (7147) has overflowed its stack
        fatal runtime error: stack overflow, aborting
        error: test failed, to rerun pass `--lib`

        Caused by:
          process didn't exit successfully: `target/debug/deps/shop-7511d` (signal: SIGNAL)
        """;

    assertThat(Runs.judge(log.replace("SIGNAL", signal), 101).result()).isEqualTo(result);
  }

  @Test
  void aFileOfNodeThatCrashedWhileItWasLoadedIsAFail() {
    String log =
        """
        ✖ /home/ci/shop/cart.test.mjs (135.2ms)
        ℹ tests 1
        ℹ suites 0
        ℹ pass 0
        ℹ fail 1
        ℹ cancelled 0
        ℹ skipped 0
        ℹ todo 0
        ℹ duration_ms 142.5

        ✖ failing tests:

        test at cart.test.mjs:1:1
        ✖ /home/ci/shop/cart.test.mjs (135.2ms)
          'test failed'
        """;

    assertThat(Runs.judge(log, 1).result()).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-05-05T10:00:00.1234567Z ",
        "test\tRun tests\t2026-05-05T10:00:00.1234567Z ",
        "2026-05-05T10:00:00.123456Z 01O ",
        "[2026-05-05T10:00:00.123Z] ",
        "2026-05-05 10:00:00,123 ",
        "10:00:00,123 ",
        "2026-05-05T10:00:00.1234567Z 10:00:00,123 ",
        "\u001b[90m2026-05-05T10:00:00.123Z \u001b[0m",
        "\u001b[0m\u001b[32m2026-05-05T10:00:00Z\u001b[0m ",
        "2026-05-05T10:00:00.1234567Z \u001b[36m10:00:00,123\u001b[m ",
      })
  void theTimesThatABuildServiceWritesBeforeTheLinesChangeNothing(String stamp) {
    for (Documents.Pair log : LOGS) {
      for (String text : List.of(log.passing(), log.failing())) {
        Finding plain = Runs.judge(text, 0);
        Finding stamped = Runs.judge(text.replaceAll("(?m)^(?=.|\n)", stamp), 0);

        assertThat(stamped.result()).describedAs("%s", log).isEqualTo(plain.result());
        assertThat(stamped.summary()).isEqualTo(plain.summary());
        assertThat(stamped.failureSignatures()).isEqualTo(plain.failureSignatures());
      }
    }
  }

  @Test
  void aStampedSessionThatWasInterruptedIsNoPass() {
    String log =
        "2026-05-05T10:00:00.1Z === test session starts ===\n"
            + "2026-05-05T10:00:00.1Z !!!!!!!!! KeyboardInterrupt !!!!!!!!!\n"
            + "2026-05-05T10:00:00.1Z === 1 passed in 1.0s ===\n";

    assertThat(Runs.judge(log).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @FieldSource("LOGS")
  void carriageReturnsAndCharacterSetsOfTerminalsChangeNothing(Documents.Pair log) {
    for (String text : List.of(log.passing(), log.failing())) {
      Finding plain = Runs.judge(text, 0);
      for (String other :
          List.of(
              text.replace("\n", "\r\r\n"),
              text.replace("\n", "\u001b(B\u001b[m\n"),
              "section_start:1:test\r\u001b[0K" + text)) {
        assertThat(Runs.judge(other, 0).result()).isEqualTo(plain.result());
        assertThat(Runs.judge(other, 0).summary()).isEqualTo(plain.summary());
      }
    }
  }

  @Test
  void aMessageOfMavenThatBeginsWithABlankLineIsReadToItsFrames() {
    String log =
        Documents.MAVEN_FAILING.replace(
            "Error: expected: <3> but was: <4>", "Error: \n\nexpected: 3\n but was: 4");
    Finding finding = Runs.judge(log, 1);

    assertThat(finding.failureSignatures().getFirst().text())
        .isEqualTo("org.opentest4j.AssertionFailedError at shop.CartTest.sums");
    assertThat(Runs.cited(log, finding, 0)).endsWith("CartTest.java:9)\n");
  }

  @Test
  void buildsThatFailOfDifferentCausesAreToldApart() {
    String maven =
        "[INFO] Scanning for projects...\n%s[INFO] BUILD FAILURE\n"
            + "[ERROR] Failed to execute goal a:b:1:%s (default) on project shop: no -> [Help 1]\n";
    String cargo = "%s\n --> src/lib.rs:3:5\n\nerror: could not compile `shop` (lib test)\n";
    List<String> logs =
        List.of(
            maven.formatted("[ERROR] /w/A.java:[3,31] cannot find symbol\n", "compile"),
            maven.formatted("[ERROR] /w/A.java:[3,31] ';' expected\n", "compile"),
            maven.formatted("", "check"),
            maven.formatted("", "enforce"),
            cargo.formatted("error[E0425]: cannot find value `x`"),
            cargo.formatted("error: expected `;`, found `}`"));

    assertThat(logs)
        .map(log -> Runs.judge(log, 1))
        .allSatisfy(finding -> assertThat(finding.result()).isEqualTo(Result.FAIL))
        .allSatisfy(finding -> assertThat(finding.pointers()).hasSize(1))
        .map(finding -> finding.failureSignatures().getFirst().id())
        .doesNotHaveDuplicates();
  }

  @Test
  void whatATestOfGoSaysBeforeItsResultTellsItsFailuresApart() {
    String log =
        """
        === RUN   TestA
        === RUN   TestA/x
            a_test.go:10: got 3, want 4
        === RUN   TestA/y
        --- FAIL: TestA (0.00s)
            --- FAIL: TestA/x (0.00s)
            --- PASS: TestA/y (0.00s)
        FAIL
        FAIL\texample.com/a\t0.005s
        FAIL
        """;
    Finding finding = Runs.judge(log, 1);

    assertThat(finding.failureSignatures())
        .map(signature -> signature.text())
        .containsExactly("in TestA/x");
    assertThat(Runs.cited(log, finding, 0))
        .startsWith("    a_test.go:10: got 3")
        .endsWith("--- FAIL: TestA/x (0.00s)\n");
  }

  @Test
  void theWordFailThatAPassingTestOfGoPrintedIsNoFailure() {
    String log =
        "=== RUN   TestA\nFAIL\n--- PASS: TestA (0.00s)\nPASS\nok  \texample.com/a\t0.005s\n";

    assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge("FAIL\n" + log.substring(0, log.indexOf("ok")), 0).result())
        .isNotEqualTo(Result.PASS);
  }

  @Test
  void whatTestsOfPytestPrintedIsNeitherCountedNorTheEndOfTheFailures() {
    String rule = "-".repeat(29) + " Captured stdout call " + "-".repeat(29) + "\n";
    String printed = rule + "======== Report ========\n=== 3 failed in 0.1s ===\n";
    String passes = "=".repeat(36) + " PASSES " + "=".repeat(36) + "\n";
    String second =
        "__________________________________ test_two ____________________________________\n\n"
            + "E       assert 1 == 2\n\ntest_a.py:9: AssertionError\n";
    String counts = "========================= 2 passed, 1 skip";
    String summary = "=========================== short test summary";

    assertThat(Runs.judge(Documents.PYTEST.replace(counts, passes + printed + counts)).summary())
        .isEqualTo(Runs.judge(Documents.PYTEST).summary());
    Finding failing =
        Runs.judge(Documents.PYTEST_FAILING.replace(summary, printed + second + summary));
    assertThat(failing.failureSignatures()).hasSize(2);
    assertThat(failing.summary()).contains("1 passed, 1 failed");
  }

  @Test
  void aQuietSessionThatFailedIsSeenBehindWhatItsTestsPrinted() {
    String failing =
        "=================================== FAILURES ===================================\n"
            + "-".repeat(29)
            + " Captured stdout call "
            + "-".repeat(29)
            + "\n"
            + "hello\n1 failed, 2 passed in 0.10s\n";

    assertThat(Runs.judge(failing).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(failing + Documents.PYTEST).result()).isEqualTo(Result.FAIL);
    assertThat(Runs.judge(failing + "3 passed in 0.10s\n").result()).isEqualTo(Result.FAIL);
  }

  @Test
  void aQuietSessionThatWasCutIsNoPass() {
    String log = "3 passed in 0.01s\n........F.                                  [ 40%]\n";

    assertThat(Runs.judge(log).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @CsvSource({
    "'..sxX   [100%]',              , INCONCLUSIVE",
    "'..sxX   [100%]',             0, PASS",
    "'..sxX   [100%]',             1, FAIL",
    "'..sxX     [5/5]',            0, PASS",
    "'....  [ 80%];.  [100%]',     0, PASS",
    "'....  [ 80%]',               0, INCONCLUSIVE",
    "'....     [4/5]',             0, INCONCLUSIVE",
    "'ssx  [100%]',                0, INCONCLUSIVE",
    "'R..  [100%]',                0, FLAKY",
    "'..F  [100%]',                 , FAIL",
    "'..F  [100%]',                0, FAIL",
    "'..E  [100%]',                1, FAIL",
    "'..F  [100%];...  [100%]',    0, FAIL",
    "'..F  [100%];...  [100%];3 passed in 0.01s',  0, FAIL",
    "'...  [ 50%];=== test session starts ===;=== 3 passed in 0.01s ===',  0, INCONCLUSIVE",
    "'...  [100%];=== test session starts ===;=== 3 passed in 0.01s ===',  0, PASS",
    "'..F  [100%];=== test session starts ===;=== 3 passed in 0.01s ===',  0, FAIL",
    "'..F  [100%];!!! KeyboardInterrupt !!!',      2, INCONCLUSIVE",
  })
  void theMarksOfAVeryQuietSessionAreItsTests(
      String lines, @Nullable Integer exitCode, Result result) {
    Finding finding = Runs.judge(lines.replace(";", "\n") + "\n", exitCode);

    assertThat(finding.result()).isEqualTo(result);
  }

  @Test
  void theMarksOfASessionThatIsCountedAreNotCountedTwice() {
    String quiet = "..s  [ 60%]\n..  [100%]\n4 passed, 1 skipped in 0.01s\n";
    String full =
        "=== test session starts ===\ntest_a.py ......... [ 60%]\n....  [100%]\n\n"
            + "=== 13 passed in 0.10s ===\n";

    assertThat(Runs.judge(quiet).summary()).contains("5 tests, 4 passed");
    assertThat(Runs.judge(quiet).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(full).summary()).contains("13 tests, 13 passed");
    assertThat(Runs.judge(full).result()).isEqualTo(Result.PASS);
  }

  @Test
  void theFailureOfAVeryQuietSessionIsCited() {
    List<String> full = Documents.PYTEST_FAILING.lines().toList();
    String log = "F.   [100%]\n" + String.join("\n", full.subList(2, full.size() - 1)) + "\n";
    Finding finding = Runs.judge(log, 1);

    assertThat(finding.failureSignatures())
        .isEqualTo(Runs.judge(Documents.PYTEST_FAILING, 1).failureSignatures());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 obsolete, 1 passed, 1 total", "1 file obsolete, 1 passed, 1 total"})
  void anObsoleteSnapshotOfJestLeavesTheResultToTheExitCode(String snapshots) {
    String log =
        Documents.JEST.replace(
            "\nTest Suites:",
            "\n › 1 snapshot obsolete.\n   • gone 1\nSnapshot Summary\n"
                + " › 1 snapshot obsolete from 1 test suite. To remove it, run `jest -u`.\n"
                + "   ↳ src/sum.test.js\n       • gone 1\n\nTest Suites:");
    String obsolete = log.replace("0 total", snapshots);

    assertThat(Runs.judge(log).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(obsolete).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(obsolete, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(obsolete, 1).result()).isEqualTo(Result.FAIL);
  }

  @Test
  void aFailingTestOfPytestWithALongNameIsCited() {
    String name = "test_long[" + "a long value ".repeat(9) + "]";
    String log =
        Documents.PYTEST_FAILING.replaceFirst("_{10,} test_sum _{10,}", "_ " + name + " _");

    assertThat(Runs.cited(log, Runs.judge(log), 0)).startsWith("_ test_long[");
  }

  @Test
  void theTotalsOfAJestRunThatStillRunsAreNotCounted() {
    String live =
        """
        PASS src/a.test.js

        Test Suites: 1 passed, 1 of 3 total
        Tests:       1 passed, 1 total
        Snapshots:   0 total
        Time:        1 s, estimated 3 s
        """;

    assertThat(Runs.judge(live, 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(live + Documents.JEST, 0).summary())
        .isEqualTo(Runs.judge(Documents.JEST, 0).summary());
  }

  @Test
  void whatJestSaysBesideItsTestsIsNoFailure() {
    String coloured =
        " PASS  src/a.test.js\n  ● Console\n\n    console.log\n      hi\n\n" + Documents.JEST;
    String handle =
        Documents.JEST
            + "\nJest has detected the following 1 open handle potentially keeping Jest from"
            + " exiting:\n\n  ●  TCPSERVERWRAP\n\n      at Object.listen (a.test.js:1:64)\n";
    String workspace = Documents.JEST + "No tests found, exiting with code 0\n";

    for (String log : List.of(coloured, handle, workspace)) {
      assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.PASS);
    }
    assertThat(Runs.judge(Documents.JEST + "No tests found, exiting with code 1\n").result())
        .isEqualTo(Result.INCONCLUSIVE);
    String console = "  ● Console\n\n    console.log\n      at a.js:1:1\n\n  ● sum";
    assertThat(Runs.judge(Documents.JEST_FAILING.replace("  ● sum", console)).failureSignatures())
        .isEqualTo(Runs.judge(Documents.JEST_FAILING).failureSignatures());
  }

  @Test
  void emptyLinesOfTheSourceThatJestShowsAreNoMessage() {
    String log = Documents.JEST_FAILING.replace("  > 4 |", "  7 |\n    > 4 |");

    assertThat(Runs.judge(log).failureSignatures())
        .isEqualTo(Runs.judge(log.replace("7 |", "8 |")).failureSignatures());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Jest: Coverage data for ./a.js was not found.",
        "Jest: \"global\" uncovered count for lines (10) exceeds global threshold (5)",
        "Error: Jest: Got error running globalTeardown - /w/t.js, reason: no database"
      })
  void aRunOfJestThatFailsBesideItsTestsIsAFail(String reported) {
    assertThat(Runs.judge(Documents.JEST + reported + "\n").result()).isEqualTo(Result.FAIL);
  }

  @Test
  void problemsThatESLintCountsAreNoFailureOfNode() {
    String log = "✖ 1 problem (0 errors, 1 warning)\n\n" + Documents.NODE;

    assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void whatFollowsTheLastFailureOfNodeIsNotPartOfIt() {
    String log = Documents.NODE_FAILING.replaceFirst("AssertionError.*\n.*", "'it timed out'");

    assertThat(Runs.judge(log + "Done in 3.2s.\n").failureSignatures())
        .isEqualTo(Runs.judge(log).failureSignatures());
  }

  @Test
  void aResultOfCargoThatATestPrintedIsNotCounted() {
    String log = Documents.CARGO.replace("test tests::adds", "test result: fine\ntest tests::adds");

    assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aHeadOfOutputWithoutATestIsAnOrdinaryLine() {
    for (Documents.Pair log : LOGS) {
      assertThat(Runs.judge("---- stdout ----\n" + log.passing(), 0).result())
          .as(log.name())
          .isEqualTo(Result.PASS);
    }
  }

  /** Words of a runner by which it failed, though its counts tell no failure. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "running 1 test\ntest a ... ok\n\ntest result: FAILED. 1 passed; 0 failed; 0 ignored;"
            + " 0 measured; 0 filtered out\n",
        "running 1 test\ntest a ... FAILED\n\ntest result: ok. 1 passed; 0 failed; 0 ignored;"
            + " 0 measured; 0 filtered out\n",
        "running 5 tests\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored;"
            + " 0 measured; 0 filtered out\n",
        "FAIL ./a.test.js\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\n"
            + "Time:        1.2 s\n",
        "Tests:       1 passed, 1 total\nSnapshots:   1 failed, 1 total\nTime:        1.2 s\n",
        "Tests:       1 passed, 1 total\nTime:        1.2 s\nTest run was interrupted.\n",
        "=== test session starts ===\n=== short test summary info ===\n"
            + "FAILED a.py::test_a - assert 0\n=== 1 passed in 0.01s ===\n",
        "=== 1 passed in 0.01s ===\nImportError while loading conftest '/w/conftest.py'.\n",
        "=== 1 passed in 0.01s ===\n"
            + "ERROR: usage: __main__.py [options] [file_or_dir] [file_or_dir] [...]\n"
      })
  void aRunnerWhoseWordsContradictItsCountsIsNoPass(String log) {
    assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "running 3 tests\ntest a ... ok\ntest b ... ignored\ntest c ... bench: 1 ns/iter (+/- 0)\n"
            + "\ntest result: ok. 1 passed; 0 failed; 1 ignored; 1 measured; 9 filtered out\n",
        "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered"
            + " out\n\nrunning 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0"
            + " ignored; 0 measured; 0 filtered out\n",
        "=== short test summary info ===\nXFAIL a.py::test_a - FAILED before\n"
            + "SKIPPED [1] a.py:3: FAILED once\n=== 1 passed, 1 skipped, 1 xfailed in 0.01s ===\n"
      })
  void wordsThatAgreeWithTheCountsAreAPass(String log) {
    assertThat(Runs.judge(log, 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aTestOfJestThatPassedWhenItRanAgainIsFlaky() {
    String retried =
        " LOGGING RETRY ERRORS  cart adds\n RETRY 1 \n\n    expect(received).toBe(expected)\n\n";
    String totals = "Tests:       2 passed, 2 total\nTime:        1.2 s\n";

    assertThat(Runs.judge(retried + " PASS  ./a.test.js\n" + totals).result())
        .isEqualTo(Result.FLAKY);
    assertThat(Runs.judge(" PASS  ./a.test.js\n" + totals).result()).isEqualTo(Result.PASS);
  }
}
