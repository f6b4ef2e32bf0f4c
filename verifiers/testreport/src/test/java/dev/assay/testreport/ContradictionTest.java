package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports one part of which tells a failure while all others tell that everything passed. */
final class ContradictionTest {

  private static final String HEADING = "=== test session starts ===\n";
  private static final String COUNTS = "\n=== 2 passed in 0.01s ===\n";
  private static final String CARGO =
      "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored;"
          + " 0 measured; 0 filtered out\n";
  private static final String JEST =
      "%s\nTest Suites: 1 passed, 1 total\nTests:       2 passed, 2 total\nTime:        1.2 s\n";
  private static final String MAVEN =
      "[INFO] Scanning for projects...\n%s\n"
          + "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n";
  private static final String GO =
      """
      {"Action":"run","Package":"p","Test":"T"}
      {"Action":"pass","Package":"p","Test":"T"}
      {"Action":"pass","Package":"p"%s}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.py::x FAILED                                     [ 50%]",
        "a.py::x FAILED",
        "a.py::x[a b] ERROR                                  [1/2]",
        "a.py::x FAILED                                    394.3us",
        "a.py::x SUBFAILED[q]                               [ 50%]",
        "a.py::x SUBFAILED[q r]                             [ 50%]",
        "a.py::x (i=1) SUBFAIL                              [ 50%]",
        "FAILED                                             394.3us",
        "a.py::x \nprinted\nFAILED                          [ 50%]",
        "[gw0] [ 50%] FAILED a.py::x ",
        "[gw1] ERROR a.py::x",
        "a.py .F                                            [100%]",
        "docs/a.md F                                          [1/2]",
        "a.py .F",
        "..E                                                 [100%]"
      })
  void aTestThatPytestTellsAsFailedIsNoPassBesideCountsThatTellNone(String line) {
    assertThat(Runs.judge(HEADING + line + "\n" + COUNTS, 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(line + "\n2 passed in 0.01s\n", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.py::x[FAILED] PASSED                              [ 50%]",
        "a.py::x[a FAILED] PASSED                            [ 50%]",
        "a.py::x[a FAILED] \n---- live log call ----\nWARNING root:a.py:11 x FAILED\nPASSED",
        "a.py::x SKIPPED (FAILED)                            [ 50%]",
        "a.py::x the job is FAILED\nPASSED                   [ 50%]",
        "the step build FAILED 12ms",
        "a query of a.b E 3s",
        "a.py::x XFAIL (an ERROR)                             [1/2]",
        "a.py::x SUBPASSED[FAILED]                           [ 50%]",
        "a.py .x                                             [100%]",
        "collecting ... collected 2 items",
        "ERROR    root:a.py:11 the request has FAILED"
      })
  void aNameOrAReasonThatTellsOfAFailureIsNone(String line) {
    assertThat(Runs.judge(HEADING + line + "\n" + COUNTS, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "test x ... FAILED",
        "test x - should panic ... FAILED <0.001s>",
        "{ \"type\": \"test\", \"name\": \"b\", \"event\": \"failed\", \"stdout\": \"x\" }",
        "{\"type\":\"suite\",\"event\":\"failed\",\"passed\":0,\"failed\":1,\"ignored\":0}",
        "{\"numFailedTestSuites\":0,\"numFailedTests\":1,\"success\":false}",
        "test_a (t.T.test_a) ... FAIL",
        "a.py::x FAILED                                     [ 50%]"
      })
  void aFailureInAnotherFormIsNoPassBesideARunnerThatPasses(String line) {
    for (String log : List.of(CARGO, HEADING + COUNTS, JEST.formatted(""), GO.formatted(""))) {
      assertThat(Runs.judge(log + line + "\n", 0).result()).isNotEqualTo(Result.PASS);
      assertThat(Runs.judge(line + "\n" + log, 0).result()).isNotEqualTo(Result.PASS);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"type\": \"test\", \"name\": \"b\", \"event\": \"ok\" }",
        "{ \"type\": \"suite\", \"event\": \"ok\", \"passed\": 1, \"failed\": 0 }",
        "{\"numFailedTestSuites\":0,\"numFailedTests\":0,\"success\":true}",
        "test x ... ok",
        "test_a (t.T.test_a) ... expected failure"
      })
  void aPassInAnotherFormSpoilsNothing(String line) {
    assertThat(Runs.judge(HEADING + line + COUNTS, 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aTestThatJestCrossesOutInAFileThatPassesIsNoPass() {
    String crossed = JEST.formatted("PASS ./a.test.js\n  cart\n    ✓ a (1 ms)\n    ✕ b (1 ms)\n");
    String printed =
        JEST.formatted("PASS ./a.test.js\n  ✓ a (1 ms)\n\n  console.log\n    ✕ printed (1 ms)\n");

    assertThat(Runs.judge(crossed, 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(printed, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[ERROR] Failures: \n[ERROR]   CartTest.sums:3 expected",
        "[ERROR] Errors:",
        "[INFO] shop-cart ........................ FAILURE [  0.512 s]"
      })
  void whatMavenListsAsFailedIsNoPassBesideTotalsThatTellNone(String lines) {
    assertThat(Runs.judge(MAVEN.formatted(lines), 0).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(MAVEN.formatted("[INFO] shop-cart ... SUCCESS [ 0.5 s]"), 0).result())
        .isEqualTo(Result.PASS);
  }

  @Test
  void whatGoSaysBesideEventsThatPassIsNoPass() {
    assertThat(Runs.judge(GO.formatted(""), 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge(GO.formatted("") + "FAIL\n", 0).result()).isNotEqualTo(Result.PASS);
    assertThat(Runs.judge(GO.formatted(",\"FailedBuild\":\"q\""), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "failures='9223372036854775807' errors='9223372036854775807'",
        "failures='99999999999999'",
        "failed='1'",
        "status='failed'",
        "result='ERROR'",
        "success='false'"
      })
  void aSuiteThatTellsAFailureInWhicheverAttributeIsNoPass(String attribute) {
    String suite = "<testsuite name='s' %s><testcase name='a'/></testsuite>";
    String around = "<testsuites " + attribute + ">" + suite.formatted("") + "</testsuites>";

    assertThat(Runs.judge(suite.formatted(attribute), 0).result()).isNotEqualTo(Result.PASS);
    assertThat(Runs.judge(around, 0).result()).isNotEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "failures='0' failed='0' status='passed' success='true'",
        "status='odd' result=''",
        "failures='0' errors='0'",
        "failed='false' passed='true'",
        "passed='1' failed='0'"
      })
  void aSuiteThatTellsThatItPassedPasses(String attributes) {
    String suite = "<testsuite name='s' " + attributes + "><testcase name='a'/></testsuite>";

    assertThat(Runs.judge(suite, 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aSuiteThatCountsNoneThatPassedMayHaveSkippedAll() {
    String suites =
        "<testsuites passed='1'><testsuite name='s' passed='1'><testcase name='a'/></testsuite>"
            + "<testsuite name='t' tests='1' skipped='1' passed='0' success='0'>"
            + "<testcase name='b'><skipped/></testcase></testsuite></testsuites>";

    assertThat(Runs.judge(suites, 0).result()).isEqualTo(Result.PASS);
    assertThat(Runs.judge("<testsuite><testcase name='a' passed='0'/></testsuite>", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<TESTCASE name='b'><FAILURE/></TESTCASE>",
        "<TestSuite><TestCase name='b'/></TestSuite>",
        "<test name='b' status='failed'/>",
        "<test-case name='b' result='Failed'/>",
        "<testcase name='b' passed='false'/>",
        "<testcase name='b'><step status='failed'/></testcase>",
        "<testcase name='b' failed='true'/>"
      })
  void aTestInAnotherDialectIsNotPassedOver(String test) {
    String suite = "<testsuite name='s'><testcase name='a'/>" + test + "</testsuite>";

    assertThat(Runs.judge(suite, 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<properties><property name='status' value='failed'/></properties>",
        "<testcase name='b'><properties><property name='status' value='failed'/></properties>"
            + "<system-out><test status='failed'/></system-out></testcase>"
      })
  void whatATestOrItsEnvironmentIsCalledIsNoFailure(String more) {
    String suite = "<testsuite name='s'><testcase name='a'/>" + more + "</testsuite>";

    assertThat(Runs.judge(suite, 0).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOT OK 2 - b", "Not ok 2", "not  ok 2 - b", "#   Failed test 'b'"})
  void aFailedPointInAnotherSpellingIsNoPass(String line) {
    assertThat(Runs.judge("TAP version 13\n1..1\nok 1 - a\n" + line + "\n", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Failed (TODO) test 'b'",
        "# Failed test is retried",
        "Not ok: refused, as it should be",
        "# not ok 2"
      })
  void whatATestPrintsBesideItsPointsIsNoFailedPoint(String line) {
    assertThat(Runs.judge("TAP version 13\n1..1\nok 1 - a\n" + line + "\n", 0).result())
        .isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"success\":false",
        "\"numFailedTests\":1",
        "\"failures\":2",
        "\"errors\":1",
        "\"status\":\"failed\""
      })
  void anExitRecordThatTellsAFailureBesideItsCodeIsNoPass(String member) {
    String record = "{\"command\":\"npm test\",\"exitCode\":0,%s}";
    String honest = record.formatted("\"success\":true,\"failures\":0,\"errors\":[]");

    assertThat(Runs.judge(record.formatted(member)).result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(honest).result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"results\":{\"tests\":[{\"name\":\"a\",\"status\":\"failed\"}]}",
        "\"exitCode\":1"
      })
  void aReportThatIsTwoFormatsAtOnceIsNoPass(String member) {
    String sarif =
        "{\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"t\"}},\"results\":[]}]%s}";

    assertThat(Runs.judge(sarif.formatted("," + member), 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(Runs.judge(sarif.formatted(""), 0).result()).isEqualTo(Result.PASS);
    for (String other : List.of("\"exitCode\":1", "\"runs\":[]")) {
      String ctrf =
          "{\"results\":{\"summary\":{\"tests\":1},\"tests\":[{\"name\":\"a\",\"status\":\"passed\"}]},"
              + other
              + "}";
      assertThat(Runs.judge(ctrf, 0).result()).isEqualTo(Result.INCONCLUSIVE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'results':{'tests':[{'name':'a','status':'failed'}]}",
        "'results':{'summary':{'tests':1,'passed':0,'failed':1}}",
        "'testResults':[{'assertionResults':[{'status':'failed'}]}]",
        "'stats':{'failures':2}",
        "'failures':[{'title':'a'}]",
        "'numFailedTestSuites':1",
        "'failed':3",
        "'ok':false",
        "'success':'false'",
        "'error':'spawn failed'",
        "'exit_code':1",
        "'ExitCode':1",
        "'timed_out':true"
      })
  void anExitCodeOfZeroIsNoPassBesideAFailureAtAnyDepth(String more) {
    String record = ("{'command':'npm test','exitCode':0," + more + "}").replace('\'', '"');
    assertThat(Runs.judge(record).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'results':{'tests':[{'name':'failed','status':'passed'}],'summary':{'failed':0}}",
        "'stdout':'1 failed'",
        "'failures':[],'error':'','success':true,'stats':{'failures':0}",
        "'durationMs':12,'summary':'all passed','error':null"
      })
  void aRecordThatTellsOfNoFailureIsAsItWas(String more) {
    String record = ("{'command':'npm test','exitCode':0," + more + "}").replace('\'', '"');
    assertThat(Runs.judge(record).result()).isEqualTo(Result.PASS);
  }

  /** JSON tells letters apart; a reader of another language need not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'version':'2.1.0','runs':[{'results':[],'Results':[{'level':'error'}]}]}",
        "{'version':'2.1.0','runs':[{'results':[{'level':'note','Level':'error'}]}]}",
        "{'version':'2.1.0','runs':[{'results':[]}],'Runs':[{'results':[{'level':'error'}]}]}",
        "{'version':'2.1.0','runs':[{'results':[],'Invocations':[{'executionSuccessful':false}]}]}",
        "{'results':{'summary':{'tests':1},'tests':[{'name':'a','status':'passed','Status':'failed'}]}}",
        "{'results':{'summary':{'tests':1},'tests':[{'name':'a','status':'passed'}],'Tests':[]}}",
        "{'results':{'summary':{'tests':1,'Failed':1},'tests':[{'name':'a','status':'passed'}]}}",
        "{'results':{'summary':{'tests':1},'tests':[{'name':'a','status':'passed'}]},'success':false}",
        "{'Action':'pass','Package':'p','Test':'T'}\n{'action':'fail','package':'p','test':'U'}\n"
            + "{'Action':'pass','Package':'p'}"
      })
  void aMemberInOtherLettersIsNotPassedOver(String report) {
    assertThat(Runs.judge(report.replace('\'', '"') + "\n", 0).result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'Action':'FAIL','Package':'p','Test':'T'}",
        "{'Action':'failed','Package':'p','Test':'U'}",
        "{'Action':'output','Package':'p','Test':'T','Output':'--- FAIL: T (0.00s)\\n'}",
        "{'Action':'output','Package':'p','Output':'FAIL\\n'}",
        "{'Action':'output','Package':'p','Output':'FAIL\\tp\\t0.1s\\n'}"
      })
  void anEventOfGoThatWasMadeAPassIsNone(String event) {
    String events =
        "{'Action':'run','Package':'p','Test':'T'}\n"
            + event
            + "\n{'Action':'pass','Package':'p','Test':'T'}\n{'Action':'pass','Package':'p'}\n";
    assertThat(Runs.judge(events.replace('\'', '"'), 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void whatATestOfGoPrintsAboutAnotherOneIsNoFailure() {
    String printed = "    a_test.go:3: --- FAIL: U (0.1s)\\n";
    String events =
        "{'Action':'run','Package':'p','Test':'T'}\n"
            + "{'Action':'output','Package':'p','Test':'T','Output':'"
            + printed
            + "'}\n{'Action':'pass','Package':'p','Test':'T'}\n{'Action':'pass','Package':'p'}\n";
    assertThat(Runs.judge(events.replace('\'', '"'), 0).result()).isEqualTo(Result.PASS);
  }

  @Test
  void aSuiteThatCountsItsFailuresInOtherLettersIsNoPass() {
    for (String attribute : List.of("Failures='1'", "FAILED='1'", "Status='failed'")) {
      String suite = "<testsuite tests='1' " + attribute + "><testcase name='a'/></testsuite>";
      assertThat(Runs.judge(suite).result()).isEqualTo(Result.INCONCLUSIVE);
    }
  }
}
